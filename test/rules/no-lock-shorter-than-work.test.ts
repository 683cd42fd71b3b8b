import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-lock-shorter-than-work.js';
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

const acquire = (ms: number): string => `if (!(await redis.set(key, owner, 'PX', ${ms}, 'NX'))) return;`;
const sleep = (ms: number): string => `await new Promise(resolve => { setTimeout(resolve, ${ms}); });`;

describe('a lock', () => {
  it('is reported when a sleep outlasts it', () => {
    const [finding] = findingsOf(rule, locked(acquire(1000), owned, sleep(2000)));
    expect(finding).toMatchObject({ messageId: 'shorter', loc: { start: { line: 8 } } });
    expect(finding && textOf(rule, finding)).toContain('may take 2000 ms (line 10) and the lock expires after 1000 ms');
  });

  it('is left alone when it outlasts the sleep', () => {
    expect(found(locked(acquire(3000), owned, sleep(2000)))).toEqual([]);
  });

  it('is reported when waits that come one after the other outlast it', () => {
    expect(found(locked(acquire(3000), owned, `${sleep(2000)} ${sleep(2000)}`))).toEqual(['8 shorter']);
  });

  it('is left alone when only one of them is waited for', () => {
    const work = `if (await work()) { ${sleep(2000)} } else { ${sleep(2000)} }`;
    expect(found(locked(acquire(3000), owned, work))).toEqual([]);
  });

  it('is reported when the timeout of a request outlasts it', () => {
    const work = 'await fetch(id, { signal: AbortSignal.timeout(9000) });';
    expect(found(locked(acquire(6000), owned, work))).toEqual(['8 shorter']);
    expect(found(locked(acquire(9000), owned, work))).toEqual([]);
  });

  it('is left alone when it is extended', () => {
    const work = `setInterval(() => redis.pexpire(key, 1000), 500); ${sleep(2000)}`;
    expect(found(locked(acquire(1000), owned, work))).toEqual([]);
  });

  it('is left alone when its expiry is not known', () => {
    expect(found(locked(acquire(1000).replace('1000', 'options.ttl'), owned, sleep(2000)))).toEqual([]);
  });

  it('is reported below the floor when a service is called', () => {
    expect(found(locked(acquire(1000), owned, 'await options.gateway.charge(id, 5);'))).toEqual(['8 calling']);
    expect(found(locked(acquire(5000), owned, 'await options.gateway.charge(id, 5);'))).toEqual([]);
  });
});
