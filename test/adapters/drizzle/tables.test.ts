import { describe, expect, it } from 'vitest';
import type { Table } from '../../../src/schema/table.js';
import { tableText } from '../../schema/table-text.js';
import { declaredTables } from '../operations-of.js';

const IMPORTS = `import { boolean, foreignKey, index, integer, check, customType, pgEnum, pgSchema, pgTable, pgTableCreator, primaryKey, serial, text, timestamp, unique, uniqueIndex, uuid, varchar, bigint } from 'drizzle-orm/pg-core'; import * as my from 'drizzle-orm/mysql-core'; import * as lite from 'drizzle-orm/sqlite-core'; import { eq, isNull, and, sql } from 'drizzle-orm'; import { nanoid } from 'nanoid'; import { citext } from './citext-package'; import { drizzle } from 'drizzle-orm/node-postgres'; import { timestamps, owned, id, prefixed } from './shared';`;

const SHARED = `import { pgTableCreator, text, timestamp, uuid, integer, unique } from 'drizzle-orm/pg-core';
export const timestamps = { createdAt: timestamp('created_at').notNull().defaultNow(), updatedAt: timestamp('updated_at') };
export const owned = { ownerId: text('owner_id').notNull() };
export const id = () => uuid('id').primaryKey().defaultRandom();
export const prefixed = pgTableCreator(name => \`shop_\${name}\`);`;

/** The table `t` that `code` declares on line 2 on, read through a query. */
function declared(code: string): Table | undefined {
  const files = {
    'shared.ts': SHARED,
    'citext-package.ts': "export { citext } from 'pg-citext';",
    'app.ts': `${IMPORTS}\n${code}\nconst db = drizzle(process.env.URL!); export const run = async () => { await db.select().from(t); };`,
  };
  return declaredTables(files, 'app.ts')[0];
}

const constraints = (code: string): string => {
  const table = declared(code);
  return table ? tableText(table) : 'none';
};

describe('unique constraints of drizzle', () => {
  it.each([
    ['a primary key', "const t = pgTable('t', { id: serial('id').primaryKey() });", 't: primary key (id) @2'],
    ['a unique column', "const t = pgTable('t', {\n email: text('email').unique() });", 't: unique t_email_unique (email) @3'],
    ['a name', "const t = pgTable('t', { email: text('email').unique('mail') });", 't: unique mail (email) @2'],
    ['a column without a name of its own', "const t = pgTable('t', { email: text().unique() });", 't: unique (email) @2'],
    ['nulls not distinct', "const t = pgTable('t', { email: text('email').unique('mail', { nulls: 'not distinct' }) });", 't: unique mail (email) nulls equal @2'],
    ['nulls distinct', "const t = pgTable('t', { email: text('email').unique(undefined, { nulls: 'distinct' }) });", 't: unique t_email_unique (email) @2'],
    ['unique().on in a list', "const t = pgTable('t', { a: text('a'), b: text('b_id') }, t => [\n unique().on(t.a, t.b)]);", 't: unique t_a_b_id_unique (a, b) @3'],
    ['unique().on in an object', "const t = pgTable('t', { a: text('a'), b: text('b') }, table => ({\n key: unique('key').on(table.a, table.b) }));", 't: unique key (a, b) @3'],
    ['a function body', "const t = pgTable('t', { a: text('a') }, t => { return [unique('key').on(t.a)]; });", 't: unique key (a) @2'],
    ['nullsNotDistinct', "const t = pgTable('t', { a: text('a'), b: text('b') }, t => [unique('key').on(t.a, t.b).nullsNotDistinct()]);", 't: unique key (a, b) nulls equal @2'],
    ['a unique index', "const t = pgTable('t', { a: text('a') }, t => [uniqueIndex('key').on(t.a)]);", 't: unique key (a) @2'],
    ['an index without a name', "const t = pgTable('t', { a: text('a') }, t => [uniqueIndex().on(t.a)]);", 't: unique (a) @2'],
    ['a partial index in SQL', "const t = pgTable('t', { a: text('a'), gone: timestamp('deleted_at') }, t => [uniqueIndex('key').on(t.a).where(sql`${t.gone} is null`)]);",
      't: unique key (a) where deleted_at is null @2'],
    ['a partial index by operators', "const t = pgTable('t', { a: text('a'), gone: timestamp('deleted_at'), main: boolean('main') }, t => [uniqueIndex('key').on(t.a).where(and(isNull(t.gone), eq(t.main, true)))]);",
      't: unique key (a) where (deleted_at is null and main = true) @2'],
    ['an expression', "const t = pgTable('t', { email: text('email') }, t => [uniqueIndex('key').on(sql`lower(${t.email})`)]);", 't: unique key (lower(email)) @2'],
    ['an expression made by a helper', "const lower = column => sql`lower(${column})`;\nconst t = pgTable('t', { email: text('email') }, t => [uniqueIndex('key').on(lower(t.email))]);",
      't: unique key (lower(email)) @3'],
    ['an expression beside a column', "const t = pgTable('t', { org: text('org'), email: text('email') }, t => [uniqueIndex('key').on(t.org, sql`lower(${t.email})`)]);",
      't: unique key (org, lower(email)) @2'],
    ['an index as it is pulled from a database', "const t = pgTable('t', { a: text('a') }, t => [uniqueIndex('key').using('btree', t.a.asc().nullsLast().op('text_ops'))]);", 't: unique key (a) @2'],
    ['an index that is made concurrently', "const t = pgTable('t', { a: text('a') }, t => [uniqueIndex('key').on(t.a.desc()).concurrently()]);", 't: unique key (a) @2'],
    ['a primary key of columns', "const t = pgTable('t', { a: text('a'), b: text('b') }, t => [primaryKey({ columns: [t.a, t.b] })]);", 't: primary key (a, b) @2'],
    ['a primary key with a name', "const t = pgTable('t', { a: text('a'), b: text('b') }, t => ({ pk: primaryKey({ name: 'pk', columns: [t.a, t.b] }) }));", 't: primary key pk (a, b) @2'],
    ['the older primary key', "const t = pgTable('t', { a: text('a'), b: text('b') }, t => ({ pk: primaryKey(t.a, t.b) }));", 't: primary key (a, b) @2'],
    ['no other index', "const t = pgTable('t', { a: text('a') }, t => [index('i').on(t.a), check('c', sql`${t.a} > 0`), foreignKey({ columns: [t.a], foreignColumns: [t.a] })]);", 't:'],
    ['a name of its own in the database', "const t = pgTable('people', { id: id() });", 'people: primary key (id) @4'],
    ['a table that refers to itself', "const t = pgTable('t', { id: serial('id').primaryKey(), parent: integer('parent').references(() => t.id) });", 't: primary key (id) @2'],
    ['a schema', "const t = pgSchema('billing').table('t', { a: text('a').unique('key') });", 't: unique key (a) @2'],
    ['a creator', "const create = pgTableCreator(name => `app_${name}`);\nconst t = create('t', { a: text('a').unique('key') });", 'app_t: unique key (a) @3'],
    ['a creator of another file', "const t = prefixed('t', { a: text('a').unique() });", 'shop_t: unique shop_t_a_unique (a) @2'],
    ['a function that makes tables', "const make = (name, columns) => pgTable(name, { ...columns, slug: text('slug').unique('slugs') });\nconst t = make('t', { a: text('a').unique('key') });",
      't: unique key (a) @3; unique slugs (slug) @2'],
    ['columns by a function', "const t = pgTable('t', c => ({ id: c.uuid().primaryKey(), email: c.text('email').notNull().unique('key') }));", 't: primary key (id) @2; unique key (email) @2'],
    ['an enum and a custom type', "const role = pgEnum('role', ['a']); const cents = customType({ dataType: () => 'int' });\nconst t = pgTable('t', { role: role('role').unique('r'), cents: cents('cents').unique('c') });",
      't: unique r (role) @3; unique c (cents) @3'],
    ['MySQL', "const t = my.mysqlTable('t', { id: my.int('id').autoincrement().primaryKey(), a: my.varchar('a', { length: 9 }).unique('key') }, t => [my.uniqueIndex('i').on(t.id, t.a)]);",
      't: primary key (id) @2; unique key (a) @2; unique i (id, a) @2'],
    ['SQLite', "const t = lite.sqliteTable('t', { id: lite.integer().primaryKey({ autoIncrement: true }), a: lite.text('a').unique() }, t => [lite.unique('u').on(t.a, t.id)]);",
      't: primary key (id) @2; unique t_a_unique (a) @2; unique u (a, id) @2'],
    ['a type of another package', "const t = pgTable('t', { email: citext('email').notNull().unique('key') });", 't: unique key (email) @2'],
  ])('%s', (_, code, expected) => {
    expect(constraints(code)).toBe(expected);
  });

  it.each([
    ['columns that cannot be read', "const t = pgTable('t', { ...columnsOf(), a: text('a').unique('key') });", 't...: unique key (a) @2'],
    ['a column that cannot be read', "const t = pgTable('t', { a: window.column });", 't...:'],
    ['constraints that cannot be read', "const t = pgTable('t', { a: text('a') }, t => [...more(t), unique('key').on(t.a)]);", 't...: unique key (a) @2'],
    ['parts that cannot be read', "const t = pgTable('t', { a: text('a') }, t => [unique('key').on(...parts(t))]);", 't...:'],
    ['constraints that are there on some condition', "const t = pgTable('t', { a: text('a') }, t => process.env.X ? [unique('key').on(t.a)] : []);", 't...:'],
  ])('leaves open %s', (_, code, expected) => {
    expect(constraints(code)).toBe(expected);
  });

  it('gives a constraint the file it stands in', () => {
    const table = declared("const t = pgTable('t', { id: id(), a: text('a').unique() });");
    expect(table?.uniques.map(({ place }) => place.file.split('/').at(-1))).toEqual(['shared.ts', 'app.ts']);
    expect(table?.place.line).toBe(2);
  });

  it('keeps the column and the text of an expression', () => {
    const table = declared("const t = pgTable('t', { first: text('first_name'), last: text('last_name') }, t => [uniqueIndex().on(sql`lower(${t.first})`), uniqueIndex().on(sql`${t.first} || ${t.last}`)]);");
    expect(table?.uniques.map(({ parts }) => parts)).toEqual([
      [{ column: 'first', expression: 'lower(first_name)' }],
      [{ column: undefined, expression: 'first_name || last_name' }],
    ]);
  });
});

describe('columns of drizzle', () => {
  it.each([
    ['NULL unless it says no', "const t = pgTable('t', { a: text('a'), b: text('b_id').notNull(), c: text() });", 'a? b=b_id c?'],
    ['keys', "const t = pgTable('t', { id: text('id').primaryKey(), n: serial('n') });", 'id n!'],
    ['identities', "const t = pgTable('t', { a: integer().generatedAlwaysAsIdentity(), b: integer().generatedByDefaultAsIdentity() });", 'a! b!'],
    ['uuids', "const t = pgTable('t', { a: uuid().defaultRandom().notNull(), b: uuid().default(sql`gen_random_uuid()`).notNull(), c: uuid().notNull() });", 'a! b! c'],
    ['what code makes', "const t = pgTable('t', { a: text().notNull().$defaultFn(() => nanoid()), b: text().notNull().$default(nanoid), c: timestamp().notNull().$defaultFn(() => new Date()), d: text().notNull().$defaultFn(() => 'x') });",
      'a! b! c d'],
    ['other defaults', "const t = pgTable('t', { a: timestamp().notNull().defaultNow(), b: integer().notNull().default(0), c: integer().notNull().generatedAlwaysAs(sql`1`) });", 'a b c'],
    ['MySQL', "const t = my.mysqlTable('t', { a: my.int().autoincrement(), b: my.serial(), c: my.mysqlEnum('c', ['x']).notNull() });", 'a?! b! c'],
    ['SQLite', "const t = lite.sqliteTable('t', { a: lite.integer('a').primaryKey(), b: lite.int({ mode: 'timestamp' }), c: lite.text('c').default(sql`(lower(hex(randomblob(16))))`) });", 'a! b? c?!'],
    ['a key of several columns', "const t = pgTable('t', { a: text('a'), b: text('b'), c: text('c') }, t => [primaryKey({ columns: [t.a, t.b] })]);", 'a b c?'],
    ['spreads', "const t = pgTable('t', { ...timestamps, ...owned, updatedAt: timestamp('updated').notNull() });", 'createdAt=created_at updatedAt=updated ownerId=owner_id'],
    ['of another package', "const t = pgTable('t', { a: citext('a'), b: citext('b').notNull() });", 'a? b'],
    ['lists and types', "const t = pgTable('t', { a: text('a').array().notNull(), b: varchar('b', { length: 9 }).$type<'x'>().notNull(), c: bigint('c', { mode: 'number' }) });", 'a b c?'],
  ])('%s', (_, code, expected) => {
    const table = declared(code);
    const text = table && tableText(table, 'columns').replace(/^t: /u, '').split('; ')[0];
    expect(text).toBe(expected);
  });
});

describe('what an operation says of its table', () => {
  it('is there for every kind of query', () => {
    const files = {
      'schema.ts': "import { pgTable, text } from 'drizzle-orm/pg-core'; export const t = pgTable('t', { email: text('email').unique('key') });",
      'app.ts': `import { drizzle } from 'drizzle-orm/node-postgres'; import { eq, sql } from 'drizzle-orm'; import * as schema from './schema'; import { t } from './schema';
        const db = drizzle(process.env.URL!, { schema });
        export const a = () => db.insert(t).values({}); export const b = () => db.update(t).set({}); export const c = async () => { await db.delete(t); };
        export const d = async () => { await db.query.t.findFirst(); await db.execute(sql\`delete from \${t}\`); };`,
    };
    expect(declaredTables(files, 'app.ts').map(table => tableText(table))).toEqual(['t: unique key (email) @1']);
  });
});
