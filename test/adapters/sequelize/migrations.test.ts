import { describe, expect, it } from 'vitest';
import type { SchemaChange } from '../../../src/schema/schema-change.js';
import { tableText } from '../../schema/table-text.js';
import { changesOf } from '../operations-of.js';

function textOf(change: SchemaChange): string {
  const [kind, table] = [change.kind, 'table' in change ? change.table : undefined];
  const named = typeof table === 'object' ? tableText(table, 'columns') : table;
  const unique =
    'unique' in change
      ? [
          change.unique.kind === 'primary-key' && 'primary',
          change.unique.name,
          `(${change.unique.parts.map(({ column, expression }) => expression ?? column).join(', ')})`,
          change.unique.where && `where ${change.unique.where}`,
        ]
      : [];
  const column =
    'column' in change
      ? typeof change.column === 'string'
        ? change.column
        : `${change.column.name}${change.column.isNullable === true ? '?' : ''}`
      : undefined;
  const more = [
    'to' in change && change.to,
    'name' in change && change.name,
    'columns' in change && change.columns.join(', '),
  ];
  const nullable =
    change.kind === 'alter-column' ? (change.isNullable === true ? 'nullable' : 'required') : undefined;
  return [kind, named, column, ...unique, ...more, nullable].filter(Boolean).join(' ');
}

const changes = (up: string): readonly string[] =>
  changesOf(
    {
      'db/1-users.js': `module.exports = { async up(queryInterface, Sequelize) { ${up} }, async down(queryInterface) { await queryInterface.dropTable('users'); } };`,
    },
    'db/1-users.js',
  ).map(textOf);

describe('migrations of sequelize', () => {
  it.each([
    [
      'createTable("users", { id: { type: Sequelize.INTEGER, primaryKey: true, autoIncrement: true }, email: { type: Sequelize.STRING, unique: true, allowNull: false } })',
      'create-table users: id! email; primary key (id) @1; unique (email) @1',
    ],
    [
      'createTable("users", { a: { unique: "both" }, b: { unique: "both" } })',
      'create-table users: a? b?; unique both (a, b) @1',
    ],
    [
      'createTable("users", { a: Sequelize.STRING }, { uniqueKeys: { one: { fields: ["a"] } } })',
      'create-table users: a?; unique one (a) @1',
    ],
    ['createTable({ tableName: "users", schema: "app" }, { a: Sequelize.STRING })', 'create-table users: a?'],
    ['dropTable("users")', 'drop-table users'],
    ['renameTable("users", "people")', 'rename-table users people'],
    ['addColumn("users", "email", { type: Sequelize.STRING, allowNull: false })', 'add-column users email'],
    ['addColumn("users", "email", Sequelize.STRING)', 'add-column users email?'],
    ['removeColumn("users", "email")', 'drop-column users email'],
    ['renameColumn("users", "email", "mail")', 'rename-column users email mail'],
    [
      'changeColumn("users", "email", { type: Sequelize.STRING, allowNull: false })',
      'alter-column users email required',
    ],
    ['changeColumn("users", "email", { type: Sequelize.STRING })', 'alter-column users email nullable'],
    ['addIndex("users", ["email"], { unique: true, name: "mail" })', 'add-unique users mail (email)'],
    ['addIndex("users", ["email"], { type: "UNIQUE" })', 'add-unique users (email)'],
    [
      'addIndex("users", ["email"], { indexName: "mail", unique: true, where: { deletedAt: null } })',
      'add-unique users mail (email) where deletedAt is null',
    ],
    ['addIndex("users", { fields: ["team", "email"], unique: true })', 'add-unique users (team, email)'],
    [
      'addIndex("users", [Sequelize.fn("lower", Sequelize.col("email"))], { unique: true, name: "mail" })',
      'add-unique users mail (lower(email))',
    ],
    [
      'addConstraint("users", { type: "unique", fields: ["email"], name: "mail" })',
      'add-unique users mail (email)',
    ],
    ['addConstraint("users", ["email"], { type: "unique", name: "mail" })', 'add-unique users mail (email)'],
    [
      'addConstraint("users", { type: "primary key", fields: ["a", "b"] })',
      'add-unique users primary (a, b)',
    ],
    ['removeIndex("users", "mail")', 'drop-unique users mail'],
    ['removeIndex("users", ["email"])', 'drop-unique-columns users email'],
    ['removeConstraint("users", "mail")', 'drop-unique users mail'],
  ])('%s', (call, expected) => {
    expect(changes(`await queryInterface.${call};`)).toEqual([expected]);
  });

  it.each([
    ['addIndex("users", ["email"])'],
    ['addIndex("users", ["email"], { indicesType: "UNIQUE" })'],
    ['addConstraint("users", { type: "foreign key", fields: ["teamId"] })'],
    ['addColumn(table, "email", {})'],
    ['bulkInsert("users", [{}])'],
  ])('say nothing of %s', call => {
    expect(changes(`await queryInterface.${call};`)).toEqual([]);
  });

  it('unique columns that are added come with a constraint', () => {
    expect(changes('await queryInterface.addColumn("users", "email", { unique: true });')).toEqual([
      'add-column users email?',
      'add-unique users (email)',
    ]);
  });

  it('may run in a transaction', () => {
    const up = `await queryInterface.sequelize.transaction(async transaction => {
      await queryInterface.addIndex('users', ['email'], { unique: true, transaction });
      await queryInterface.removeIndex('users', 'old', { transaction });
    });`;
    expect(changes(up)).toEqual(['add-unique users (email)', 'drop-unique users old']);
  });

  it.each([
    [
      'exports.up = async (queryInterface) => { await queryInterface.dropTable("users"); }; exports.down = async () => {};',
    ],
    [
      'export async function up(queryInterface) { await queryInterface.dropTable("users"); } export function down() {}',
    ],
    [
      'export const up = async ({ context: queryInterface }) => { await queryInterface.dropTable("users"); }; export const down = () => {};',
    ],
    [
      'import type { QueryInterface } from "sequelize"; export default { up: async (q: QueryInterface) => { await q.dropTable("users"); } };',
    ],
    ['module.exports = { up: (queryInterface) => queryInterface.dropTable("users"), down: () => {} };'],
    [
      '/** @type {import("sequelize-cli").Migration} */ module.exports = { async up(queryInterface) { await queryInterface.dropTable("users"); }, async down(queryInterface) {} };',
    ],
  ])('%s', text => {
    expect(changesOf({ 'db/1.ts': text }, 'db/1.ts').map(textOf)).toEqual(['drop-table users']);
  });

  it('are not told by a name alone', () => {
    const text =
      'export async function start(queryInterface) { await queryInterface.dropTable("users"); } export const [up, down] = [1, 2];';
    expect(changesOf({ 'lib/1.ts': text }, 'lib/1.ts')).toEqual([]);
  });
});
