import { describe, expect, it } from 'vitest';
import { operationsOf } from '../operations-of.js';

describe('upstash-redis', () => {
  it('reads options in lower case', () => {
    const app = `
      import { Redis } from '@upstash/redis';
      const redis = Redis.fromEnv();
      export async function run(id) { await redis.set('lock:' + id, '1', { nx: true, ex: 5 }); await redis.set('code:' + id, '1', { ex: 60 }); }`;
    expect(operationsOf({ 'app.ts': app }, 'app.ts')).toMatchObject([
      { kind: 'lock', expiry: { value: 5000 } },
      { kind: 'update', expiry: { value: 60_000 } },
    ]);
  });
});
