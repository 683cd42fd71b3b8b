import { describe, expect, it } from 'vitest';
import { tableText } from '../../schema/table-text.js';
import { declaredTables } from '../operations-of.js';

const HEAD = `import { DataTypes, Model, Op, Sequelize, fn, col, literal, where } from 'sequelize'; const sequelize = new Sequelize('x');`;

/** Constraints of a model that `define` makes, its attributes beginning on line 1. */
function defined(attributes: string, options = '{ tableName: "users" }'): string | undefined {
  const app = `${HEAD} const User = sequelize.define('User', ${attributes}, ${options}); export const run = async () => { await User.findAll(); };`;
  const [table] = declaredTables({ 'app.ts': app }, 'app.ts');
  return table && tableText(table);
}

const ID = 'primary key (id) @1';

describe('attributes of sequelize', () => {
  it.each([
    ['{ email: { type: DataTypes.STRING } }', `users: ${ID}`],
    ['{ email: { type: DataTypes.STRING, unique: true } }', `users: ${ID}; unique (email) @1`],
    ['{ email: { type: DataTypes.STRING, unique: false } }', `users: ${ID}`],
    ['{ email: { type: DataTypes.STRING, unique: "mail" } }', `users: ${ID}; unique mail (email) @1`],
    [
      '{ email: { type: DataTypes.STRING, unique: { name: "mail", msg: "taken" } } }',
      `users: ${ID}; unique mail (email) @1`,
    ],
    ['{ email: { type: DataTypes.STRING, unique: { msg: "taken" } } }', `users: ${ID}; unique (email) @1`],
    [
      '{ team: { unique: "both" }, name: { unique: "both" }, slug: { unique: true } }',
      `users: ${ID}; unique both (team, name) @1; unique (slug) @1`,
    ],
    [
      '{ team: { unique: { name: "both" } }, name: { unique: { name: "both" } } }',
      `users: ${ID}; unique both (team, name) @1`,
    ],
    ['{ key: { type: DataTypes.STRING, primaryKey: true } }', 'users: primary key (key) @1'],
    ['{ a: { primaryKey: true }, b: { primaryKey: true } }', 'users: primary key (a, b) @1'],
    [
      '{ id: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 }, mail: { field: "e_mail", unique: true } }',
      `users: ${ID}; unique (mail) @1`,
    ],
    [
      '\n{\n id: { primaryKey: true },\n email: {\n unique: true } }',
      'users: primary key (id) @3; unique (email) @4',
    ],
    ['{ ...shared, email: { unique: true } }', 'users...: unique (email) @1'],
  ])('%s', (attributes, expected) => {
    expect(defined(attributes)).toBe(expected);
  });

  it('cannot be read where they are not written out', () => {
    expect(defined('attributes')).toBeUndefined();
  });
});

describe('indexes of sequelize', () => {
  it.each([
    ['[{ unique: true, fields: ["email"] }]', 'unique (email) @1'],
    ['[{ unique: true, fields: ["teamId", "email"], name: "both" }]', 'unique both (teamId, email) @1'],
    ['[{ fields: ["email"] }]', ''],
    ['[{ unique: false, fields: ["email"] }]', ''],
    ['[{ type: "UNIQUE", fields: ["email"] }]', 'unique (email) @1'],
    ['[{ type: "FULLTEXT", fields: ["email"] }]', ''],
    ['[{ indicesType: "UNIQUE", fields: ["email"] }]', ''],
    ['[{ unique: true, fields: [{ name: "email", order: "DESC" }] }]', 'unique (email) @1'],
    ['[{ unique: true, fields: [{ attribute: "email" }] }]', 'unique (email) @1'],
    ['[{ unique: true, fields: [fn("lower", col("email"))] }]', 'unique (lower(email)) @1'],
    [
      '[{ unique: true, fields: ["teamId", sequelize.fn("lower", sequelize.col("email"))] }]',
      'unique (teamId, lower(email)) @1',
    ],
    ['[{ unique: true, fields: [literal("lower(email)")] }]', 'unique (lower(email)) @1'],
    [
      '[{ unique: true, fields: ["email"], where: { deletedAt: null } }]',
      'unique (email) where deletedAt is null @1',
    ],
    [
      '[{ unique: true, fields: ["email"], where: { status: "live", kind: { [Op.ne]: null } } }]',
      "unique (email) where status = 'live' and kind != null @1",
    ],
    [
      '[{ unique: true, fields: ["email"], where: { state: { [Op.in]: ["a", "b"] } } }]',
      "unique (email) where state in ('a', 'b') @1",
    ],
    [
      '[{ unique: true, fields: ["email"], where: { [Op.or]: [{ a: 1 }, { b: 2 }] } }]',
      'unique (email) where (a = 1 or b = 2) @1',
    ],
    ['[{ unique: true, fields: ["e_mail"] }]', 'unique (mail) @1'],
    ['[{ unique: true, fields: [email()] }]', ''],
    ['[\n{ unique: true, fields: ["a"] },\n{ unique: true, fields: ["b"] }]', 'unique (a) @2; unique (b) @3'],
  ])('%s', (indexes, expected) => {
    const text = defined(
      '{ mail: { type: DataTypes.STRING, field: "e_mail" } }',
      `{ tableName: "users", indexes: ${indexes} }`,
    );
    expect(text).toBe([`users: ${ID}`, expected].filter(Boolean).join('; '));
  });

  it.each([['shared'], ['[...shared]'], ['[shared]']])(
    'leave the table open where they cannot be read: %s',
    indexes => {
      expect(defined('{}', `{ tableName: "users", indexes: ${indexes} }`)).toBe(`users...: ${ID}`);
    },
  );
});

describe('columns of sequelize', () => {
  const columns = (attributes: string, options = '{ tableName: "users" }'): string | undefined => {
    const app = `${HEAD} const User = sequelize.define('User', ${attributes}, ${options}); export const run = async () => { await User.findAll(); };`;
    const [table] = declaredTables({ 'app.ts': app }, 'app.ts');
    return table && tableText(table, 'columns').replace(/^.*: |; .*$/gu, '');
  };

  it.each([
    ['{ email: DataTypes.STRING }', 'id! email?'],
    ['{ email: { type: DataTypes.STRING, allowNull: false } }', 'id! email'],
    ['{ id: { type: DataTypes.INTEGER, autoIncrement: true, primaryKey: true } }', 'id!'],
    ['{ id: { type: DataTypes.UUID, defaultValue: DataTypes.UUIDV4, primaryKey: true } }', 'id!'],
    [
      '{ id: { type: DataTypes.UUID, defaultValue: Sequelize.literal("gen_random_uuid()"), primaryKey: true } }',
      'id!',
    ],
    ['{ id: { type: DataTypes.UUID, defaultValue: () => make(), primaryKey: true } }', 'id!'],
    ['{ id: { type: DataTypes.STRING, primaryKey: true } }', 'id'],
    ['{ at: { type: DataTypes.DATE, defaultValue: DataTypes.NOW } }', 'id! at?'],
    ['{ userName: { type: DataTypes.STRING, field: "name" } }', 'id! userName=name?'],
  ])('%s', (attributes, expected) => {
    expect(columns(attributes)).toBe(expected);
  });

  it('are named by the options', () => {
    expect(columns('{ userName: DataTypes.STRING }', '{ underscored: true }')).toBe(
      'id! userName=user_name?',
    );
    expect(columns('{ userName: DataTypes.STRING }', '{ underscored: false }')).toBe('id! userName?');
  });
});

describe('model classes of sequelize', () => {
  const tableOf = (app: string, name = 'User'): string | undefined => {
    const [table] = declaredTables(
      { 'app.ts': `${app}\nexport const run = async () => { await ${name}.findAll(); };` },
      'app.ts',
    );
    return table && tableText(table);
  };

  it('are read from init', () => {
    expect(
      tableOf(
        `${HEAD}\nclass User extends Model {}\nUser.init({\n  email: { unique: true },\n}, { sequelize, modelName: 'user' });`,
      ),
    ).toBe('user: primary key (id) @3; unique (email) @4');
    expect(
      tableOf(
        `${HEAD}\nclass User extends Model { static start() { this.init({ email: { unique: true } }, { sequelize, tableName: 'users' }); } }`,
      ),
    ).toBe('users: primary key (id) @2; unique (email) @2');
  });

  const TYPESCRIPT = `import { AllowNull, AutoIncrement, Column, DataType, Default, Index, Model, PrimaryKey, Table, Unique, createIndexDecorator } from 'sequelize-typescript';`;
  const decorated = (
    members: string,
    table = "@Table({ tableName: 'users' })",
    before = '',
  ): string | undefined =>
    tableOf(`${TYPESCRIPT} ${before}\n${table}\nclass User extends Model {\n${members}\n}`);

  it.each([
    ['@Unique @Column email: string;', `users: primary key (id) @2; unique (email) @4`],
    ['@Unique("mail") @Column email: string;', 'users: primary key (id) @2; unique mail (email) @4'],
    [
      '@Unique({ name: "mail", msg: "taken" }) @Column email: string;',
      'users: primary key (id) @2; unique mail (email) @4',
    ],
    [
      '@Column({ type: DataType.STRING, unique: true }) email: string;',
      'users: primary key (id) @2; unique (email) @4',
    ],
    [
      '@Unique("both") @Column a: string;\n@Unique("both") @Column b: string;',
      'users: primary key (id) @2; unique both (a, b) @4',
    ],
    ['@PrimaryKey @Default(DataType.UUIDV4) @Column id: string;', 'users: primary key (id) @4'],
    ['@Column({ primaryKey: true }) key: string;', 'users: primary key (key) @4'],
    ['@Index @Column email: string;', 'users: primary key (id) @2'],
    ['@Index({ unique: true }) @Column email: string;', 'users: primary key (id) @2; unique (email) @4'],
    [
      '@Index({ name: "mail", type: "UNIQUE" }) @Column email: string;',
      'users: primary key (id) @2; unique mail (email) @4',
    ],
    [
      '@Index({ name: "both", unique: true }) @Column a: string;\n@Index("both") @Column b: string;',
      'users: primary key (id) @2; unique both (a, b) @4',
    ],
    ['email: string;', undefined],
  ])('%s', (members, expected) => {
    expect(decorated(members)).toBe(expected);
  });

  it('have indexes that a decorator of their own makes', () => {
    const before = `const Both = createIndexDecorator({ name: 'both', unique: true });`;
    expect(
      decorated('@Both @Column a: string;\n@Both({ order: "DESC" }) @Column b: string;', undefined, before),
    ).toBe('users: primary key (id) @2; unique both (a, b) @4');
  });

  it('have indexes in their options', () => {
    const table = `@Table({ tableName: 'users', indexes: [{ unique: true, fields: ['email'], where: { deletedAt: null } }, { indicesType: 'UNIQUE', fields: ['name'] }] })`;
    expect(decorated('@Column email: string;', table)).toBe(
      'users: primary key (id) @2; unique (email) where deletedAt is null @2',
    );
  });

  it('have the attributes of their base class', () => {
    const app = `${TYPESCRIPT}\nclass Base extends Model {\n@PrimaryKey @Column uid: string;\n}\n@Table({ tableName: 'users' })\nclass User extends Base {\n@Unique @Column email: string;\n}`;
    expect(tableOf(app)).toBe('users: primary key (uid) @3; unique (email) @7');
  });
});
