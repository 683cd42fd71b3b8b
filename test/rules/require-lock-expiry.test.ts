import { describe, expect, it } from 'vitest';
import rule from '../../rules/require-lock-expiry.js';
import { briefOf, findingsOf, textOf } from './findings-of.js';

const found = (code: string): readonly string[] => briefOf(findingsOf(rule, code));

const locked = (acquire: string, release: string, work = 'await work();'): string => `import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';
const redis = new Redis();
const RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end";
export async function run(id: string, work: () => Promise<void>, options: object) {
  const key = \`lock:feed:\${id}\`;
  const owner = randomUUID();
  ${acquire}
  try {
    ${work}
  } finally {
    ${release}
  }
}`;
const owned = 'await redis.eval(RELEASE, 1, key, owner);';

describe('a lock in redis', () => {
  it('is reported without an expiry', () => {
    const [finding] = findingsOf(rule, locked("if (!(await redis.set(key, owner, 'NX'))) return;", owned));
    expect(finding).toMatchObject({ messageId: 'endless', loc: { start: { line: 8 } } });
    expect(finding && textOf(rule, finding)).toMatch(/^A holder of `lock:feed:` that dies/u);
  });

  it('is left alone with one', () => {
    expect(found(locked("if (!(await redis.set(key, owner, 'PX', 5000, 'NX'))) return;", owned))).toEqual([]);
  });

  it('is left alone where the options cannot be read', () => {
    expect(found(locked('if (!(await redis.set(key, owner, { NX: true, ...options }))) return;', owned))).toEqual([]);
    expect(found(locked("if (!(await redis.set(key, owner, options.unit, 5, 'NX'))) return;", owned))).toEqual([]);
  });

  it('is reported when the expiry comes in a second command', () => {
    const acquire = 'if (!(await redis.setnx(key, owner))) return;\n  await redis.expire(key, 30);';
    expect(found(locked(acquire, owned))).toEqual(['8 twoSteps']);
  });

  it('is left alone when both commands are sent together', () => {
    const acquire = 'await redis.multi().setnx(key, owner).expire(key, 30).exec();';
    expect(found(locked(acquire, owned))).toEqual([]);
  });

  it('is left alone when its value says when it ends', () => {
    expect(found(locked('if (!(await redis.setnx(key, Date.now() + 5000))) return;', owned))).toEqual([]);
  });

  it('is reported when nobody asks whether it was had', () => {
    expect(found(locked("await redis.set(key, owner, 'PX', 5000, 'NX');", owned))).toEqual(['8 unread']);
  });

  it('is left alone when the answer is kept', () => {
    const acquire = "const state = { ok: await redis.set(key, owner, 'PX', 5000, 'NX') };";
    expect(found(locked(acquire, owned, 'if (state.ok) await work();'))).toEqual([]);
  });

  it('is no lock when the key only says that something was done', () => {
    const code = `import Redis from 'ioredis';
const redis = new Redis();
export const seen = (id: string) => redis.setnx(\`seen:\${id}\`, '1');`;
    expect(found(code)).toEqual([]);
  });
});

describe('a lock of a session', () => {
  const sweep = (on: string, lock: string, open = ''): string => `import { Pool, type PoolClient } from 'pg';
const pool = new Pool();
export async function sweep(work: () => Promise<void>, given: PoolClient) {
  ${open}
  await ${on}.query('SELECT ${lock}(42)');
  await work();
}`;

  it('is reported through a pool', () => {
    expect(found(sweep('pool', 'pg_advisory_lock'))).toEqual(['5 pooled']);
  });

  it('is left alone on a connection', () => {
    expect(found(sweep('client', 'pg_advisory_lock', 'const client = await pool.connect();'))).toEqual([]);
    expect(found(sweep('given', 'pg_advisory_lock'))).toEqual([]);
  });

  it('is left alone when it is that of a transaction', () => {
    expect(found(sweep('pool', 'pg_advisory_xact_lock'))).toEqual([]);
  });

  it('is reported when it only tries and nobody looks', () => {
    const open = 'const client = await pool.connect();';
    expect(found(sweep('client', 'pg_try_advisory_lock', open))).toEqual(['5 unread']);
  });
});
