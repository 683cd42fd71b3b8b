import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-read-then-update.js';
import { Engine } from '../../src/analysis/engine.js';
import { findAll } from '../../src/rule-kit/find-all.js';
import { temporaryProject } from '../temporary-project.js';
import { briefOf, findingsOf } from './findings-of.js';

const code = (body: string): string => `import { PrismaClient } from '@prisma/client';
import { compare, hash } from 'bcrypt';
const prisma = new PrismaClient();
export async function run(id: string, input: Input) {
const user = await prisma.user.findUniqueOrThrow({ where: { id } });
${body}
}`;
const found = (body: string): readonly string[] => briefOf(findingsOf(rule, code(body)));

const ENABLE = `if (user.enabled) throw new Error('already');
await prisma.user.update({ where: { id }, data: { enabled: true } });`;

describe('an update after which the row is the same, whoever wrote it', () => {
  it('is left alone, with a line in a log', () => {
    expect(found(ENABLE)).toEqual([]);
    expect(found(`${ENABLE}\nawait prisma.auditLog.create({ data: { userId: id } });`)).toEqual([]);
    expect(found(ENABLE.replaceAll('enabled', 'deletedAt').replace('true', 'new Date()'))).toEqual([]);
  });

  it('is reported where something comes with it that is seen twice', () => {
    expect(found(`${ENABLE}\nawait prisma.parcel.create({ data: { userId: id } });`)).toEqual(['7 decided']);
    expect(found(`${ENABLE}\nawait mailer.sendMail(user.email, 'welcome');`)).toEqual(['7 decided']);
    expect(found(`${ENABLE}\nawait prisma.team.update({ where: { id: user.teamId }, data: { seats: { increment: 1 } } });`))
      .toEqual(['7 decided']);
    expect(found(`${ENABLE}\nawait prisma.login.update({ where: { id: user.loginId }, data: { password: input.next } });`))
      .toEqual(['7 decided']);
  });

  it('is reported where it takes what can be had once', () => {
    expect(found(ENABLE.replaceAll('enabled', 'used'))).toEqual(['7 decided']);
    expect(found(ENABLE.replaceAll('enabled', 'redeemedAt').replace('true', 'new Date()'))).toEqual(['7 decided']);
    expect(found(ENABLE.replaceAll('enabled', 'paused'))).toEqual([]);
  });

  it('is reported where the state is one of several, or each run writes its own', () => {
    expect(found(ENABLE.replace('user.enabled', "user.status !== 'OPEN'").replace('enabled: true', "status: 'PAID'"))).toEqual([
      '7 decided',
    ]);
    expect(found(ENABLE.replace('enabled: true', 'enabled: true, plan: input.plan'))).toEqual(['7 decided']);
    expect(found(ENABLE.replace('enabled: true', 'enabled: true, enabledBy: input.user'))).toEqual([]);
  });

  it('is reported where the option asks for it', () => {
    const root = temporaryProject({ 'package.json': '{}' });
    const units = new Engine(root).units(`${root}/app.ts`, code(ENABLE));
    expect(briefOf(findAll(rule, units, { checkConvergent: true }))).toEqual(['7 decided']);
  });
});

describe('a row found by a column that is then written', () => {
  const remove = `const row = await prisma.user.findFirst({ where: { id, deletedAt: null } });
if (!row) throw new Error('none');
await prisma.user.update({ where: { id: row.id }, data: { deletedAt: new Date() } });`;

  it('is left alone where it is the same whoever wrote it', () => {
    expect(found(remove)).toEqual([]);
  });

  it('is reported where it can be had once', () => {
    expect(found(remove.replaceAll('deletedAt', 'usedAt'))).toEqual(['8 filtered']);
  });
});

describe('a test that the row passes again after the update', () => {
  const change = `if (!user.password) throw new Error('none');
if (!(await compare(input.now, user.password))) throw new Error('wrong');
await prisma.user.update({ where: { id }, data: { password: await hash(input.next, 10) } });`;

  it('keeps no second run out', () => {
    expect(found(change)).toEqual([]);
  });

  it('does where the second run fails it', () => {
    expect(found(change.replace('!user.password', 'user.password'))).toEqual(['8 decided']);
  });
});

describe('a number of failures that the database counts', () => {
  const retry = `if (user.retried >= 3) throw new Error('too often');
try { await input.work(); } catch (error) {
  await prisma.user.update({ where: { id }, data: { retried: { increment: 1 } } });
  throw error;
}`;

  it('may pass its limit by one', () => {
    expect(found(retry)).toEqual([]);
  });

  it('is no stock', () => {
    expect(found(`if (user.stock < 1) throw new Error('none');
await prisma.user.update({ where: { id }, data: { stock: { decrement: 1 } } });`)).toEqual(['7 decided']);
  });
});

describe('a comparison with what is written, beside another test', () => {
  const rename = `const isSame = input.title === undefined || input.title === user.title;
if (!isSame && user.status === 'DONE') throw new Error('locked');
await prisma.user.update({ where: { id }, data: { title: input.title } });`;

  it('only asks whether there is anything to do', () => {
    expect(found(rename)).toEqual([]);
    expect(found(rename.replace('{ title: input.title }', "{ title: input.title, status: 'OPEN' }"))).toEqual(['8 decided']);
  });
});

describe('a row that this run has inserted', () => {
  const send = `const count = await prisma.mail.count({ where: { userId: id } });
if (count >= 5) throw new Error('limit');
const made = await prisma.mail.create({ data: { userId: id } });
const mail = await prisma.mail.findUniqueOrThrow({ where: { id: made.id } });
await prisma.mail.update({ where: { id: mail.id }, data: { status: 'SENT' } });`;

  it('is nobody else\'s, also when it was read again', () => {
    expect(found(send)).toEqual([]);
    expect(found(send.replace('id: made.id', 'id: input.mail'))).toEqual(['10 counted']);
  });
});

describe('a row that is read again by its id', () => {
  const hit = `await save(id, { total: user.total + 1 });
}
async function save(id: string, changes: Changes) {
const row = await prisma.user.findUniqueOrThrow({ where: { id } });
await prisma.user.update({ where: { id: row.id }, data: changes });`;

  it('is still the row that a value was computed from', () => {
    expect(found(hit)).toEqual(['10 computed']);
    expect(found(hit.replace('save(id,', 'save(input.other,'))).toEqual([]);
  });
});

describe('a set in Redis that is filled where it is missing', () => {
  const fill = `import Redis from 'ioredis';
const redis = new Redis();
export async function run(key: string, id: string) {
if ((await redis.exists(key)) === 0) await redis.zadd(key, 1, id);
}`;

  it('is the same whoever fills it', () => {
    expect(briefOf(findingsOf(rule, fill))).toEqual([]);
  });
});
