import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-check-then-insert.js';
import { briefOf, findingsOf } from './findings-of.js';

const START = `import { PrismaClient } from '@prisma/client';
const db = new PrismaClient();
export async function register(email: string, input: Input) {
`;
/** Findings in the body of a function; its first line is the fourth. */
const found = (body: string): readonly string[] => briefOf(findingsOf(rule, `${START}${body}\n}`));

const FIND = 'db.user.findUnique({ where: { email } })';
const INSERT = 'db.user.create({ data: { email } })';

describe('a read that does not decide the insert is left alone', () => {
  it('when it is of a parent that must be there', () => {
    expect(found(`const post = await db.post.findUnique({ where: { id: input.post } });
if (!post) throw new NotFoundError();
await db.comment.create({ data: { postId: post.id } });`)).toEqual([]);
    expect(found(`const parent = await db.comment.findUnique({ where: { id: input.parent } });
if (!parent) throw new NotFoundError();
await db.comment.create({ data: { parentId: parent.id } });`)).toEqual([]);
  });

  it('when their number is below a limit', () => {
    const limited = (test: string): string => `const users = await db.user.findMany({ where: { email } });
if (${test}) throw new Error('too many');
await ${INSERT};`;
    expect(found(limited('users.length > 5'))).toEqual([]);
    expect(found(limited('users.length >= 3'))).toEqual([]);
    expect(found(limited('users.length > 0'))).toEqual(['6 checkThenInsert']);
    expect(found(limited('users.length >= 1'))).toEqual(['6 checkThenInsert']);
  });

  it('when it is of another table', () => {
    expect(found(`if (await db.ban.findUnique({ where: { email } })) throw new Error('banned');\nawait ${INSERT};`)).toEqual([]);
    expect(found(`if (await ${FIND}) throw new Error('taken');\nawait ${INSERT};`)).toEqual(['5 checkThenInsert']);
  });

  it('when the insert happens either way', () => {
    expect(found(`const user = await ${FIND};\nawait db.user.create({ data: { email, isSecond: Boolean(user) } });`)).toEqual([]);
    expect(found(`const user = await ${FIND};\nif (user) await log(user);\nawait ${INSERT};`)).toEqual([]);
  });

  it('when the code inserts on both sides', () => {
    expect(found(`const user = await db.login.findFirst({ where: { email } });
if (user) await db.login.create({ data: { email, again: true } });
else await db.login.create({ data: { email, again: false } });`)).toEqual([]);
    expect(found(`const user = await db.login.findFirst({ where: { email } });
if (user) await db.login.update({ where: { id: user.id }, data: { again: true } });
else await db.login.create({ data: { email, again: false } });`)).toEqual(['6 checkThenInsert']);
  });

  it('when the row found is copied', () => {
    expect(found(`const { id, ...row } = await db.user.findUniqueOrThrow({ where: { id: input.id } });
await db.user.create({ data: row });`)).toEqual([]);
  });

  it('when it comes after the insert', () => {
    expect(found(`await ${INSERT};\nif (!(await ${FIND})) throw new Error('lost');`)).toEqual([]);
  });

  it('when the old row is removed before a new one is made', () => {
    expect(found(`const user = await ${FIND};
if (user) await db.user.delete({ where: { id: user.id } });
await ${INSERT};`)).toEqual([]);
  });
});

describe('a value that is made anew is left alone', () => {
  it('when it is only looked at whether it is free', () => {
    expect(found(`let slug; let taken;
do {
slug = nanoid();
taken = await db.link.findUnique({ where: { slug } });
} while (taken);
await db.link.create({ data: { slug } });`)).toEqual([]);
    expect(found(`let slug = input.slug; let taken;
do {
slug = slug + '-';
taken = await db.link.findUnique({ where: { slug } });
} while (taken);
await db.link.create({ data: { slug } });`)).toEqual(['9 checkThenInsert']);
  });

  it('when it is the key of the row', () => {
    expect(found(`const token = await db.token.findFirst({ where: { token: input.token } });
if (!token) await db.token.create({ data: { token: randomUUID() } });`)).toEqual([]);
  });
});

describe('what only looks like an insert is left alone', () => {
  it('when nothing is known of who is called', () => {
    expect(found(`if (await input.users.findUnique({ where: { email } })) return;\nawait input.users.create({ data: { email } });`)).toEqual([]);
    expect(found(`if (await ${FIND}) return;\nawait RegisterCommand.create({ email });`)).toEqual([]);
  });

  it('when it is a client of the same name that is not the library', () => {
    const code = (from: string): string => `import { PrismaClient } from '${from}';
const db = new PrismaClient();
export async function run(email: string) { if (!(await ${FIND})) await ${INSERT}; }`;
    expect(briefOf(findingsOf(rule, { 'app.ts': code('./fake.js'), 'fake.ts': 'export class PrismaClient {}' }))).toEqual([]);
    expect(briefOf(findingsOf(rule, code('@prisma/client')))).toEqual(['3 checkThenInsert']);
  });

  it('when TypeORM only makes the entity', () => {
    const code = (save: string): string => `import { DataSource, Entity } from 'typeorm';
@Entity() class User { email!: string; }
const users = new DataSource({ type: 'postgres' }).getRepository(User);
export async function run(email: string) {
  const user = await users.findOneBy({ email });
  if (user) return user;
  const row = users.create({ email });
  ${save}
}`;
    expect(briefOf(findingsOf(rule, code('return row;')))).toEqual([]);
    expect(briefOf(findingsOf(rule, code('return users.save(row);')))).toEqual(['8 checkThenInsert']);
  });

  it('when an entity is saved that has its id', () => {
    const code = (values: string): string => `import { DataSource, Entity, PrimaryGeneratedColumn } from 'typeorm';
@Entity() class User { @PrimaryGeneratedColumn() id!: number; email!: string; }
const users = new DataSource({ type: 'postgres' }).getRepository(User);
export async function run(id: number, email: string) {
  if (await users.findOneBy({ email })) throw new Error('taken');
  await users.save(${values});
}`;
    expect(briefOf(findingsOf(rule, code('{ id, email }')))).toEqual([]);
    expect(briefOf(findingsOf(rule, code('{ email }')))).toEqual(['6 noConstraint']);
  });

  it('when a cache is filled', () => {
    const code = `import Redis from 'ioredis';
const redis = new Redis();
export async function run(id: string) {
  const known = await redis.get(id);
  if (known) return JSON.parse(known);
  const value = await load(id);
  await redis.set(id, JSON.stringify(value), 'EX', 60);
  return value;
}`;
    expect(briefOf(findingsOf(rule, code))).toEqual([]);
  });

  it('when a map is filled', () => {
    expect(found(`const known = new Map();\nif (!known.has(email)) known.set(email, await ${FIND});`)).toEqual([]);
  });
});

describe('what cannot be decided is left alone', () => {
  it('when a condition that cannot be read decides', () => {
    expect(found(`const user = await ${FIND};\nif (await input.isAllowed(user)) await ${INSERT};`)).toEqual([]);
    expect(found(`const user = await ${FIND};\nif (input.force) await ${INSERT};`)).toEqual([]);
  });

  it('when the tables cannot be read', () => {
    expect(found(`if (await db[input.a].findFirst({ where: { email } })) return;\nawait db[input.b].create({ data: { email } });`)).toEqual([]);
  });
});
