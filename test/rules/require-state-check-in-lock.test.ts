import { describe, expect, it } from 'vitest';
import rule from '../../rules/require-state-check-in-lock.js';
import type { IdempotencySettings } from '../../src/analysis/settings.js';
import { briefOf, findingsOf, textOf } from './findings-of.js';

const found = (code: string, settings?: IdempotencySettings): readonly string[] => briefOf(findingsOf(rule, code, settings));

const prisma = `import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
`;
const redlock = `${prisma}import Redis from 'ioredis';
import Redlock from 'redlock';
const redlock = new Redlock([new Redis()]);
`;

describe('a lock taken in redis', () => {
  const locked = (body: string): string => `${prisma}import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';
const redis = new Redis();
export async function payOut(id: string, gateway: Gateway) {
  const key = \`lock:payout:\${id}\`;
  const acquired = await redis.set(key, randomUUID(), 'PX', 5000, 'NX');
  if (acquired !== 'OK') throw new Error('busy');
  try {
    ${body}
  } finally {
    await redis.del(key);
  }
}`;

  it('is reported when the row is inserted without a look', () => {
    const [finding] = findingsOf(rule, locked('await prisma.payout.create({ data: { id } });'));
    expect(finding).toMatchObject({ messageId: 'unchecked', loc: { start: { line: 8, column: 25 } } });
    expect(finding && textOf(rule, finding)).toBe(
      'The next holder of `lock:payout:` does `payout` again: the lock only puts the runs in a row. Read the state inside the lock and branch on it, or write under a condition.',
    );
  });

  it('is left alone when the row is looked for first', () => {
    expect(found(locked(`if (await prisma.payout.findUnique({ where: { id } })) return;
    await prisma.payout.create({ data: { id } });`))).toEqual([]);
  });

  it('is reported when a service is paid through', () => {
    expect(found(locked('await gateway.transfer(id);'))).toEqual(['8 unchecked']);
  });

  it('is left alone when code that cannot be read was asked first', () => {
    expect(found(locked('if (await gateway.isPaid(id)) return;\n    await gateway.transfer(id);'))).toEqual([]);
  });

  it('is left alone when code that cannot be read does the work', () => {
    expect(found(locked('await gateway.settle(id);'))).toEqual([]);
  });

  it('is reported when the read only shows that the row is there', () => {
    expect(found(locked(`const payout = await prisma.payout.findUnique({ where: { id } });
    if (!payout) throw new Error('no such payout');
    await gateway.transfer(payout.cents);`))).toEqual(['8 unchecked']);
  });

  it('is reported when the read only shows whose the row is', () => {
    expect(found(locked(`const payout = await prisma.payout.findUnique({ where: { id } });
    if (payout?.ownerId !== id) throw new Error('forbidden');
    await gateway.transfer(payout.cents);`))).toEqual(['8 unchecked']);
  });

  it('is left alone when the read asks for a state', () => {
    expect(found(locked(`const payout = await prisma.payout.findFirst({ where: { id, state: 'open' } });
    if (!payout) return;
    await gateway.transfer(payout.cents);`))).toEqual([]);
  });

  it('is left alone when a column of the row is tested', () => {
    expect(found(locked(`const payout = await prisma.payout.findUniqueOrThrow({ where: { id } });
    if (payout.state !== 'open') return;
    await gateway.transfer(payout.cents);`))).toEqual([]);
  });

  it('is left alone when the row found is removed', () => {
    expect(found(locked(`const payout = await prisma.payout.findUnique({ where: { id } });
    if (!payout) return;
    await gateway.transfer(payout.cents);
    await prisma.payout.delete({ where: { id } });`))).toEqual([]);
  });

  it('is left alone when a conditional update decides', () => {
    expect(found(locked(`const { count } = await prisma.payout.updateMany({ where: { id, state: 'open' }, data: { state: 'paid' } });
    if (count === 1) await gateway.transfer(id);`))).toEqual([]);
  });

  it('is reported when a state is overwritten', () => {
    expect(found(locked(`await prisma.payout.update({ where: { id }, data: { state: 'paid' } });`))).toEqual(['8 unchecked']);
  });

  it('is left alone when the state overwritten is a condition', () => {
    expect(found(locked(`await prisma.payout.updateMany({ where: { id, state: 'open' }, data: { state: 'paid' } });`))).toEqual([]);
  });

  it('is left alone when the write gives the same row each time', () => {
    expect(found(locked(`await prisma.payout.update({ where: { id }, data: { note: 'seen' } });`))).toEqual([]);
  });

  it('is left alone when the write is an upsert', () => {
    expect(found(locked(`await prisma.payout.upsert({ where: { id }, create: { id }, update: {} });`))).toEqual([]);
  });

  it('is left alone when a duplicate is caught', () => {
    expect(found(locked(`try {
      await prisma.payout.create({ data: { id } });
    } catch (error) {
      if (error.code !== 'P2002') throw error;
    }`))).toEqual([]);
  });

  it('is left alone round a cache', () => {
    expect(found(locked(`const rows = await prisma.payout.findMany();
    await redis.set(\`payouts:\${id}\`, JSON.stringify(rows), 'EX', 60);`))).toEqual([]);
  });

  it('is left alone round a read', () => {
    expect(found(locked('return prisma.payout.findMany();'))).toEqual([]);
  });

  it('is left alone when only a log is written', () => {
    expect(found(locked('await prisma.auditLog.create({ data: { id } });'))).toEqual([]);
  });
});

describe('a lock that is never released', () => {
  it('keeps a second run out by itself', () => {
    expect(found(`${prisma}import Redis from 'ioredis';
const redis = new Redis();
export async function remind(user: string, day: string) {
  if (!(await redis.set(\`lock:reminder:\${user}:\${day}\`, '1', 'EX', 86_400, 'NX'))) return;
  await prisma.reminder.create({ data: { user } });
}`)).toEqual([]);
  });
});

describe('redlock', () => {
  it('is reported when the state was read before the lock was taken', () => {
    expect(found(`${redlock}export async function payOut(id: string) {
  const payout = await prisma.payout.findUnique({ where: { id } });
  if (payout?.state === 'paid') return;
  const lock = await redlock.acquire([\`payout:\${id}\`], 5000);
  try {
    await prisma.payment.create({ data: { id } });
  } finally {
    await lock.release();
  }
}`)).toEqual(['9 unchecked']);
  });

  it('is left alone when the state is read after', () => {
    expect(found(`${redlock}export async function payOut(id: string) {
  const lock = await redlock.acquire([\`payout:\${id}\`], 5000);
  try {
    const payout = await prisma.payout.findUnique({ where: { id } });
    if (payout?.state === 'paid') return;
    await prisma.payment.create({ data: { id } });
  } finally {
    await lock.release();
  }
}`)).toEqual([]);
  });

  it('is left alone when the write comes after the release', () => {
    expect(found(`${redlock}export async function payOut(id: string) {
  const lock = await redlock.acquire([\`payout:\${id}\`], 5000);
  await lock.release();
  await prisma.payment.create({ data: { id } });
}`)).toEqual([]);
  });
});

describe('an advisory lock', () => {
  it('is reported when its transaction inserts without a look', () => {
    expect(found(`${prisma}export const order = (id: number) =>
  prisma.$transaction(async tx => {
    await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`;
    await tx.order.create({ data: { cartId: id } });
  });`)).toEqual(['5 unchecked']);
  });

  it('is left alone when the number of the row comes from a read', () => {
    expect(found(`${prisma}export const order = (shop: number) =>
  prisma.$transaction(async tx => {
    await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${shop})\`;
    const count = await tx.order.count({ where: { shop } });
    await tx.order.create({ data: { shop, number: count + 1 } });
  });`)).toEqual([]);
  });

  it('is reported on one connection', () => {
    expect(found(`import { Pool } from 'pg';
const pool = new Pool();
export async function order(id: number) {
  const client = await pool.connect();
  await client.query('SELECT pg_advisory_lock($1)', [id]);
  try {
    await client.query('INSERT INTO orders (cart_id) VALUES ($1)', [id]);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [id]);
  }
}`)).toEqual(['5 unchecked']);
  });
});

describe('a mutex', () => {
  const mutex = `${prisma}import { Mutex } from 'async-mutex';
const mutex = new Mutex();
`;

  it('is reported round an insert', () => {
    expect(found(`${mutex}export const order = (id: string) => mutex.runExclusive(() => prisma.order.create({ data: { id } }));`)).toEqual(['5 unchecked']);
  });

  it('is left alone round what is kept in memory', () => {
    expect(found(`${mutex}const counts = new Map<string, number>();
export const count = (id: string) => mutex.runExclusive(() => counts.set(id, (counts.get(id) ?? 0) + 1));`)).toEqual([]);
  });
});

describe('a wrapper', () => {
  it('of the settings is a lock', () => {
    const settings: IdempotencySettings = { wrappers: [{ name: 'withLock', kind: 'lock' }] };
    expect(found(`${prisma}import { withLock } from '@acme/locks';
export const order = (id: string) => withLock(id, () => prisma.order.create({ data: { id } }));`, settings)).toEqual(['4 unchecked']);
  });

  it('of the project is reported at each caller that does not look', () => {
    const files = {
      'orders.ts': `${prisma}import { withLock } from './with-lock.js';
import { isPaid } from './is-paid.js';
export const charge = (id: string) => withLock(id, async () => {
  await prisma.payment.create({ data: { id } });
});
export const chargeOnce = (id: string) => withLock(id, async () => {
  if (await isPaid(id)) return;
  await prisma.payment.create({ data: { id } });
});`,
      'is-paid.ts': `${prisma}export const isPaid = async (id: string) => (await prisma.order.findUnique({ where: { id } }))?.paidAt != null;`,
      'with-lock.ts': `import Redis from 'ioredis';
const redis = new Redis();
export async function withLock<T>(id: string, run: () => Promise<T>): Promise<T> {
  const key = \`lock:\${id}\`;
  while (!(await redis.set(key, '1', 'PX', 5000, 'NX'))) await new Promise(resolve => setTimeout(resolve, 50));
  try {
    return await run();
  } finally {
    await redis.del(key);
  }
}`,
    };
    expect(briefOf(findingsOf(rule, files))).toEqual(['5 unchecked']);
  });

  it('is not reported again at the caller of its caller', () => {
    const files = {
      'route.ts': `import { charge } from './charge.js';
export const route = (id: string) => charge(id);`,
      'charge.ts': `${redlock}export const charge = (id: string) => redlock.using([id], 5000, () => prisma.payment.create({ data: { id } }));`,
    };
    expect(briefOf(findingsOf(rule, files))).toEqual([]);
  });
});
