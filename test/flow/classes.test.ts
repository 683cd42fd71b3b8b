import { describe, expect, it } from 'vitest';
import { clientFile, traceOfFiles } from './traces.js';

const ABSENT = ['read user', 'insert user if user absent'];

const USERS = `import { db } from './db.js';
export class Users {
  find(email: string) { return db.user.findUnique({ where: { email } }); }
  add(email: string) { return db.user.create({ data: { email } }); }
}`;

describe('a class of another file', () => {
  it('is reached through a constructor parameter', () => {
    expect(traceOfFiles({
      'app.ts': `import { Users } from './users.js';
export class Service {
  constructor(private readonly users: Users) {}
  async run(email: string) { if (!(await this.users.find(email))) await this.users.add(email); }
}`,
      'users.ts': USERS,
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });

  it('is reached through a field', () => {
    expect(traceOfFiles({
      'app.ts': `import { Users } from './users.js';
export class Service {
  private users = new Users();
  async run(email: string) { if (!(await this.users.find(email))) await this.users.add(email); }
}`,
      'users.ts': USERS,
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });

  it('is reached through a field that the constructor sets', () => {
    expect(traceOfFiles({
      'app.ts': `import { Users } from './users.js';
export class Service {
  constructor() { this.users = new Users(); }
  async run(email: string) { if (!(await this.users.find(email))) await this.users.add(email); }
}`,
      'users.ts': USERS,
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });

  it('is reached through a private field', () => {
    expect(traceOfFiles({
      'app.ts': `import { Users } from './users.js';
export class Service {
  #users: Users;
  constructor(users: Users) { this.#users = users; }
  async run(email: string) { if (!(await this.#users.find(email))) await this.#users.add(email); }
}`,
      'users.ts': USERS,
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });

  it('is reached through static methods', () => {
    expect(traceOfFiles({
      'app.ts': `import Users from './users.js';
export async function run(email: string) { if (await Users.isFree(email)) await Users.add(email); }`,
      'users.ts': `import { db } from './db.js';
export default class Users {
  static find(email: string) { return db.user.findUnique({ where: { email } }); }
  static async isFree(email: string) { return !(await this.find(email)); }
  static add = (email: string) => db.user.create({ data: { email } });
}`,
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });

  it('is reached through a getter', () => {
    expect(traceOfFiles({
      'app.ts': `import { db } from './db.js';
export class Service {
  get users() { return db.user; }
  async run(email: string) { if (!(await this.users.findUnique({ where: { email } }))) await this.users.create({ data: { email } }); }
}`,
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });

  it('is reached through its one instance', () => {
    expect(traceOfFiles({
      'app.ts': `import { Users } from './users.js';
export async function run(email: string) { const users = Users.instance(); if (!(await users.find(email))) await users.add(email); }`,
      'users.ts': `${USERS.replace('class Users {', `class Users {
  private static known?: Users;
  static instance() { if (!this.known) this.known = new Users(); return this.known; }`)}`,
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });
});

describe('inheritance', () => {
  it('finds methods of the base class, with its type parameters filled in', () => {
    expect(traceOfFiles({
      'app.ts': `import { Repository, InjectRepository } from './nothing.js';
import { UserRepository } from './users.js';
export class Service {
  constructor(private readonly users: UserRepository) {}
  async run(email: string) { if (!(await this.users.findBy({ email }))) await this.users.add({ email }); }
}`,
      'users.ts': `import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { BaseRepository } from './base.js';
import { User } from './user.js';
export class UserRepository extends BaseRepository<User> {
  constructor(@InjectRepository(User) users: Repository<User>) { super(users); }
}`,
      'base.ts': `import { Repository } from 'typeorm';
export abstract class BaseRepository<T> {
  constructor(protected readonly rows: Repository<T>) {}
  findBy(where: object) { return this.rows.findOneBy(where); }
  add(row: object) { return this.rows.insert(row); }
}`,
      'user.ts': `import { Entity } from 'typeorm';
@Entity('user')
export class User {}`,
    })).toEqual(ABSENT);
  });

  it('gives super(...) what the subclass hands over', () => {
    expect(traceOfFiles({
      'app.ts': `import { db } from './db.js';
class Base { constructor(protected model: any) {} add(data: object) { return this.model.create({ data }); } }
class Users extends Base { constructor() { super(db.user); } }
export async function run(email: string) { await new Users().add({ email }); }`,
      'db.ts': clientFile,
    })).toEqual(['insert user']);
  });

  it('goes on above with super.method()', () => {
    expect(traceOfFiles({
      'app.ts': `import { Users } from './users.js';
export class Checked extends Users {
  async run(email: string) { if (await this.find(email)) throw new Error('taken'); return super.add(email); }
}`,
      'users.ts': USERS,
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });

  it('calls the method of the subclass from the base class', () => {
    expect(traceOfFiles({
      'app.ts': `import { db } from './db.js';
abstract class Base { async ensure(email: string) { return (await this.find(email)) ?? db.user.create({ data: { email } }); } abstract find(email: string): any; }
export class Users extends Base {
  find(email: string) { return db.user.findUnique({ where: { email } }); }
  async run(email: string) { await this.ensure(email); }
}`,
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });

  it('of a client is a client', () => {
    expect(traceOfFiles({
      'app.ts': `import { PrismaService } from './prisma.service.js';
export class Service {
  constructor(private readonly prisma: PrismaService) {}
  async run(email: string) {
    const user = await this.prisma.user.findUnique({ where: { email } });
    if (!user) await this.prisma.user.create({ data: { email } });
  }
}`,
      'prisma.service.ts': `import { PrismaClient } from '@prisma/client';
export class PrismaService extends PrismaClient { constructor() { super({ log: [] }); } }`,
    })).toEqual(ABSENT);
  });
});

describe('ports', () => {
  const service = (type: string, decorator = ''): string => `import { Inject, Injectable } from '@nestjs/common';
import { ${type} } from './port.js';
@Injectable()
export class Service {
  constructor(${decorator}private readonly users: ${type}) {}
  async run(email: string) { if (!(await this.users.find(email))) await this.users.add(email); }
}`;

  it('an interface is what implements it', () => {
    expect(traceOfFiles({
      'app.ts': service('UserStore'),
      'port.ts': 'export interface UserStore { find(email: string): Promise<User>; add(email: string): Promise<void>; }',
      'users.ts': USERS.replace('class Users', 'class PrismaUsers implements UserStore').replace('import', "import type { UserStore } from './port.js';\nimport"),
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });

  it('an abstract class is what a provider binds to it', () => {
    expect(traceOfFiles({
      'app.ts': service('UserStore'),
      'port.ts': 'export abstract class UserStore { abstract find(email: string): Promise<User>; abstract add(email: string): Promise<void>; }',
      'users.ts': USERS,
      'module.ts': `import { UserStore } from './port.js';
import { Users } from './users.js';
@Module({ providers: [{ provide: UserStore, useClass: Users }] })
export class UsersModule {}`,
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });

  it('a token is what a provider binds to it', () => {
    expect(traceOfFiles({
      'app.ts': service('UserStore', "@Inject('USERS') "),
      'port.ts': 'export interface UserStore { find(email: string): Promise<User>; add(email: string): Promise<void>; }',
      'users.ts': USERS,
      'module.ts': `import { Users } from './users.js';
@Module({ providers: [{ provide: 'USERS', useClass: Users }] })
export class UsersModule {}`,
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });

  it('that nothing implements is unknown', () => {
    expect(traceOfFiles({
      'app.ts': service('UserStore'),
      'port.ts': 'export interface UserStore { find(email: string): Promise<User>; add(email: string): Promise<void>; }',
    })).toEqual([]);
  });
});

describe('a class that is made of itself', () => {
  it('is read as far as needed', () => {
    expect(traceOfFiles({
      'app.ts': `import { Users } from './constructor';
export class Box<T> {
  state: string;
  constructor(box: Box<T>) { this.state = box.state; }
  async run(email: string) { const users = new Users(); if (this.state) return; if (!(await users.find(email))) await users.add(email); }
}`,
      'constructor.ts': USERS,
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });
});
