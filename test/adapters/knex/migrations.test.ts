import { describe, expect, it } from 'vitest';
import { changeText } from '../../schema/change-text.js';
import { changesOf, operationsOf } from '../operations-of.js';

const changes = (text: string, name = 'users.js', more: Readonly<Record<string, string>> = {}): readonly string[] =>
  changesOf({ [name]: text, ...more }, name).map(changeText);

const migration = (up: string): string =>
  `exports.up = async function (knex) {\n${up}\n};\nexports.down = async knex => { await knex.schema.dropTable('users'); };`;

describe('tables that a Knex migration creates', () => {
  it.each([
    ['t.increments();', 'id!; primary key (id) @2'],
    ["t.bigIncrements('no');", 'no!; primary key (no) @2'],
    ["t.increments('id').primary();", 'id!; primary key (id) @2'],
    ["t.increments('id', { primaryKey: false }); t.primary(['id']);", 'id!; primary key (id) @2'],
    ["t.increments(); t.string('code'); t.primary(['code'], 'pk');", 'id! code; primary key pk (code) @2'],
    ["t.uuid('id').primary();", 'id; primary key (id) @2'],
    ["t.uuid('id', { primaryKey: true }).defaultTo(knex.fn.uuid());", 'id!; primary key (id) @2'],
    ["t.uuid('id').defaultTo(knex.raw('gen_random_uuid()')).primary({ constraintName: 'pk' });", 'id!; primary key pk (id) @2'],
    ["t.string('email').unique();", 'email?; unique users_email_unique (email) @2'],
    ["t.string('email').notNullable().unique('mail');", 'email; unique mail (email) @2'],
    ["t.string('email', 80).notNull().unique({ indexName: 'mail', useConstraint: false });", 'email; unique mail (email) @2'],
    ["t.string('email').nullable(false).index();", 'email'],
    ["t.integer('a').references('id').inTable('x').onDelete('CASCADE').unique();", 'a?; unique users_a_unique (a) @2'],
    ["t.string('a'); t.string('b'); t.unique(['a', 'b']);", 'a? b?; unique users_a_b_unique (a, b) @2'],
    ["t.string('a'); t.unique('a', 'key');", 'a?; unique key (a) @2'],
    ["t.string('a'); t.unique(['a'], { indexName: 'key', predicate: knex.whereNull('gone_at') });", 'a?; unique key (a) where gone_at is null @2'],
    ["t.string('a'); t.unique(['a'], { indexName: 'key', predicate: knex.whereRaw('gone_at is null') });", 'a?; unique key (a) where gone_at is null @2'],
    ["t.string('a'); t.index(['a'], 'key', { indexType: 'UNIQUE' });", 'a?; unique key (a) @2'],
    ["t.string('a'); t.index(['a'], 'key', 'unique');", 'a?; unique key (a) @2'],
    ["t.string('a'); t.index(['a'], 'key');", 'a?'],
    ["t.integer('a'); t.foreign('a').references('id').inTable('x').withKeyName('fk');", 'a?'],
    ["t.timestamps();", 'created_at? updated_at?'],
    ["t.timestamps(true, true);", 'created_at updated_at'],
    ["t.timestamps({ defaultToNow: true, useCamelCase: true });", 'createdAt updatedAt'],
    ["t.specificType('no', 'serial'); t.enu('role', ['a']).defaultTo('a');", 'no! role?'],
    ["for (const name of ['a', 'b']) t.string(name);", '...'],
  ])('%s', (body, expected) => {
    const [created = ''] = changes(migration(`await knex.schema.createTable('users', t => { ${body} });`));
    const isOpen = expected === '...';
    expect(created).toBe(isOpen ? 'create users...:' : `create users: ${expected}`);
  });

  it('are built by functions with a this, and by named ones', () => {
    const up = `await knex.schema.createTable('users', function () {\n  this.string('email').unique();\n});
      await knex.schema.withSchema('app').createTableIfNotExists('app.tags', columns);`;
    const text = `${migration(up)}\nfunction columns(table) {\n  table.uuid('id').primary();\n}`;
    expect(changes(text)).toEqual([
      'create users: email?; unique users_email_unique (email) @3',
      'create tags: id; primary key (id) @9',
    ]);
  });

  it('are not known where the callback is not', () => {
    expect(changes(migration("await knex.schema.createTable('users', columns); await knex.schema.createTableLike('b', 'a');"))).toEqual([
      'create users...:',
      'create b...:',
    ]);
  });
});

describe('tables that a Knex migration changes', () => {
  it.each([
    ["t.string('email').unique();", ['users + email? @2', 'users +: unique users_email_unique (email) @2']],
    ["t.unique(['a', 'b'], { indexName: 'key' });", ['users +: unique key (a, b) @2']],
    ["t.dropUnique(['a', 'b']);", ['users - users_a_b_unique']],
    ["t.dropUnique([], 'key');", ['users - key']],
    ["t.dropUnique('a', 'key');", ['users - key']],
    ["t.dropIndex(['a'], 'key');", ['users - key']],
    ['t.dropPrimary();', ['users - primary key']],
    ["t.primary(['a', 'b'], { constraintName: 'pk' });", ['users +: primary key pk (a, b) @2']],
    ["t.dropColumn('a'); t.dropColumns('b', 'c');", ['users - a', 'users - b', 'users - c']],
    ['t.dropTimestamps();', ['users - created_at', 'users - updated_at']],
    ["t.renameColumn('a', 'b');", ['users.a -> b']],
    ["t.setNullable('a'); t.dropNullable('b');", ['users.a null', 'users.b not null']],
    ["t.string('a').notNullable().alter();", ['users.a not null']],
    ["t.string('a').alter();", ['users.a null']],
    ["t.string('a').notNullable().alter({ alterNullable: false });", ['users.a']],
    ["t.string('a').unique().notNullable().alter();", ['users.a not null', 'users +: unique users_a_unique (a) @2']],
    ["t.increments('no');", ['users + no! @2', 'users +: primary key (no) @2']],
  ])('%s', (body, expected) => {
    expect(changes(migration(`await knex.schema.alterTable('users', t => { ${body} });`))).toEqual(expected);
    expect(changes(migration(`await knex.schema.table('users', t => { ${body} });`))).toEqual(expected);
  });
});

describe('migrations of Knex', () => {
  it('chain their calls', () => {
    const up = `return knex.schema
      .dropTableIfExists('old')
      .renameTable('people', 'users')
      .createTable('tags', t => {
        t.increments();
        t.string('name').unique();
      })
      .alterTable('users', t => { t.unique(['email']); });`;
    expect(changes(migration(up))).toEqual([
      'drop old',
      'people -> users',
      'create tags: id! name?; primary key (id) @6; unique tags_name_unique (name) @7',
      'users +: unique users_email_unique (email) @9',
    ]);
  });

  it('test what is there', () => {
    const up = `if (!(await knex.schema.hasTable('users'))) await knex.schema.createTable('users', t => { t.increments(); });
      await knex.schema.hasTable('tags').then(exists => { if (!exists) return knex.schema.createTable('tags', t => { t.increments(); }); });
      if (await knex.schema.hasColumn('users', 'a')) await knex.schema.table('users', t => t.dropColumn('a'));`;
    expect(changes(migration(up))).toEqual([
      'create users: id!; primary key (id) @2',
      'create tags: id!; primary key (id) @3',
      'users - a',
    ]);
  });

  it('run in transactions and in parallel', () => {
    const up = `await knex.transaction(async trx => { await trx.schema.createTable('a', t => { t.increments(); }); });
      await Promise.all([knex.schema.dropTable('b'), knex.schema.dropTable('c')]);`;
    expect(changes(migration(up))).toEqual(['create a: id!; primary key (id) @2', 'drop b', 'drop c']);
  });

  it('are written as modules of either kind, with types or without', () => {
    const body = "await knex.schema.dropTable('a');";
    const texts = {
      'a.ts': `import type { Knex } from 'knex'; export async function up(knex: Knex): Promise<void> { ${body} } export async function down(knex: Knex) { await knex.schema.dropTable('b'); }`,
      'b.mjs': `export const up = async knex => { ${body} }; export const down = async () => {};`,
      'c.js': `async function up(db) { await db.schema.dropTable('a'); } async function down() {} module.exports = { up, down };`,
      'd.ts': `export async function up(knex: any) { ${body} } export async function down(knex: any) {}`,
    };
    expect(Object.entries(texts).map(([name, text]) => changes(text, name))).toEqual([['drop a'], ['drop a'], ['drop a'], ['drop a']]);
  });

  it('call helpers of other files', () => {
    const helper = "module.exports.createUsers = async function (knex) { await knex.schema.createTable('users', t => { t.string('email').unique(); }); };";
    const text = "const { createUsers } = require('./helper'); async function up(knex) { await createUsers(knex); } async function down() {} module.exports = { up, down };";
    expect(changes(text, 'users.js', { 'helper.js': helper })).toEqual(['create users: email?; unique users_email_unique (email) @1']);
  });

  it('are only those that are awaited or returned', () => {
    expect(changes(migration("knex.schema.dropTable('a');"))).toEqual([]);
  });

  it('keep their SQL', () => {
    const operations = operationsOf({ 'users.js': migration("await knex.schema.dropTable(name); await knex.schema.raw('select 1 from users');") }, 'users.js');
    expect(operations.map(({ kind, resource, changes: made }) => [kind, resource.name, made])).toEqual([
      ['define', undefined, undefined],
      ['read', 'users', undefined],
    ]);
  });

  it('are no other functions that are called up', () => {
    const text = "async function up(db) { await db.createTable('a'); } async function down(db) {} module.exports = { up, down };";
    expect(changes(text)).toEqual([]);
  });
});
