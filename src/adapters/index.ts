import type { Adapter } from './adapter.js';
import { amqplib } from './amqplib.js';
import { asyncMutex } from './async-mutex.js';
import { awsLambda, sqsConsumer } from './aws-queues.js';
import { axiosRetry } from './axios-retry.js';
import { bullmq } from './bullmq.js';
import { classTransformer } from './class-transformer.js';
import { drizzle } from './drizzle/drizzle.js';
import { fpTs } from './fp-ts.js';
import { golevelupRabbitmq } from './golevelup-rabbitmq.js';
import { googlePubsub } from './google-pubsub.js';
import { ioredis } from './ioredis.js';
import { kafkajs } from './kafkajs.js';
import { knex } from './knex/knex.js';
import { kysely } from './kysely/kysely.js';
import { mikroOrm } from './mikro-orm/mikro-orm.js';
import { mongodb } from './mongodb/mongodb.js';
import { mongoose } from './mongoose/mongoose.js';
import { mysql } from './mysql/mysql.js';
import { neon } from './neon.js';
import { nestjsMicroservices } from './nestjs-microservices.js';
import { nodeRedis } from './node-redis.js';
import { objection } from './objection/objection.js';
import { pgBoss } from './pg-boss.js';
import { pgPromise } from './pg-promise.js';
import { pg } from './pg.js';
import { postgres } from './postgres/postgres.js';
import { prisma } from './prisma.js';
import { redlock } from './redlock.js';
import { retry } from './retry.js';
import { schedulers } from './schedulers.js';
import { sequelize } from './sequelize/sequelize.js';
import { slonik } from './slonik/slonik.js';
import { sqlite } from './sqlite/sqlite.js';
import { typeorm } from './typeorm/typeorm.js';
import { upstashRedis } from './upstash-redis.js';
import { webhooks } from './webhooks.js';

/** Where two libraries know a name, the first in the list is asked first. */
export const adapters: readonly Adapter[] = [
  prisma,
  knex,
  objection,
  kysely,
  drizzle,
  pg,
  neon,
  pgPromise,
  postgres,
  slonik,
  mysql,
  sqlite,
  fpTs,
  mongoose,
  mongodb,
  sequelize,
  typeorm,
  mikroOrm,
  ioredis,
  nodeRedis,
  upstashRedis,
  redlock,
  asyncMutex,
  kafkajs,
  amqplib,
  bullmq,
  nestjsMicroservices,
  golevelupRabbitmq,
  pgBoss,
  awsLambda,
  sqsConsumer,
  googlePubsub,
  webhooks,
  schedulers,
  retry,
  axiosRetry,
  classTransformer,
];
