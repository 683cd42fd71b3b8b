import { redisAdapter } from './redis/redis-adapter.js';

/** ioredis: options of a command are words after its arguments. https://redis.github.io/ioredis/ */
export const ioredis = redisAdapter({
  name: 'ioredis',
  packages: [
    'ioredis',
    '@nestjs-modules/ioredis',
    '@liaoliaots/nestjs-redis',
    '@songkeys/nestjs-redis',
    'nestjs-redis',
    'iovalkey',
  ],
  client: 'Redis',
  makers: new Set(['Redis', 'Cluster', 'createClient', 'Valkey']),
  types: /(?:^|\.)(?:Redis|Cluster|RedisCommander|RedisService|Valkey|IORedis|default)$/u,
  decorators: new Set(['InjectRedis', 'InjectCluster']),
});
