import { describe, expect, it } from 'vitest';
import { operationsOf, summaryOf } from '../operations-of.js';

const operations = (body: string) =>
  operationsOf(
    {
      'app.ts': `import Redis from 'ioredis';\nconst redis = new Redis();\nexport async function run(id, value, owner) { ${body} }`,
    },
    'app.ts',
  );
const summaries = (body: string): readonly string[] => operations(body).map(summaryOf);

describe('ioredis', () => {
  it('names a key by the text it begins with', () => {
    expect(
      summaries(
        'await redis.get(`cart:${id}`); await redis.get("total"); await redis.get(id); await redis.get("user:" + id);',
      ),
    ).toEqual([
      'read cart: by key = template',
      'read total by key = total',
      'read by key = id',
      'read user: by key = binary',
    ]);
  });

  it('reads a key through a function that builds it', () => {
    const app = `
      import { Redis } from 'ioredis';
      const key = (id: string) => \`cart:\${id}\`;
      export async function load(redis: Redis, id: string) { return redis.get(key(id)); }
      export async function drop(redis: Redis, id: string) { await redis.del(key(id)); }`;
    expect(operationsOf({ 'app.ts': app }, 'app.ts').map(summaryOf)).toEqual([
      'read cart: by key = template',
      'delete cart: by key = template',
    ]);
  });

  it('takes SET NX of a lock key for a lock with an expiry in milliseconds', () => {
    const [lock] = operations('await redis.set(`lock:order:${id}`, owner, "EX", 30, "NX");');
    expect(lock).toMatchObject({
      kind: 'lock',
      resource: { kind: 'lock', name: 'lock:order:' },
      expiry: { value: 30_000 },
    });
    expect(lock?.subject).toMatchObject({ kind: 'template' });
  });

  it('takes SET NX of any other key for an insert that is ignored when it is there', () => {
    expect(
      summaries('await redis.set(`seen:${id}`, "1", "PX", 5000, "NX"); await redis.setnx(`done:${id}`, 1);'),
    ).toEqual([
      'insert seen: by key = template (key, value) ignored',
      'insert done: by key = template (key, value) ignored',
    ]);
  });

  it('leaves open what comparing the answer of SET NX says', () => {
    const [, send] = operations(
      'const ok = await redis.set(`lock:${id}`, owner, "NX"); if (ok !== "OK") return; await redis.publish("jobs", id);',
    );
    expect(send && summaryOf(send)).toBe('send jobs');
    expect(send?.guards).toHaveLength(1);
  });

  it('takes plain SET for an update of the whole value', () => {
    const [first, second] = operations(
      'await redis.set(`cart:${id}`, value, "EX", 60); await redis.setex(`cart:${id}`, 60, value);',
    );
    expect(first && summaryOf(first)).toBe('update cart: by key = template (value)');
    expect([first?.expiry, second?.expiry]).toMatchObject([{ value: 60_000 }, { value: 60_000 }]);
  });

  it('takes counters and collections for changes on the server', () => {
    const all = operations(
      'await redis.incr("n"); await redis.hincrby("h", "n", 1); await redis.sadd("s", id); await redis.lpop("l");',
    );
    expect(all.map(summaryOf)).toEqual([
      'update n by key = n (value)',
      'update h by key = h (n)',
      'update s by key = s (value)',
      'update l by key = l (value)',
    ]);
    expect(
      all.every(({ columns }) =>
        [...columns.entries.values()].every(
          written => written.kind === 'call' && written.callee === 'atomic',
        ),
      ),
    ).toBe(true);
  });

  it('reads and writes fields of a hash', () => {
    expect(
      summaries(
        'await redis.hget("h", "n"); await redis.hset("h", { n: value }); await redis.hset("h", "n", value); await redis.hdel("h", "n");',
      ),
    ).toEqual([
      'read h by key = h',
      'update h by key = h (n)',
      'update h by key = h (n)',
      'delete h by key = h, member = n',
    ]);
  });

  it('deletes keys and names them as subject', () => {
    const all = operations(
      'await redis.del(`lock:${id}`); await redis.unlink("a", "b"); await redis.getdel("c");',
    );
    expect(all.map(summaryOf)).toEqual([
      'delete lock: by key = template',
      'delete a by key = a',
      'delete b by key = b',
      'delete c by key = c',
    ]);
    expect(all[0]?.subject).toMatchObject({ kind: 'template' });
  });

  it('takes a script that compares and deletes for the release of a lock', () => {
    const app = `
      import Redis from 'ioredis';
      import { RELEASE } from './scripts';
      const redis = new Redis();
      export async function run(key, owner) { await redis.eval(RELEASE, 1, key, owner); }`;
    const scripts = `export const RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end";`;
    const [unlock] = operationsOf({ 'app.ts': app, 'scripts.ts': scripts }, 'app.ts');
    expect(unlock).toMatchObject({ kind: 'unlock', subject: { kind: 'parameter', name: 'key' } });
  });

  it('takes any other script that writes for a change on the server', () => {
    expect(
      summaries(
        `await redis.eval("if redis.call('get', KEYS[1]) then return redis.call('decr', KEYS[1]) end", 1, 'stock:' + id);`,
      ),
    ).toEqual(['update stock: by key = binary (value)']);
    expect(summaries('await redis.eval(value, 1, id);')).toEqual([]);
  });

  it('records the commands of a pipeline', () => {
    expect(
      summaries(
        'await redis.multi().set("a", value).expire("a", 60).exec(); await redis.multi([["del", "b"]]).exec();',
      ),
    ).toEqual(['update a by key = a (value)', 'update a by key = a', 'delete b by key = b']);
  });

  it('locks what is watched', () => {
    expect(
      summaries(
        'await redis.watch("a"); const n = await redis.get("a"); await redis.multi().set("a", n - 1).exec();',
      ).slice(0, 2),
    ).toEqual(['begin', 'read a by key = a locked']);
  });

  it('is injected by NestJS', () => {
    const app = `
      import { InjectRedis } from '@nestjs-modules/ioredis';
      export class Carts { constructor(@InjectRedis() private readonly redis) {} async load() { await this.redis.get('cart'); } }`;
    expect(operationsOf({ 'app.ts': app }, 'app.ts').map(summaryOf)).toEqual(['read cart by key = cart']);
  });

  it('knows a lock from a block list, a clock and an owner', () => {
    const kinds = operations(`
      await redis.set('blocklist:' + id, 1, 'NX'); await redis.set('clock', 1, 'NX'); await redis.set('leaderboard', 1, 'NX');
      await redis.set('jobLock', 1, 'NX'); await redis.set('run:' + id, crypto.randomUUID(), 'NX');`).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(['insert', 'insert', 'insert', 'lock', 'lock']);
  });
});
