import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-check-then-insert.js';
import { briefOf, findingsOf } from './findings-of.js';

const code = (body: string): string => `import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export async function run(token: string, input: Input) {
${body}
}`;
const found = (body: string): readonly string[] => briefOf(findingsOf(rule, code(body)));

const LINK = `const ticket = await prisma.ticket.delete({ where: { token } });
const member = await prisma.member.findFirst({ where: { userId: ticket.userId } });
if (!member) await prisma.member.create({ data: { userId: ticket.userId } });`;

describe('a row that only one run can remove', () => {
  it('keeps the others out of what it tells', () => {
    expect(found(LINK)).toEqual([]);
    expect(found(LINK.replace('ticket.delete', 'ticket.findUnique'))).toEqual(['6 checkThenInsert']);
  });

  it('does so where it was read before', () => {
    const read = LINK.replace('delete(', 'findUnique(').replace('\n', '\nawait prisma.ticket.delete({ where: { id: ticket.id } });\n');
    expect(found(read)).toEqual([]);
    expect(found(read.replace('ticket.delete(', 'ticket.deleteMany('))).toEqual(['7 checkThenInsert']);
  });

  it('does not where its failure is passed over', () => {
    expect(found(LINK.replace('where: { token } })', 'where: { token } }).catch(() => null)'))).toEqual(['6 checkThenInsert']);
  });

  it('does not where what is looked up is told by something else', () => {
    expect(found(LINK.replaceAll('ticket.userId', 'input.user'))).toEqual(['6 checkThenInsert']);
  });
});

describe('a claim whose count is tested', () => {
  const claim = `const { count } = await prisma.ticket.updateMany({ where: { id: input.ticket, used: false }, data: { used: true } });
if (count === 0) throw new Error('used');
const member = await prisma.member.findFirst({ where: { ticket: input.ticket } });
if (!member) await prisma.member.create({ data: { ticket: input.ticket } });`;

  it('keeps a second run out', () => {
    expect(found(claim)).toEqual([]);
    expect(found(claim.replace("if (count === 0) throw new Error('used');", ''))).toEqual(['7 checkThenInsert']);
  });
});

describe('a service outside that refuses what is there', () => {
  const register = `const there = await prisma.domain.findUnique({ where: { name: token } });
if (there) throw new Error('exists');
try { await input.mail.register(token); } catch (error) {
  if (error.name === 'AlreadyExistsException') throw new Error('exists');
  throw error;
}
await prisma.domain.create({ data: { name: token } });`;

  it('keeps a second run out', () => {
    expect(found(register)).toEqual([]);
  });

  it('does not where the refusal is passed over', () => {
    expect(found(register.replace("throw new Error('exists');\n  throw error;", 'return;\n  throw error;'))).toEqual([
      '10 checkThenInsert',
    ]);
  });
});

describe('a row that was updated first in the transaction', () => {
  const open = `await prisma.$transaction(async tx => {
await tx.user.update({ where: { id: input.user }, data: { seenAt: new Date() } });
const session = await tx.session.findFirst({ where: { userId: input.user } });
if (!session) await tx.session.create({ data: { userId: input.user } });
});`;

  it('stays locked for a second run', () => {
    expect(found(open)).toEqual([]);
  });

  it('is not where nothing holds the two together', () => {
    expect(found(open.replaceAll('tx.', 'prisma.'))).toEqual(['7 checkThenInsert']);
    expect(found(open.replace('update({ where: { id: input.user }', 'update({ where: { id: input.other }'))).toEqual(['7 checkThenInsert']);
  });
});

describe('children of a row that this run has inserted', () => {
  const children = `const parent = await prisma.parent.create({ data: { name: token } });
const there = await prisma.child.findFirst({ where: { parentId: parent.id } });
if (!there) await prisma.child.create({ data: { parentId: parent.id } });`;

  it('are known to nobody else', () => {
    expect(found(children)).toEqual([]);
    expect(found(children.replace('.create({ data: { name: token } })', '.findFirst({ where: { name: token } })'))).toEqual([
      '6 checkThenInsert',
    ]);
  });
});

describe('what is there but not young enough', () => {
  const cooldown = `const last = await prisma.mail.findFirst({ where: { userId: token } });
if (last?.createdAt && Date.now() - last.createdAt.getTime() < 300000) return;
await prisma.mail.create({ data: { userId: token } });`;

  it('is no hindrance', () => {
    expect(found(cooldown)).toEqual([]);
    expect(found(cooldown.replace(/if .*\n/u, 'if (last) return;\n'))).toEqual(['6 checkThenInsert']);
    expect(found(cooldown.replaceAll('createdAt', 'expiresAt'))).toEqual(['6 checkThenInsert']);
  });
});

describe('a limit', () => {
  const limit = `const team = await prisma.team.findFirst({ where: { id: token }, include: { seats: true } });
if (!team || team.seats.length >= 100) throw new Error('limit');
await prisma.seat.create({ data: { teamId: token } });`;

  it('is no absence', () => {
    expect(found(limit)).toEqual([]);
    expect(found(limit.replace('>= 100', '> 0'))).toEqual(['6 checkThenInsert']);
  });
});

describe('a violation that is caught', () => {
  const schema = `datasource db { provider = "postgresql" }
model Team {
  id String @id @default(uuid())
  owner String
  url String @unique
}`;
  const body = `const there = await prisma.team.findFirst({ where: { owner: token } });
if (there) throw new Error('one each');
try { await prisma.team.create({ data: { owner: token, url: input.url } }); } catch (error) {
  if (error.code === 'P2002') throw new Error('taken');
  throw error;
}`;
  const withSchema = (text: string, declared: string): readonly string[] =>
    briefOf(findingsOf(rule, { 'app.ts': code(text), 'prisma/schema.prisma': declared }));

  it('is of another key where none is on what was looked up', () => {
    expect(withSchema(body, schema)).toEqual(['6 noConstraint']);
    expect(withSchema(body, schema.replace('owner String', 'owner String @unique'))).toEqual([]);
  });

  it('is taken to be the right one where nothing is known of the table', () => {
    expect(found(body)).toEqual([]);
  });
});
