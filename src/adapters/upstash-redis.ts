import { redisAdapter } from './redis/redis-adapter.js';

/** Upstash and Vercel KV: the commands over HTTP, options in lower case. https://upstash.com/docs/redis/sdks/ts/overview */
export const upstashRedis = redisAdapter({
  name: 'upstash-redis',
  packages: ['@upstash/redis', '@vercel/kv'],
  client: 'Redis',
  makers: new Set(['Redis', 'createClient', 'kv']),
  types: /(?:^|\.)(?:Redis|VercelKV)$/u,
});
