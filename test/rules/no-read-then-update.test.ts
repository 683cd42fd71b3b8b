import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-read-then-update.js';
import { briefOf, findingsOf, textOf } from './findings-of.js';

const START = `import { PrismaClient } from '@prisma/client';
const db = new PrismaClient();
export async function run(id: string, input: Input) {
`;
/** Findings in the body of a function; its first line is the fourth. */
const found = (body: string): readonly string[] => briefOf(findingsOf(rule, `${START}${body}\n}`));

const READ = 'const order = await db.order.findUniqueOrThrow({ where: { id } });';
const pay = (where: string): string => `await db.order.update({ where: ${where}, data: { status: 'PAID', paidAt: new Date() } });`;
const PAY = pay('{ id }');

describe('a column that code tests and the update writes', () => {
  it('is reported at the update, with the column and the place of the read', () => {
    const [finding, ...more] = findingsOf(rule, `${START}${READ}
if (order.status !== 'OPEN') throw new Error('not open');
${PAY}
}`);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      messageId: 'decided',
      loc: { start: { line: 6, column: 6 } },
      related: [{ label: 'reads order', loc: { start: { line: 4 } } }, { label: 'writes status', loc: { start: { line: 6 } } }],
    });
    expect(finding && textOf(rule, finding)).toBe(
      'Two runs at once both read `order` (line 4), both pass the test of `status`, and both write it. Repeat the test in the filter of the update and branch on its affected count.',
    );
  });

  it('is reported in an if and after an early exit', () => {
    const event = 'await db.event.create({ data: { order: id } });';
    expect(found(`${READ}\nif (order.status === 'OPEN') {\n${PAY}\n${event}\n}`)).toEqual(['6 decided']);
    expect(found(`${READ}\nif (order.status === 'PAID') return { error: 'already paid' };\n${PAY}`)).toEqual(['6 decided']);
    // With nothing else done, a second run leaves the same behind.
    expect(found(`${READ}\nif (order.status === 'OPEN') {\n${PAY}\n}`)).toEqual([]);
  });

  it('is reported of a time that marks what was done', () => {
    expect(found(`const token = await db.token.findUniqueOrThrow({ where: { id } });
if (token.usedAt) throw new Error('used');
await db.token.update({ where: { id }, data: { usedAt: new Date() } });`)).toEqual(['6 decided']);
    expect(found(`const token = await db.token.findUniqueOrThrow({ where: { id } });
if (token.usedAt) throw new Error('used');
await db.token.update({ where: { id, usedAt: null }, data: { usedAt: new Date() } });`)).toEqual([]);
  });

  it('is reported of a number that must suffice', () => {
    const read = 'const item = await db.item.findUniqueOrThrow({ where: { id } });';
    expect(found(`${read}\nif (item.stock < input.n) throw new Error('sold out');
await db.item.update({ where: { id }, data: { stock: { decrement: input.n } } });`)).toEqual(['6 decided']);
    expect(found(`${read}\nif (item.stock < input.n) throw new Error('sold out');
await db.item.update({ where: { id, stock: { gte: input.n } }, data: { stock: { decrement: input.n } } });`)).toEqual([]);
  });

  it('is reported when the row is saved by its own id', () => {
    const read = "const order = await db.order.findFirst({ where: { ref: input.ref } });";
    expect(found(`${read}\nif (order?.status !== 'OPEN') return { error: 'not open' };\n${pay('{ id: order.id }')}`)).toEqual(['6 decided']);
  });

  it('is left alone when another row is written', () => {
    expect(found(`${READ}\nif (order.status !== 'OPEN') throw new Error('no');\n${pay('{ id: input.other }')}`)).toEqual([]);
  });
});

describe('a WHERE that carries the condition', () => {
  it('is left alone in the update itself', () => {
    expect(found(`${READ}\nif (order.status !== 'OPEN') throw new Error('not open');\n${pay("{ id, status: 'OPEN' }")}`)).toEqual([]);
    expect(found(`${READ}\nif (order.status !== 'OPEN') throw new Error('not open');\n${pay('{ id, tenant: input.tenant }')}`)).toEqual([
      '6 decided',
    ]);
  });

  it('is left alone in updateMany whose count is tested', () => {
    expect(found(`${READ}
if (order.status !== 'OPEN') throw new Error('not open');
const { count } = await db.order.updateMany({ where: { id, status: 'OPEN' }, data: { status: 'PAID' } });
if (count === 0) throw new Error('too late');`)).toEqual([]);
  });

  it('is left alone with a test other than equality', () => {
    expect(found(`${READ}\nif (order.status === 'PAID') throw new Error('paid');\n${pay("{ id, status: { not: 'PAID' } }")}`)).toEqual([]);
    expect(found(`${READ}\nif (order.status === 'PAID') throw new Error('paid');\n${pay("{ id, NOT: { status: 'PAID' } }")}`)).toEqual([]);
  });

  it('is left alone in SQL', () => {
    const sql = (where: string): string => `await db.$executeRaw\`UPDATE "order" SET status = 'PAID', paid_at = now() WHERE \${${where}}\`;`;
    expect(found(`${READ}\nif (order.status !== 'OPEN') throw new Error('no');
${sql('').replace('${}', "id = ${id} AND status = 'OPEN'")}`)).toEqual([]);
    expect(found(`${READ}\nif (order.status !== 'OPEN') throw new Error('no');
${sql('').replace('${}', 'id = ${id}')}`)).toEqual(['6 decided']);
  });

  it('is left alone in a repository method of another file', () => {
    const project = (where: string): Readonly<Record<string, string>> => ({
      'app.ts': `import { find, pay } from './orders.js';
export async function run(id: string) {
  const order = await find(id);
  if (order.status !== 'OPEN') throw new Error('not open');
  await pay(id);
}`,
      'orders.ts': `import { PrismaClient } from '@prisma/client';
const db = new PrismaClient();
export const find = (id: string) => db.order.findUniqueOrThrow({ where: { id } });
export const pay = (id: string) => db.order.update({ where: ${where}, data: { status: 'PAID', paidAt: new Date() } });`,
    });
    expect(briefOf(findingsOf(rule, project("{ id, status: 'OPEN' }")))).toEqual([]);
    expect(briefOf(findingsOf(rule, project('{ id }')))).toEqual(['5 decided']);
  });

  it('is left alone when a helper adds it', () => {
    expect(found(`${READ}\nif (order.status !== 'OPEN') throw new Error('no');\n${pay('onlyOpen({ id })')}`)).toEqual([]);
  });
});

describe('a column that the read filters by and the update writes', () => {
  it('is reported', () => {
    expect(found(`const order = await db.order.findFirst({ where: { id, status: 'OPEN' } });
if (!order) throw new Error('not open');
${PAY}`)).toEqual(['6 filtered']);
    expect(found(`const order = await db.order.findFirst({ where: { id, status: 'OPEN' } });
if (!order) throw new Error('not open');
${pay("{ id, status: 'OPEN' }")}`)).toEqual([]);
  });

  it('is left alone when it is not written', () => {
    expect(found(`const order = await db.order.findFirst({ where: { id, tenant: 'a' } });
if (!order) throw new Error('missing');
${PAY}`)).toEqual([]);
  });
});

describe('a value that is computed from the one read', () => {
  const read = 'const account = await db.account.findUniqueOrThrow({ where: { id } });';

  it('is reported', () => {
    expect(found(`${read}\nawait db.account.update({ where: { id }, data: { balance: account.balance - input.cents } });`)).toEqual([
      '5 computed',
    ]);
    expect(found(`${read}\nconst balance = account.balance + 1;\nawait db.account.update({ where: { id }, data: { balance } });`)).toEqual([
      '6 computed',
    ]);
  });

  it('is left alone when the statement computes it', () => {
    expect(found(`${read}\nawait db.account.update({ where: { id }, data: { balance: { decrement: input.cents } } });`)).toEqual([]);
    expect(found(`${read}\nawait db.$executeRaw\`UPDATE account SET balance = balance - \${input.cents} WHERE id = \${id}\`;`)).toEqual([]);
  });

  it('is left alone when the filter repeats the old value, or a version', () => {
    expect(found(`${read}
await db.account.updateMany({ where: { id, balance: account.balance }, data: { balance: account.balance - input.cents } });`)).toEqual([]);
    expect(found(`${read}
const { count } = await db.account.updateMany({
where: { id, version: account.version },
data: { balance: account.balance - input.cents, version: account.version + 1 },
});
if (count === 0) throw new Error('changed');`)).toEqual([]);
  });

  it('is reported of a list that is read, changed and written whole', () => {
    const post = 'const post = await db.post.findUniqueOrThrow({ where: { id } });';
    expect(found(`${post}\nawait db.post.update({ where: { id }, data: { tags: [...post.tags, input.tag] } });`)).toEqual(['5 computed']);
    expect(found(`${post}\nawait db.post.update({ where: { id }, data: { tags: post.tags.filter(tag => tag !== input.tag) } });`)).toEqual([
      '5 computed',
    ]);
    expect(found(`${post}\nawait db.post.update({ where: { id }, data: { tags: { push: input.tag } } });`)).toEqual([]);
  });

  it('is reported of an object that is merged', () => {
    const user = 'const user = await db.user.findUniqueOrThrow({ where: { id } });';
    expect(found(`${user}\nawait db.user.update({ where: { id }, data: { settings: { ...user.settings, theme: input.theme } } });`)).toEqual([
      '5 computed',
    ]);
    expect(found(`${user}\nawait db.user.update({ where: { id }, data: { settings: { theme: input.theme } } });`)).toEqual([]);
  });

  it('is left alone when it is of another column', () => {
    expect(found(`${read}\nawait db.account.update({ where: { id }, data: { label: account.name + '!' } });`)).toEqual([]);
  });

  it('is reported of a value that is got and set', () => {
    const code = (set: string): string => `import Redis from 'ioredis';
const redis = new Redis();
export async function run(key: string) {
  const count = Number(await redis.get(key));
  ${set}
}`;
    expect(briefOf(findingsOf(rule, code('await redis.set(key, count + 1);')))).toEqual(['5 computed']);
    expect(briefOf(findingsOf(rule, code('await redis.incr(key);')))).toEqual([]);
  });
});

describe('rows that are counted', () => {
  it('are reported when their number decides', () => {
    const count = "const owners = await db.member.count({ where: { team: input.team, role: 'OWNER' } });";
    expect(found(`${count}\nif (owners === 1) throw new Error('last owner');\nawait db.member.delete({ where: { id } });`)).toEqual([
      '6 counted',
    ]);
    expect(found(`${count}\nif (input.strict) throw new Error('no');\nawait db.member.delete({ where: { id } });`)).toEqual([]);
  });
});

describe('rows that are moved', () => {
  it('are reported when it is told from where a row was', () => {
    const read = 'const card = await db.card.findUniqueOrThrow({ where: { id } });';
    expect(found(`${read}
await db.card.updateMany({ where: { position: { gt: card.position } }, data: { position: { decrement: 1 } } });`)).toEqual(['5 shifted']);
    expect(found(`${read}
await db.card.updateMany({ where: { position: { gt: input.position } }, data: { position: { decrement: 1 } } });`)).toEqual([]);
  });
});
