import { describe, expect, it } from 'vitest';
import { operationsOf, summaryOf } from '../operations-of.js';

const summaries = (files: Readonly<Record<string, string>>, entry = 'app.ts'): readonly string[] =>
  operationsOf(files, entry).map(summaryOf);

describe('models of sequelize', () => {
  it('come from the object that fills itself from a folder', () => {
    const files = {
      'models/index.js': `
        const fs = require('fs'); const path = require('path'); const Sequelize = require('sequelize');
        const db = {};
        const sequelize = new Sequelize(process.env.DB);
        fs.readdirSync(__dirname).forEach(file => {
          const model = require(path.join(__dirname, file))(sequelize, Sequelize.DataTypes);
          db[model.name] = model;
        });
        db.sequelize = sequelize; db.Sequelize = Sequelize;
        module.exports = db;`,
      'app.js': `
        const db = require('./models'); const { User, sequelize } = require('./models');
        exports.run = async (email) => {
          await User.findOne({ where: { email } });
          await sequelize.transaction(async transaction => { await db.Order.create({ email }, { transaction }); });
        };`,
    };
    expect(summaries(files, 'app.js')).toEqual(['read User by email = email', 'insert Order (email)']);
  });

  it('come from an object that lists them', () => {
    const files = {
      'models/user.js': `module.exports = (sequelize, Sequelize) => { const User = sequelize.define('user', { email: { type: Sequelize.STRING } }); return User; };`,
      'models/index.js': `
        const { Sequelize, DataTypes } = require('sequelize'); const sequelize = new Sequelize('x');
        const db = {}; db.Sequelize = Sequelize; db.sequelize = sequelize;
        db.users = require('./user.js')(sequelize, Sequelize);
        module.exports = db;`,
      'app.js': `const db = require('./models'); const Users = db.users; exports.run = async (req) => { await Users.create({ email: req.body.email }); };`,
    };
    expect(summaries(files, 'app.js')).toEqual(['insert user (email)']);
  });

  it('are made by a function that is given the connection', () => {
    const files = {
      'user.ts': `
        import { DataTypes, Model, Sequelize } from 'sequelize';
        export class User extends Model { static initialise(sequelize: Sequelize) { super.init({ key: { type: DataTypes.STRING, primaryKey: true } }, { sequelize, tableName: 'people' }); } }`,
      'app.ts': `import { User } from './user'; export const run = async (id: string) => { await User.findByPk(id); };`,
    };
    expect(summaries(files)).toEqual(['read people by key = id']);
  });

  it('extend a base class of the project', () => {
    const files = {
      'base.ts': `
        import { Model as SequelizeModel, Column, PrimaryKey } from 'sequelize-typescript';
        export class Base extends SequelizeModel {
          @PrimaryKey @Column uid: string;
          static async ensure(this: any, ctx, where) { return (await this.findOne({ where })) ?? this.create(where, ctx); }
          saveWith(ctx) { return this.save({ ...ctx.context }); }
        }`,
      'pin.ts': `
        import { Table } from 'sequelize-typescript'; import { Base } from './base';
        @Table({ tableName: 'pins' }) export class Pin extends Base { title: string; }`,
      'app.ts': `
        import { Pin } from './pin';
        export async function run(ctx, title) { await Pin.ensure(ctx, { title }); }
        export async function rename(ctx, pin: Pin, title) { pin.title = title; await pin.saveWith(ctx); }`,
    };
    expect(summaries(files)).toEqual([
      'read pins by title = title',
      'insert pins (title)',
      'update pins by uid = row.uid (title)',
    ]);
  });

  it('are injected by NestJS', () => {
    const app = `
      import { Inject, Injectable } from '@nestjs/common';
      import { getModelToken, InjectConnection, InjectModel } from '@nestjs/sequelize';
      import { Model, Table } from 'sequelize-typescript'; import { Sequelize } from 'sequelize';
      @Table export class User extends Model {}
      @Injectable() export class Users {
        constructor(
          @InjectModel(User) private readonly users: typeof User,
          @Inject(getModelToken(User)) private readonly others: typeof User,
          @Inject('USERS') private readonly named: typeof User,
          @InjectConnection() private readonly sequelize: Sequelize,
        ) {}
        async run(email) {
          await this.users.findOne({ where: { email } });
          await this.others.create({ email });
          await this.named.count();
          await this.sequelize.transaction(async transaction => { await this.users.destroy({ where: { email }, transaction }); });
        }
      }`;
    expect(summaries({ 'app.ts': app })).toEqual([
      'read User by email = email',
      'insert User (email)',
      'read User',
      'delete User by email = email',
    ]);
  });

  it('come by their declared types', () => {
    const app = `
      import { Model, ModelStatic } from 'sequelize';
      class User extends Model {}
      export async function run(users: ModelStatic<User>, user: User, id: string) { await users.findByPk(id); await user.update({ id }); }`;
    expect(summaries({ 'app.ts': app })).toEqual(['read User by id = id', 'update User by id = row.id (id)']);
  });

  it('are classes of version 7', () => {
    const app = `
      import { DataTypes, Model, Sequelize, sql } from '@sequelize/core';
      import { Attribute, PrimaryKey, Table } from '@sequelize/core/decorators-legacy';
      @Table({ tableName: 'users' }) class User extends Model { @Attribute(DataTypes.STRING) @PrimaryKey declare key: string; }
      export async function run(id: string) { await User.findByPk(id); }`;
    expect(summaries({ 'app.ts': app })).toEqual(['read users by key = id']);
  });

  it('are left alone where the name alone says so', () => {
    const app = `export async function run(User, email) { if (!(await User.findOne({ where: { email } }))) await User.create({ email }); }`;
    expect(summaries({ 'app.ts': app })).toEqual([]);
  });
});

describe('raw queries of sequelize', () => {
  const run = (call: string): readonly string[] =>
    summaries({
      'app.ts': `import { QueryTypes, Sequelize } from 'sequelize'; const sequelize = new Sequelize({ dialect: 'postgres' });
        export async function run(email, transaction) { ${call} }`,
    });

  it.each([
    [
      'sequelize.query("SELECT id FROM users WHERE email = ?", { replacements: [email], type: QueryTypes.SELECT })',
      'read users by email = email',
    ],
    [
      'sequelize.query("SELECT id FROM users WHERE email = :email", { replacements: { email } })',
      'read users by email = email',
    ],
    [
      'sequelize.query("SELECT id FROM users WHERE email = $1 FOR UPDATE", { bind: [email], transaction })',
      'read users by email = email locked',
    ],
    [
      'sequelize.query({ query: "SELECT id FROM users WHERE email = ?", values: [email] })',
      'read users by email = unknown',
    ],
    [
      'sequelize.query("INSERT INTO users (email) VALUES (:email) ON CONFLICT DO NOTHING", { replacements: { email } })',
      'insert users (email) ignored',
    ],
    [
      'sequelize.query(`UPDATE users SET seen = true WHERE email = :email`, { replacements: { email }, type: QueryTypes.UPDATE })',
      'update users by email = email (seen)',
    ],
  ])('%s', (call, expected) => {
    expect(run(`await ${call};`)).toEqual([expected]);
  });

  it.each([
    [
      'const rows = await sequelize.query("SELECT id FROM users WHERE email = ?", { replacements: [email], type: QueryTypes.SELECT });',
      'rows.length',
    ],
    [
      'const [rows] = await sequelize.query("SELECT id FROM users WHERE email = ?", { replacements: [email] });',
      'rows.length',
    ],
    [
      'const [user] = await sequelize.query("SELECT id FROM users WHERE email = ?", { replacements: [email], type: "SELECT" });',
      'user',
    ],
    [
      'const user = await sequelize.query("SELECT id FROM users WHERE email = ?", { replacements: [email], plain: true });',
      'user',
    ],
    [
      'const [, count] = await sequelize.query("UPDATE users SET seen = true", { type: QueryTypes.UPDATE });',
      'count === 0',
    ],
  ])('answer what the type says: %s', (query, test) => {
    expect(
      operationsOf(
        {
          'app.ts': `import { QueryTypes, Sequelize } from 'sequelize'; const sequelize = new Sequelize({ dialect: 'postgres' });
        const Log = sequelize.define('Log', {});
        export async function run(email) { ${query} if (${test}) return; await Log.create({ email }); }`,
        },
        'app.ts',
      )[1]?.guards,
    ).toHaveLength(1);
  });
});

describe('errors of sequelize', () => {
  it.each([
    ['import { UniqueConstraintError } from "sequelize";', 'error instanceof UniqueConstraintError'],
    ['import { ValidationError } from "sequelize";', 'error instanceof ValidationError'],
    ['', 'error instanceof Sequelize.UniqueConstraintError'],
    ['', 'error.name === "SequelizeUniqueConstraintError"'],
    ['', 'error.parent?.code === "23505"'],
  ])('tell a unique violation: %s %s', (imported, test) => {
    const app = `import Sequelize from 'sequelize'; ${imported} const sequelize = new Sequelize('x'); const User = sequelize.define('User', {});
      export async function run(email) { try { await User.create({ email }); } catch (error) { if (${test}) return null; throw error; } }`;
    const [scope] = operationsOf({ 'app.ts': app }, 'app.ts')[0]?.scopes ?? [];
    expect(scope?.kind === 'try' && [...scope.clause.tests].some(name => /unique|23505/iu.test(name))).toBe(
      true,
    );
  });
});
