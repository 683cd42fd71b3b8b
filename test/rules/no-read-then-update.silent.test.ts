import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-read-then-update.js';
import { briefOf, findingsOf } from './findings-of.js';

const START = `import { PrismaClient } from '@prisma/client';
import { createHash } from 'node:crypto';
const db = new PrismaClient();
export async function run(id: string, input: Input) {
`;
/** Findings in the body of a function; its first line is the fifth. */
const found = (body: string): readonly string[] => briefOf(findingsOf(rule, `${START}${body}\n}`));

const READ = 'const order = await db.order.findUnique({ where: { id } });';
const PAY = "await db.order.update({ where: { id }, data: { status: 'PAID', paidAt: new Date() } });";

describe('a test of what the update does not write is left alone', () => {
  it('when the row must be there', () => {
    expect(found(`${READ}\nif (!order) throw new NotFoundError();\n${PAY}`)).toEqual([]);
    expect(found(`${READ}\nif (!order) throw new NotFoundError();\nawait db.order.delete({ where: { id } });`)).toEqual([]);
  });

  it('when it asks whose the row is', () => {
    expect(found(`${READ}\nif (order?.userId !== input.user) throw new ForbiddenError();\n${PAY}`)).toEqual([]);
    expect(found(`${READ}\nif (order?.userId !== input.user || order.status !== 'OPEN') throw new ForbiddenError();\n${PAY}`)).toEqual([
      '7 decided',
    ]);
  });

  it('when it asks for a permission', () => {
    expect(found(`${READ}\nif (!(await canPay(input.user, order))) throw new ForbiddenError();\n${PAY}`)).toEqual([]);
    expect(found(`${READ}\nif (!order.team.members.includes(input.user)) throw new ForbiddenError();\n${PAY}`)).toEqual([]);
  });

  it('when it asks for a secret', () => {
    expect(found(`const user = await db.user.findUniqueOrThrow({ where: { id } });
if (!(await compare(input.password, user.password))) throw new Error('wrong');
await db.user.update({ where: { id }, data: { password: await hash(input.next) } });`)).toEqual([]);
  });

  it('when the row is removed', () => {
    expect(found(`${READ}\nif (order?.status !== 'DRAFT') throw new Error('no');\nawait db.order.delete({ where: { id } });`)).toEqual([]);
  });
});

describe('an update that comes to the same however often it runs is left alone', () => {
  it('when it marks the row as deleted', () => {
    const mark = (column: string): string =>
      `const order = await db.order.findFirst({ where: { id, ${column}: null } });
if (!order) throw new Error('gone');
await db.order.update({ where: { id: order.id }, data: { ${column}: new Date() } });`;
    expect(found(mark('deletedAt'))).toEqual([]);
    expect(found(mark('usedAt'))).toEqual(['7 filtered']);
  });

  it('when rows beyond a number are removed before it', () => {
    const prune = `const orders = await db.order.findMany({ where: { userId: id } });
if (orders.length > 10) await remove(orders[10]);
${PAY}`;
    const remove = `\n}\nasync function remove(order) {
  const row = await db.order.findUnique({ where: { id: order.id } });
  if (row.isKept) throw new Error('kept');
  await db.order.delete({ where: { id: row.id } });`;
    expect(found(`${prune}${remove}`)).toEqual([]);
    expect(found(prune.replace('await remove(orders[10])', "throw new Error('too many')"))).toEqual(['7 counted']);
  });

  it('when it is a constant by id', () => {
    expect(found(`${READ}\nawait db.order.update({ where: { id }, data: { archived: true } });`)).toEqual([]);
  });

  it('when the test only asks whether there is anything to do', () => {
    expect(found(`${READ}\nif (order.archived) return order;\nreturn db.order.update({ where: { id }, data: { archived: true } });`)).toEqual([]);
    expect(found(`${READ}\nif (order.archived) return order;
await db.order.update({ where: { id }, data: { archived: true } });
await db.event.create({ data: { order: id } });`)).toEqual(['7 decided']);
  });

  it('when the test compares with what is written', () => {
    expect(found(`${READ}\nif (order.name === input.name) return order;
return db.order.update({ where: { id }, data: { name: input.name } });`)).toEqual([]);
  });

  it('when what is written is what was read', () => {
    expect(found(`${READ}\nawait db.order.update({ where: { id }, data: { note: input.note ?? order.note } });`)).toEqual([]);
  });
});

describe('a read for something else is left alone', () => {
  it('when it only tells which cache entry goes', () => {
    expect(found(`${READ}\nif (order) await cache.remove(order.slug);\n${PAY}`)).toEqual([]);
  });

  it('when it only goes to a log or a message', () => {
    expect(found(`${READ}\nlogger.info('was ' + order.status);\n${PAY}`)).toEqual([]);
  });

  it('when it is of another table', () => {
    expect(found(`const shop = await db.shop.findUniqueOrThrow({ where: { id } });
if (shop.status !== 'OPEN') throw new Error('closed');
${PAY}`)).toEqual([]);
  });

  it('when it comes after the update', () => {
    expect(found(`${PAY}\n${READ}\nif (order.status !== 'PAID') throw new Error('lost');`)).toEqual([]);
  });
});

describe('what only looks like an update is left alone', () => {
  it('when a hash is made', () => {
    expect(found(`${READ}\nif (order.status !== 'OPEN') throw new Error('no');
return createHash('sha256').update(order.id).digest('hex');`)).toEqual([]);
  });

  it('when something is taken out of a set, a map or an address', () => {
    expect(found(`${READ}\nconst url = new URL(input.url); if (order.status === 'OPEN') url.searchParams.delete('status');`)).toEqual([]);
    expect(found(`${READ}\nconst seen = new Map(); if (order.status === 'OPEN') seen.set('status', 1);`)).toEqual([]);
    expect(found(`${READ}\nconst seen = new Set(); if (order.status === 'OPEN') seen.delete('status');`)).toEqual([]);
  });

  it('when nothing is known of who is called', () => {
    expect(found(`const order = await input.order.findUnique({ where: { id } });
if (order.status !== 'OPEN') throw new Error('no');
await input.order.update({ where: { id }, data: { status: 'PAID', paidAt: new Date() } });`)).toEqual([]);
  });
});
