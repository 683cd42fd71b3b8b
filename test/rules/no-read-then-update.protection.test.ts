import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-read-then-update.js';
import type { IdempotencySettings } from '../../src/analysis/settings.js';
import { briefOf, findingsOf } from './findings-of.js';

const START = `import { PrismaClient } from '@prisma/client';
const db = new PrismaClient();
export async function run(id: string, input: Input) {
`;
/** Findings in the body of a function; its first line is the fourth. */
const found = (body: string, settings?: IdempotencySettings): readonly string[] =>
  briefOf(findingsOf(rule, `${START}${body}\n}`, settings));

/** Reads, tests and writes through a client each. */
const work = (reader: string, writer: string): string => `const order = await ${reader}.order.findUniqueOrThrow({ where: { id } });
if (order.status !== 'OPEN') throw new Error('not open');
await ${writer}.order.update({ where: { id }, data: { status: 'PAID', paidAt: new Date() } });`;

describe('a transaction', () => {
  const within = (options: string): string => `await db.$transaction(async tx => {\n${work('tx', 'tx')}\n}${options});`;

  it('at the default isolation keeps nothing out', () => {
    expect(found(within(''))).toEqual(['7 decided']);
  });

  it('that is serializable keeps the second run out', () => {
    expect(found(within(", { isolationLevel: 'Serializable' }"))).toEqual([]);
  });
});

describe('FOR UPDATE', () => {
  const locked = (reader: string, writer: string): string => `await db.$transaction(async tx => {
const [order] = await ${reader}.$queryRaw\`SELECT * FROM "order" WHERE id = \${id} FOR UPDATE\`;
if (order.status !== 'OPEN') throw new Error('not open');
await ${writer}.order.update({ where: { id }, data: { status: 'PAID', paidAt: new Date() } });
});`;

  it('in the transaction of the update keeps the second run out', () => {
    expect(found(locked('tx', 'tx'))).toEqual([]);
    expect(found(locked('tx', 'tx').replace(' FOR UPDATE', ''))).toEqual(['7 decided']);
  });

  it('through the plain client is on another connection', () => {
    expect(found(locked('db', 'tx'))).toEqual(['7 decided']);
    expect(found(locked('tx', 'db'))).toEqual(['7 decided']);
    expect(found(locked('db', 'db'))).toEqual(['7 decided']);
  });

  it('after the value was read is too late', () => {
    expect(found(`await db.$transaction(async tx => {
const order = await tx.order.findUniqueOrThrow({ where: { id } });
await tx.$queryRaw\`SELECT id FROM "order" WHERE id = \${id} FOR UPDATE\`;
if (order.status !== 'OPEN') throw new Error('not open');
await tx.order.update({ where: { id }, data: { status: 'PAID', paidAt: new Date() } });
});`)).toEqual(['8 decided']);
  });

  it('before the value is read is right', () => {
    expect(found(`await db.$transaction(async tx => {
await tx.$queryRaw\`SELECT id FROM "order" WHERE id = \${id} FOR UPDATE\`;
${work('tx', 'tx')}
});`)).toEqual([]);
  });

  it('of a helper that is handed the transaction is right, of one that is not is not', () => {
    const code = (given: string): string => `${START}await db.$transaction(async tx => {
const order = await lockOrder(${given});
if (order.status !== 'OPEN') throw new Error('not open');
await tx.order.update({ where: { id }, data: { status: 'PAID', paidAt: new Date() } });
});
}
async function lockOrder(id: string, tx: any = db) {
  const [order] = await tx.$queryRaw\`SELECT * FROM "order" WHERE id = \${id} FOR UPDATE\`;
  return order;
}`;
    expect(briefOf(findingsOf(rule, code('id, tx')))).toEqual([]);
    expect(briefOf(findingsOf(rule, code('id')))).toEqual(['7 decided']);
  });
});

describe('a lock', () => {
  const settings: IdempotencySettings = { wrappers: [{ name: 'withLock', kind: 'lock' }] };

  it('that is held over the read and the update keeps the second run out', () => {
    expect(found(`await withLock(id, async () => {\n${work('db', 'db')}\n});`, settings)).toEqual([]);
    expect(found(`await withLock(id, async () => {\n${work('db', 'db')}\n});`)).toEqual(['7 decided']);
  });

  it('that is taken after the read does not', () => {
    expect(found(`const order = await db.order.findUniqueOrThrow({ where: { id } });
if (order.status !== 'OPEN') throw new Error('not open');
await withLock(id, async () => {
await db.order.update({ where: { id }, data: { status: 'PAID', paidAt: new Date() } });
});`, settings)).toEqual(['7 decided']);
  });

  it('inside which the state is read again does', () => {
    expect(found(`const first = await db.order.findUniqueOrThrow({ where: { id } });
if (first.status !== 'OPEN') throw new Error('not open');
await withLock(id, async () => {\n${work('db', 'db')}\n});`, settings)).toEqual([]);
  });
});

describe('a version', () => {
  const code = (column: string): string => `import { DataSource, Entity, PrimaryGeneratedColumn, VersionColumn } from 'typeorm';
@Entity() class Order { @PrimaryGeneratedColumn() id!: number; ${column} version!: number; status!: string; }
const source = new DataSource({ type: 'postgres' });
export async function run(id: number, version: number) {
  await source.transaction(async manager => {
    const order = await manager.findOneOrFail(Order, { where: { id }${column ? ", lock: { mode: 'optimistic', version }" : ''} });
    if (order.status !== 'OPEN') throw new Error('not open');
    order.status = 'PAID';
    await manager.save(order);
  });
}`;

  it('without one the row is overwritten', () => {
    expect(briefOf(findingsOf(rule, code('')))).toEqual(['9 decided']);
  });

  it('in a schema of Mongoose is tested by save', () => {
    const model = (options: string): string => `import { model, Schema } from 'mongoose';
const Order = model('Order', new Schema({ status: String, paidAt: Date }, ${options}));
export async function run(id: string) {
  const order = await Order.findById(id);
  if (order.status !== 'OPEN') throw new Error('not open');
  order.status = 'PAID';
  order.paidAt = new Date();
  await order.save();
}`;
    expect(briefOf(findingsOf(rule, model('{ optimisticConcurrency: true }')))).toEqual([]);
    expect(briefOf(findingsOf(rule, model('{}')))).toEqual(['8 decided']);
  });
});

describe('an update after a claim', () => {
  const claim = "const { count } = await db.order.updateMany({ where: { id, status: 'OPEN' }, data: { status: 'BUSY' } });";

  it('was won is left alone', () => {
    expect(found(`${claim}
if (count === 0) return;
await db.order.update({ where: { id }, data: { status: 'PAID', paidAt: new Date() } });`)).toEqual([]);
  });

  it('that follows a read which only words the message is left alone', () => {
    expect(found(`const order = await db.order.findUniqueOrThrow({ where: { id } });
if (order.status === 'PAID') throw new Error('already paid');
${claim}
if (count === 0) throw new Error('too late');`)).toEqual([]);
  });
});
