import { describe, expect, it } from 'vitest';
import { operationsOf, summaryOf } from '../operations-of.js';

const operations = (body: string) =>
  operationsOf(
    {
      'app.ts': `import { createClient } from 'redis';\nconst client = await createClient().on('error', e => e).connect();\nexport async function run(id, value) { ${body} }`,
    },
    'app.ts',
  );
const summaries = (body: string): readonly string[] => operations(body).map(summaryOf);

describe('node-redis', () => {
  it('reads the options of SET by name', () => {
    const all = operations(`
      await client.set('lock:' + id, '1', { NX: true, PX: 500 });
      await client.set('lock:' + id, '1', { condition: 'NX', expiration: { type: 'EX', value: 5 } });
      await client.set('cart', value, { EX: 60 });`);
    expect(all.map(({ kind }) => kind)).toEqual(['lock', 'lock', 'update']);
    expect(all.map(({ expiry }) => expiry)).toMatchObject([
      { value: 500 },
      { value: 5000 },
      { value: 60_000 },
    ]);
  });

  it('takes options that are passed on whole for no condition', () => {
    expect(summaries('await client.set("cart", id, value);')).toEqual(['update cart by key = cart (value)']);
  });

  it('knows commands in camel case', () => {
    expect(
      summaries(
        'await client.hGetAll("h"); await client.sAdd("s", id); await client.pExpire("s", 5); await client.setNX("k", id);',
      ),
    ).toEqual([
      'read h by key = h',
      'update s by key = s (value)',
      'update s by key = s',
      'insert k by key = k (key, value) ignored',
    ]);
  });

  it('knows scripts and raw commands', () => {
    const script = `"if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end"`;
    expect(
      summaries(
        `await client.eval(${script}, { keys: ['lock:a'], arguments: [value] }); await client.sendCommand(['SET', 'lock:a', value, 'NX']);`,
      ),
    ).toEqual(['unlock lock:a by key = lock:a', 'lock lock:a by key = lock:a (value)']);
  });

  it('follows the type of a client', () => {
    const app = `
      import { createClient, type RedisClientType } from 'redis';
      type Client = ReturnType<typeof createClient>;
      export class A { constructor(private client: Client) {} async run() { await this.client.get('a'); } }
      export class B { constructor(private client: RedisClientType) {} async run() { await this.client.get('b'); } }`;
    expect(operationsOf({ 'app.ts': app }, 'app.ts').map(summaryOf)).toEqual([
      'read a by key = a',
      'read b by key = b',
    ]);
  });

  it('runs the callback of old code', () => {
    const app = `
      const redis = require('redis');
      const client = redis.createClient();
      exports.run = function (id) { client.get('cart:' + id, (error, cart) => { if (!cart) client.set('cart:' + id, '{}'); }); };`;
    expect(operationsOf({ 'app.js': app }, 'app.js').map(summaryOf)).toEqual([
      'read cart: by key = binary',
      'update cart: by key = binary (value)',
    ]);
  });
});
