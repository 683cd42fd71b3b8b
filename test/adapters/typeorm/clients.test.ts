import { describe, expect, it } from 'vitest';
import { operationsOf, summaryOf } from '../operations-of.js';

const ENTITY = `
import { Entity, PrimaryGeneratedColumn } from 'typeorm';
@Entity('users')
export class User { @PrimaryGeneratedColumn() id: number; email: string; }
`;

const summaries = (files: Readonly<Record<string, string>>, entry = 'app.ts'): readonly string[] =>
  operationsOf({ 'user.ts': ENTITY, ...files }, entry).map(summaryOf);

const READ = 'read users by email = email';

describe('where typeorm is reached', () => {
  it('from a data source of another file', () => {
    const files = {
      'db.ts':
        "import { DataSource } from 'typeorm'; export const db = new DataSource({ type: 'postgres' }); export const connect = () => db.initialize();",
      'app.ts': `import { db, connect } from './db'; import { User } from './user';
        const users = db.getRepository(User);
        export async function run(email) {
          await users.findOneBy({ email });
          await db.manager.findOneBy(User, { email });
          const ready = await connect();
          await ready.getRepository('users').findOneBy({ email });
        }`,
    };
    expect(summaries(files)).toEqual([READ, READ, READ]);
  });

  it('by the functions of 0.2', () => {
    const app = `import { createConnection, getConnection, getManager, getRepository } from 'typeorm'; import { User } from './user';
      export async function run(email) {
        await getRepository(User).findOne({ email });
        await getManager().findOne(User, { email });
        await getConnection().getRepository(User).findOne({ email });
        const connection = await createConnection();
        await connection.manager.findOne(User, { where: { email } });
      }`;
    expect(summaries({ 'app.ts': app })).toEqual([READ, READ, READ, READ]);
  });

  it('in a class that extends Repository', () => {
    const files = {
      'user.repository.ts': `import { DataSource, Repository } from 'typeorm'; import { User } from './user';
        export class UserRepository extends Repository<User> {
          constructor(dataSource: DataSource) { super(User, dataSource.createEntityManager()); }
          findByEmail(email) { return this.findOneBy({ email }); }
          findLocked(email) { return this.createQueryBuilder('u').setLock('pessimistic_write').where('u.email = :email', { email }).getOne(); }
        }`,
      'app.ts': `import { InjectRepository } from '@nestjs/typeorm'; import { DataSource } from 'typeorm'; import { UserRepository } from './user.repository';
        export class Service {
          constructor(@InjectRepository(UserRepository) private users: UserRepository, private dataSource: DataSource) {}
          async run(email) {
            if (!(await this.users.findByEmail(email))) await this.users.save({ email });
            await this.dataSource.transaction(async manager => {
              await manager.withRepository(this.users).findLocked(email);
              await manager.getCustomRepository(UserRepository).findByEmail(email);
            });
          }
        }`,
    };
    const operations = operationsOf({ 'user.ts': ENTITY, ...files }, 'app.ts');
    expect(operations.map(summaryOf)).toEqual([READ, 'insert users (email)', `${READ} locked`, READ]);
    expect(operations.map(({ transaction }) => transaction !== undefined)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('in a repository that is extended', () => {
    const files = {
      'users.ts': `import { db } from './db'; import { User } from './user';
        export const users = db.getRepository(User).extend({ findByEmail(email) { return this.findOneBy({ email }); } });`,
      'db.ts': "import { DataSource } from 'typeorm'; export const db = new DataSource({ type: 'mysql' });",
      'app.ts': `import { users } from './users';
        export async function run(email) { await users.findByEmail(email); await users.insert({ email }); }`,
    };
    expect(summaries(files)).toEqual([READ, 'insert users (email)']);
  });

  it('in a generic base class', () => {
    const files = {
      'base.ts': `import { Repository, FindOptionsWhere, DeepPartial } from 'typeorm';
        export abstract class BaseService<T> {
          constructor(protected readonly repository: Repository<T>) {}
          findOne(where) { return this.repository.findOne({ where }); }
          create(data) { return this.repository.save(this.repository.create(data)); }
        }`,
      'app.ts': `import { InjectRepository } from '@nestjs/typeorm'; import { Repository } from 'typeorm'; import { BaseService } from './base'; import { User } from './user';
        export class Service extends BaseService<User> {
          constructor(@InjectRepository(User) users: Repository<User>) { super(users); }
          async run(email) { if (!(await this.findOne({ email }))) await this.create({ email }); }
        }`,
    };
    expect(summaries(files)).toEqual([READ, 'insert users (email)']);
  });

  it('by an EntitySchema', () => {
    const app = `import { EntitySchema, EntityManager } from 'typeorm';
      const UserSchema = new EntitySchema({ name: 'User', tableName: 'users', columns: {} });
      export async function run(manager: EntityManager, email) { await manager.getRepository(UserSchema).findOneBy({ email }); await manager.insert(UserSchema, { email }); }`;
    expect(summaries({ 'app.ts': app })).toEqual([READ, 'insert users (email)']);
  });

  it('in plain JavaScript', () => {
    const app = `const typeorm = require('typeorm');
      const source = new typeorm.DataSource({ type: 'postgres' });
      exports.run = async email => { await source.getRepository('users').findOneBy({ email, deletedAt: typeorm.IsNull() }); };`;
    expect(summaries({ 'app.js': app }, 'app.js')).toEqual([`${READ}, deletedAt = null`]);
  });

  it('says one table is another only where it knows', () => {
    const app = `import { EntityManager } from 'typeorm';
      export async function run(manager: EntityManager, entity, email) {
        const repository = manager.getRepository(entity);
        await repository.findOneBy({ email });
        await repository.insert({ email });
        await manager.insert(entity, { email });
      }`;
    const [read, insert, other] = operationsOf({ 'app.ts': app }, 'app.ts').map(({ resource }) => resource);
    expect([read?.name, insert?.name, other?.name]).toEqual([undefined, undefined, undefined]);
    expect(read?.receiver).toBe(insert?.receiver);
    expect(read?.receiver).not.toBe(other?.receiver);
  });
});
