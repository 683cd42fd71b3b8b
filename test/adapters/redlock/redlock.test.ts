import { describe, expect, it } from 'vitest';
import { operationsOf, summaryOf } from '../operations-of.js';

const operations = (body: string) =>
  operationsOf(
    {
      'app.ts': `
        import Redlock from 'redlock';
        import { PrismaClient } from '@prisma/client';
        const redlock = new Redlock([redis]);
        const prisma = new PrismaClient();
        export async function run(id) { ${body} }`,
    },
    'app.ts',
  );

describe('redlock', () => {
  it('holds a lock while the callback of using() runs', () => {
    const all = operations(
      'await redlock.using([`order:${id}`], 5000, async signal => { await prisma.order.findFirst({ where: { id } }); });',
    );
    expect(all.map(summaryOf)).toEqual(['lock order:', 'read order by id = id', 'unlock order:']);
    expect(all[1]?.scopes).toMatchObject([{ kind: 'lock', lock: all[0] }]);
    expect(all[0]?.expiry).toMatchObject({ kind: 'call', callee: 'renewed' });
  });

  it('extends and releases what it acquired', () => {
    const all = operations(
      'let lock = await redlock.acquire([`order:${id}`], 5000); try { lock = await lock.extend(5000); } finally { await lock.release(); }',
    );
    expect(all.map(({ kind }) => kind)).toEqual(['lock', 'update', 'unlock']);
    expect(all[0]?.subject).toBe(all[1]?.subject);
    expect(all[0]?.expiry).toMatchObject({ value: 5000 });
  });

  it('knows the methods of version 4', () => {
    const all = operations('const lock = await redlock.lock("order", 5000); await redlock.unlock(lock);');
    expect(all.map(summaryOf)).toEqual(['lock order', 'unlock order']);
  });
});

describe('async-mutex', () => {
  const mutex = (body: string) =>
    operationsOf(
      {
        'app.ts': `import { Mutex, Semaphore } from 'async-mutex';\nconst mutex = new Mutex(); const semaphore = new Semaphore(2);\nexport async function run() { ${body} }`,
      },
      'app.ts',
    );

  it('locks in this process only', () => {
    expect(mutex('await mutex.runExclusive(async () => 1);').map(summaryOf)).toEqual([
      'lock in-process',
      'unlock in-process',
    ]);
    expect(mutex('const release = await mutex.acquire(); release();').map(summaryOf)).toEqual([
      'lock in-process',
      'unlock in-process',
    ]);
    expect(mutex('const [, release] = await semaphore.acquire(); release();').map(summaryOf)).toEqual([
      'lock in-process',
      'unlock in-process',
    ]);
  });
});
