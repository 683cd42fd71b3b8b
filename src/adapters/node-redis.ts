import { redisAdapter } from './redis/redis-adapter.js';

/** node-redis: options of a command are an object. https://redis.io/docs/latest/develop/clients/nodejs/ */
export const nodeRedis = redisAdapter({
  name: 'redis',
  packages: ['redis', '@redis/client', '@valkey/client'],
  client: 'createClient',
  makers: new Set(['createClient', 'createCluster', 'createClientPool', 'createSentinel']),
  types: /(?:^|\.)(?:Redis(?:Client|Cluster|ClientPool|Sentinel)(?:Type)?|createClient)$/u,
});
