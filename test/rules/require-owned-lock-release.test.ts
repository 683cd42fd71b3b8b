import { describe, expect, it } from 'vitest';
import rule from '../../rules/require-owned-lock-release.js';
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

const acquire = "if (!(await redis.set(key, owner, 'PX', 5000, 'NX'))) return;";

describe('the release of a lock in redis', () => {
  it('is reported when it removes the key whoever holds it', () => {
    const [finding] = findingsOf(rule, locked(acquire, 'await redis.del(key);'));
    expect(finding).toMatchObject({ messageId: 'unowned', loc: { start: { line: 12 } } });
    expect(finding && textOf(rule, finding)).toContain('A run whose `lock:feed:` (taken at line 8) has expired');
  });

  it('is left alone when a script compares the owner', () => {
    expect(found(locked(acquire, owned))).toEqual([]);
  });

  it('is reported when the owner is compared in a command of its own', () => {
    expect(found(locked(acquire, 'if ((await redis.get(key)) === owner) await redis.del(key);'))).toEqual(['12 compared']);
  });

  it('is left alone when the key is watched', () => {
    const release = `await redis.watch(key);
    if ((await redis.get(key)) === owner) await redis.multi().del(key).exec();`;
    expect(found(locked(acquire, release))).toEqual([]);
  });

  it('is left alone when the lock never expires', () => {
    expect(found(locked("if (!(await redis.set(key, owner, 'NX'))) return;", 'await redis.del(key);'))).toEqual([]);
  });

  it('is reported where the lock was not had', () => {
    const work = "if (!(await redis.set(key, owner, 'PX', 5000, 'NX'))) return;\n    await work();";
    expect(found(locked('', 'await redis.del(key);', work))).toEqual(['13 unacquired']);
  });

  it('is found in another function of the file', () => {
    const file = (key: string): string => `import Redis from 'ioredis';
const redis = new Redis();
export const acquire = (id: string) => redis.set(\`job-lock:\${id}\`, '1', 'PX', 5000, 'NX');
export async function drop(id: string) {
  await redis.del(\`${key}:\${id}\`);
}`;
    expect(found(file('job-lock'))).toEqual(['5 unowned']);
    expect(found(file('job-state'))).toEqual([]);
  });
});

describe('a release that may not come', () => {
  const mutex = (body: string): string => `import { Mutex } from 'async-mutex';
const mutex = new Mutex();
export async function run(work: () => Promise<void>, stream: Stream) {
  const release = await mutex.acquire();
  ${body}
}`;

  it('is reported outside of finally', () => {
    expect(found(mutex('await work();\n  release();'))).toEqual(['6 skipped']);
  });

  it.each([
    'try { await work(); } finally { release(); }',
    'await work().finally(() => release());',
    'try { await work(); } catch (error) { release(); throw error; }\n  release();',
    'release();\n  await work();',
    "stream.on('close', () => release());\n  await work();",
  ])('is left alone: %s', body => {
    expect(found(mutex(body))).toEqual([]);
  });
});
