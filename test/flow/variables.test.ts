import { describe, expect, it } from 'vitest';
import { operationsOf, summaryOf } from '../adapters/operations-of.js';
import { traceOf } from './traces.js';

const FIND = 'db.user.findUnique({ where: { email } })';
const INSERT = 'db.user.create({ data: { email } })';
const ABSENT = ['read user', 'insert user if user absent'];

/** Summaries of what a function with the given body does. */
const written = (body: string): readonly string[] =>
  operationsOf({
    'a.ts': `import { PrismaClient } from '@prisma/client';
const db = new PrismaClient();
export async function run(email: string, input: Input) { ${body} }`,
  }, 'a.ts').map(summaryOf);

describe('parameters', () => {
  it('have their default where nothing is given', () => {
    expect(traceOf('await add();', 'const add = (client = db) => client.user.create({ data: {} });')).toEqual(['insert user']);
  });

  it('of a destructured object have theirs', () => {
    expect(traceOf('await add({ email });', `
const add = ({ email, client = db, ...rest }: Options = {}) => client.user.create({ data: { email, ...rest } });`)).toEqual([
      'insert user',
    ]);
  });

  it('rest takes what is left', () => {
    expect(traceOf('await add(1, db);', 'const add = (count: number, ...[client]: Client[]) => client.user.create({ data: {} });')).toEqual([
      'insert user',
    ]);
  });

  it('that are switches are what the call gives', () => {
    const register = `async function register(email: string, force = false) {
  const user = await ${FIND};
  if (user && !force) return user;
  return ${INSERT};
}`;
    expect(traceOf('await register(email);', register)).toEqual(ABSENT);
    expect(traceOf('await register(email, true);', register)).toEqual(['read user', 'insert user']);
  });
});

describe('destructuring', () => {
  it.each([
    ['of an object', 'const { user } = { user: await db.user.findUnique({ where: { email } }) };'],
    ['under another name', 'const { a: user } = { a: await db.user.findUnique({ where: { email } }) };'],
    ['of a list', 'const [user] = await db.user.findMany({ where: { email } });'],
    ['nested', 'const { a: [user] } = { a: await db.user.findMany({ where: { email } }) };'],
    ['into variables that are there', 'let user; ({ user } = { user: await db.user.findUnique({ where: { email } }) });'],
  ])('%s', (_, declaration) => {
    expect(traceOf(`${declaration} if (!user) await ${INSERT};`)).toEqual(ABSENT);
  });
});

describe('objects', () => {
  // Each state stands in the next one twice, so that the ways through them double with every change.
  it('changed under many conditions are read in bounded time', () => {
    const changes = Array.from({ length: 40 }, (_, index) => `if (input.at(${index})) input.options.step${index} = 1;`);
    expect(traceOf(`${changes.join('\n')}
      await db.user.create({ data: { email: input.options.email } });`)).toEqual(['insert user']);
  });

  it('a later property overrides a spread', () => {
    expect(written("await db.user.create({ data: { ...{ email: 'a', name: 'b' }, email } });")).toEqual(['insert user (email, name)']);
    expect(written('await db.user.findFirst({ where: { ...{ email: 1 }, email } });')).toEqual(['read user by email = email']);
  });

  it('a later spread overrides a property', () => {
    expect(written('await db.user.findFirst({ where: { email, ...{ email: 1 } } });')).toEqual(['read user by email = 1']);
  });

  it('what is spread and cannot be read leaves more', () => {
    expect(written('await db.user.create({ data: { ...input, email } });')).toEqual(['insert user (email, ...)']);
  });

  it('rest is what was not taken', () => {
    expect(written('const { id, ...data } = { id: 1, email }; await db.user.create({ data });')).toEqual(['insert user (email)']);
  });

  it('a property can be set later, or by Object.assign', () => {
    expect(written('const data = {}; data.email = email; await db.user.create({ data });')).toEqual(['insert user (email)']);
    expect(written('const data = {}; Object.assign(data, { email }); await db.user.create({ data });')).toEqual(['insert user (email)']);
    expect(written('const data: any = {}; if (input.email) data.email = email; await db.user.create({ data });')).toEqual(['insert user (email)']);
  });

  it('a computed key that can be read counts', () => {
    expect(written("const key = 'email'; await db.user.create({ data: { [key]: email } });")).toEqual(['insert user (email)']);
    expect(written('await db.user.create({ data: { [input.key]: email } });')).toEqual(['insert user (...)']);
  });
});

describe('which client', () => {
  it.each([
    ['(input.tx || db).user.create({ data: { email } })'],
    ['(input.tx ?? db).user.create({ data: { email } })'],
    ['(input ? db : db).user.create({ data: { email } })'],
    ['db["user"].create({ data: { email } })'],
    ['db!.user.create({ data: { email } })'],
    ['(db as any).user.create({ data: { email } })'],
    ['db?.user?.create({ data: { email } })'],
  ])('%s', expression => {
    expect(traceOf(`await ${expression};`)).toEqual(['insert user']);
  });

  it('its model can be kept', () => {
    expect(traceOf('const users = db.user; const { create } = users; await users.create({ data: {} });')).toEqual(['insert user']);
  });
});

it('of a list with a hole are walked: `let [, second] = list`', () => {
  expect(written(`let found; [, found] = [1, await ${FIND}]; if (!found) await ${INSERT};`)).toHaveLength(2);
  expect(traceOf(`const [, found] = await Promise.all([input, ${FIND}]); if (!found) await ${INSERT};`)).toEqual(ABSENT);
});
