import type { Adapter } from './adapter.js';
import { asyncMutex } from './async-mutex.js';
import { fpTs } from './fp-ts.js';
import { ioredis } from './ioredis.js';
import { knex } from './knex/knex.js';
import { mongoose } from './mongoose/mongoose.js';
import { nodeRedis } from './node-redis.js';
import { pg } from './pg.js';
import { prisma } from './prisma.js';
import { redlock } from './redlock.js';
import { typeorm } from './typeorm/typeorm.js';
import { upstashRedis } from './upstash-redis.js';

export const adapters: readonly Adapter[] = [prisma, knex, pg, fpTs, mongoose, typeorm, ioredis, nodeRedis, upstashRedis, redlock, asyncMutex];
