import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-check-then-insert.js';
import { briefOf, findingsOf, textOf } from './findings-of.js';

const found = (files: Readonly<Record<string, string>>): readonly string[] => briefOf(findingsOf(rule, files));

const DB = "import { PrismaClient } from '@prisma/client';\nexport const db = new PrismaClient();";
const USERS = `import { db } from './db.js';
export const find = (email: string) => db.user.findUnique({ where: { email } });
export const add = (email: string) => db.user.create({ data: { email } });
export async function refuseTaken(email: string) {
  if (await find(email)) throw new Error('taken');
}
export async function requireUser(email: string) {
  const user = await find(email);
  if (!user) throw new Error('missing');
  return user;
}`;

describe('a read and an insert in functions of another file', () => {
  const run = (body: string): Readonly<Record<string, string>> => ({
    'app.ts': `import { add, find, refuseTaken, requireUser } from './users.js';
export async function run(email: string) {
  ${body}
}`,
    'users.ts': USERS,
    'db.ts': DB,
  });

  it('are reported where the two are brought together', () => {
    const [finding] = findingsOf(rule, run('const user = await find(email);\n  if (!user) await add(email);'));
    expect(finding).toMatchObject({ loc: { start: { line: 4, column: 19 } } });
    expect(finding && textOf(rule, finding)).toContain('Two runs at once both miss `user` by email (');
    expect(finding && textOf(rule, finding)).toContain('users.ts:2)');
  });

  it('are told apart by the side on which the insert runs', () => {
    expect(found(run('if (!(await find(email))) await add(email);'))).toEqual(['3 checkThenInsert']);
    expect(found(run('if (await find(email)) await add(email);'))).toEqual([]);
  });

  it('are reported when the helper throws on the present row', () => {
    expect(found(run('await refuseTaken(email);\n  await add(email);'))).toEqual(['4 checkThenInsert']);
    expect(found(run('await requireUser(email);\n  await add(email);'))).toEqual([]);
  });

  it('are reported when the helper throws on the absent row and that is caught', () => {
    expect(found(run('try { return await requireUser(email); } catch { return add(email); }'))).toEqual(['3 checkThenInsert']);
    expect(found(run('try { await refuseTaken(email); } catch { return add(email); }'))).toEqual([]);
  });

  it('are about one row only when it is looked up by what is inserted', () => {
    expect(found(run("if (!(await find('a'))) await add('b');"))).toEqual([]);
    expect(found(run("if (!(await find('a'))) await add('a');"))).toEqual(['3 checkThenInsert']);
  });
});

describe('a helper that does both', () => {
  const ensure = (insert: string): string => `import { db } from './db.js';
export async function ensure(email: string) {
  const user = await db.user.findUnique({ where: { email } });
  return user ?? ${insert};
}`;

  it('is reported in its own file and not where it is called', () => {
    const caller = "import { ensure } from './users.js';\nexport const run = async (email: string) => { await ensure(email); };";
    const users = ensure('db.user.create({ data: { email } })');
    expect(found({ 'users.ts': users, 'app.ts': caller, 'db.ts': DB })).toEqual(['4 checkThenInsert']);
    expect(found({ 'app.ts': caller, 'users.ts': users, 'db.ts': DB })).toEqual([]);
  });

  it('is left alone when it is an upsert', () => {
    expect(found({ 'users.ts': ensure('db.user.upsert({ where: { email }, create: { email }, update: {} })'), 'db.ts': DB })).toEqual([]);
  });
});

describe('services and repositories', () => {
  const repository = (body: string): string => `import { Injectable } from '@nestjs/common';
import { PrismaService } from './prisma.service.js';
@Injectable()
export class UserRepository {
  constructor(private readonly prisma: PrismaService) {}
  ${body}
}`;
  const PRISMA = `import { PrismaClient } from '@prisma/client';
export class PrismaService extends PrismaClient {}`;
  const service = (body: string): string => `import { ConflictException, Injectable } from '@nestjs/common';
import { UserRepository } from './users.js';
@Injectable()
export class UserService {
  constructor(private readonly users: UserRepository) {}
  async register(email: string) {
    ${body}
  }
}`;
  const project = (body: string, methods: string): Readonly<Record<string, string>> => ({
    'app.ts': service(body),
    'users.ts': repository(methods),
    'prisma.service.ts': PRISMA,
  });

  it('are reported when the service decides', () => {
    const methods = `findByEmail(email: string) { return this.prisma.user.findUnique({ where: { email } }); }
  create(data: object) { return this.prisma.user.create({ data }); }`;
    const check = 'if (await this.users.findByEmail(email)) throw new ConflictException();';
    expect(found(project(`${check}\n    return this.users.create({ email });`, methods))).toEqual(['8 checkThenInsert']);
    expect(found(project(`${check.replace('if (await', 'if (!(await').replace('(email))', '(email)))')}\n    return this.users.create({ email });`, methods))).toEqual([]);
  });

  it('are left alone when the repository handles the violation', () => {
    const methods = `findByEmail(email: string) { return this.prisma.user.findUnique({ where: { email } }); }
  async create(data: object) {
    try { return await this.prisma.user.create({ data }); }
    catch (error) { if (error.code === 'P2002') return this.findByEmail(data.email); throw error; }
  }`;
    expect(found(project('if (await this.users.findByEmail(email)) throw new ConflictException();\n    return this.users.create({ email });', methods))).toEqual([]);
  });

  it('are reported when a method of the base class inserts', () => {
    expect(found({
      'app.ts': `import { Base } from './base.js';
export class Users extends Base {
  async create(email: string) {
    if (await this.prisma.user.findUnique({ where: { email } })) throw new Error('taken');
    return super.create(email);
  }
}`,
      'base.ts': `import { PrismaService } from './prisma.service.js';
export class Base {
  constructor(protected readonly prisma: PrismaService) {}
  create(email: string) { return this.prisma.user.create({ data: { email } }); }
}`,
      'prisma.service.ts': PRISMA,
    })).toEqual(['5 checkThenInsert']);
  });

  it('are reported when the insert is called upsert', () => {
    const methods = `async upsert(email: string) {
    const user = await this.prisma.user.findUnique({ where: { email } });
    if (user) return this.prisma.user.update({ where: { email }, data: { seen: true } });
    return this.prisma.user.create({ data: { email } });
  }`;
    expect(found({ 'users.ts': repository(methods), 'prisma.service.ts': PRISMA })).toEqual(['9 checkThenInsert']);
  });
});
