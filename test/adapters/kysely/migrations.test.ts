import { describe, expect, it } from 'vitest';
import type { SchemaChange } from '../../../src/schema/schema-change.js';
import type { KeyPart, Table, UniqueConstraint } from '../../../src/schema/table.js';
import { changesOf } from '../operations-of.js';

const changesIn = (body: string): readonly SchemaChange[] =>
  changesOf({ '001.ts': `import { type Kysely, sql } from 'kysely';\nexport async function up(db: Kysely<any>): Promise<void> {\n${body}\n}` }, '001.ts');

/** `create users (id!+, email?) pk(id) unique users_email(email) where active`: `!` not null, `+` made by the database. */
const brief = (change: SchemaChange): string => {
  switch (change.kind) {
    case 'create-table':
      return `create ${tableText(change.table)}`;
    case 'add-unique':
      return `${change.table}: ${uniqueText(change.unique)}`;
    case 'add-column':
      return `${change.table}: add ${columnText(change.column)}`;
    case 'alter-column':
      return `${change.table}: ${change.column} nullable=${String(change.isNullable)} generated=${String(change.isGenerated)}`;
    case 'drop-table':
      return `drop ${change.table}`;
    case 'rename-table':
      return `${change.table} -> ${change.to}`;
    case 'drop-column':
      return `${change.table}: drop ${change.column}`;
    case 'rename-column':
      return `${change.table}: ${change.column} -> ${change.to}`;
    case 'drop-unique':
      return `${change.table ?? '?'}: drop unique ${change.name}`;
    case 'rename-unique':
      return `${change.table ?? '?'}: unique ${change.name} -> ${change.to}`;
    default:
      return change.kind;
  }
};

const columnText = ({ name, isNullable, isGenerated }: Table['columns'][number]): string =>
  `${name}${isNullable ? '' : '!'}${isGenerated ? '+' : ''}`;
const partText = ({ column, expression }: KeyPart): string => (expression === undefined ? (column ?? '?') : `${expression} of ${column ?? '?'}`);
const uniqueText = ({ kind, name, parts, where, areNullsEqual }: UniqueConstraint): string =>
  [
    kind === 'unique' ? 'unique' : 'pk',
    ` ${name ?? ''}(${parts.map(partText).join(', ')})`,
    where === undefined ? '' : ` where ${where}`,
    areNullsEqual ? ' nulls equal' : '',
  ].join('');
const tableText = ({ name, columns, uniques, isOpen }: Table): string =>
  [`${name} (${columns.map(columnText).join(', ')})`, ...uniques.map(uniqueText), ...(isOpen ? ['open'] : [])].join(' ');

const TABLE = "await db.schema.createTable('users')";
const ALTER = "await db.schema.alterTable('users')";

describe('a migration', () => {
  it.each([
    [`${TABLE}.addColumn('id', 'serial', c => c.primaryKey()).addColumn('email', 'varchar', c => c.unique().notNull()).execute()`, 'create users (id!+, email!) pk (id) unique (email)'],
    [`${TABLE}.ifNotExists().addColumn('id', 'integer', c => c.primaryKey().autoIncrement()).addColumn('name', 'text').execute()`, 'create users (id!+, name) pk (id)'],
    [`${TABLE}.addColumn('id', 'uuid', c => c.primaryKey().defaultTo(sql\`gen_random_uuid()\`)).execute()`, 'create users (id!+) pk (id)'],
    [`${TABLE}.addColumn('id', 'bigint', c => c.generatedAlwaysAsIdentity().primaryKey()).execute()`, 'create users (id!+) pk (id)'],
    [`${TABLE}.addColumn('id', sql\`bigserial\`, c => c.notNull()).execute()`, 'create users (id!+)'],
    [`${TABLE}.addColumn('created_at', 'timestamp', c => c.defaultTo(sql\`now()\`).notNull()).execute()`, 'create users (created_at!)'],
    [`${TABLE}.addColumn('a', 'text').addColumn('b', 'text').addUniqueConstraint('users_a_b', ['a', 'b']).execute()`, 'create users (a, b) unique users_a_b(a, b)'],
    [`${TABLE}.addColumn('a', 'text').addColumn('b', 'text').addPrimaryKeyConstraint('users_pkey', ['a', 'b']).execute()`, 'create users (a!, b!) pk users_pkey(a, b)'],
    [`${TABLE}.addColumn('a', 'text').addUniqueConstraint('users_a', ['a'], u => u.nullsNotDistinct()).execute()`, 'create users (a) unique users_a(a) nulls equal'],
    [`${TABLE}.addColumn('a', 'text', c => c.unique().nullsNotDistinct()).execute()`, 'create users (a) unique (a) nulls equal'],
    [`${TABLE}.addColumn('a', 'text').addForeignKeyConstraint('users_a_fk', ['a'], 'others', ['id'], cb => cb.onDelete('cascade')).execute()`, 'create users (a)'],
    [`${TABLE}.$call(t => t.addColumn('created_at', 'date')).execute()`, 'create users (created_at)'],
    ["await db.schema.withSchema('app').createTable('app.users').addColumn('id', 'text').execute()", 'create users (id)'],
    [`${TABLE}.addColumn(column, 'text').execute()`, 'create users () open'],
    [`${TABLE}.as(db.selectFrom('old').selectAll()).execute()`, 'create users () open'],
    ["await db.schema.createIndex('users_email').unique().on('users').column('email').execute()", 'users: unique users_email(email)'],
    ["await db.schema.createIndex('users_a_b').on('users').columns(['a', 'b desc']).unique().execute()", 'users: unique users_a_b(a, b)'],
    ["await db.schema.createIndex('users_email').unique().on('users').expression(sql`lower(email)`).execute()", 'users: unique users_email(lower(email) of email)'],
    ["await db.schema.createIndex('users_email').unique().on('users').column('email').where('deleted_at', 'is', null).execute()", 'users: unique users_email(email) where deleted_at is null'],
    ["await db.schema.createIndex('users_email').unique().on('users').column('email').where(sql<boolean>`active and not gone`).execute()", 'users: unique users_email(email) where active and not gone'],
    ["await db.schema.createIndex('users_email').unique().on('users').column('email').where(eb => eb.and([eb('a', '=', 'x'), eb('b', 'is not', null)])).execute()", "users: unique users_email(email) where a = 'x' and b is not null"],
    ["await db.schema.createIndex('users_email').unique().nullsNotDistinct().on('users').column('email').using('btree').execute()", 'users: unique users_email(email) nulls equal'],
    ["await db.schema.createIndex('users_email').on('users').column('email').execute()", ''],
    ["await db.schema.dropIndex('users_email').execute()", '?: drop unique users_email'],
    ["await db.schema.dropIndex('users_email').on('users').ifExists().execute()", 'users: drop unique users_email'],
    ["await db.schema.dropTable('users').ifExists().execute()", 'drop users'],
    [`${ALTER}.addColumn('email', 'text', c => c.notNull()).execute()`, 'users: add email!'],
    [`${ALTER}.addColumn('email', 'text', c => c.unique()).execute()`, 'users: add email|users: unique (email)'],
    [`${ALTER}.addColumn('a', 'text').addColumn('b', 'text').dropColumn('c').execute()`, 'users: add a|users: add b|users: drop c'],
    [`${ALTER}.renameColumn('a', 'b').execute()`, 'users: a -> b'],
    [`${ALTER}.renameTo('people').execute()`, 'users -> people'],
    [`${ALTER}.alterColumn('email', c => c.setNotNull()).execute()`, 'users: email nullable=false generated=undefined'],
    [`${ALTER}.alterColumn('email', c => c.dropNotNull()).execute()`, 'users: email nullable=true generated=undefined'],
    [`${ALTER}.alterColumn('email', c => c.setDataType('text')).execute()`, ''],
    [`${ALTER}.modifyColumn('email', 'text', c => c.notNull()).execute()`, 'users: email nullable=false generated=false'],
    [`${ALTER}.addUniqueConstraint('users_a_b', ['a', 'b']).execute()`, 'users: unique users_a_b(a, b)'],
    [`${ALTER}.addPrimaryKeyConstraint('users_pkey', ['id']).execute()`, 'users: pk users_pkey(id)'],
    [`${ALTER}.dropConstraint('users_a_b').execute()`, 'users: drop unique users_a_b'],
    [`${ALTER}.renameConstraint('users_a_b', 'users_b_a').execute()`, 'users: unique users_a_b -> users_b_a'],
    [`${ALTER}.addIndex('users_email').unique().column('email').execute()`, 'users: unique users_email(email)'],
    [`${ALTER}.dropIndex('users_email').execute()`, 'users: drop unique users_email'],
    [`${ALTER}.addUniqueConstraint('users_a_b', columns).execute()`, ''],
    [`${TABLE}.addColumn('id', 'text')`, ''],
  ])('%s', (body, expected) => {
    expect(changesIn(body).map(brief).join('|')).toBe(expected);
  });

  it('says where each constraint stands', () => {
    const [created] = changesIn("  await db.schema\n    .createTable('users')\n    .addColumn('email', 'text', c => c.unique())\n    .addColumn('a', 'text')\n    .addUniqueConstraint('users_a', ['a'])\n    .execute();");
    const { place, uniques } = (created as Extract<SchemaChange, { kind: 'create-table' }>).table;
    expect(place.line).toBe(4);
    expect(uniques.map(({ place: { line } }) => line)).toEqual([5, 7]);
    expect(place.file).toMatch(/001\.ts$/u);
  });

  it('goes on in order', () => {
    const body = `${TABLE}.addColumn('id', 'text').execute(); const { schema } = db; await schema.createIndex('users_id').unique().on('users').column('id').execute();`;
    expect(changesIn(body).map(brief)).toEqual(['create users (id)', 'users: unique users_id(id)']);
  });

  it('builds columns by a function of the project', () => {
    const files = {
      'columns.ts': "import type { ColumnDefinitionBuilder } from 'kysely';\nexport const required = (c: ColumnDefinitionBuilder) => c.notNull();",
      '001.ts': "import type { Kysely } from 'kysely';\nimport { required } from './columns';\nexport async function up(db: Kysely<any>) { await db.schema.createTable('users').addColumn('email', 'text', required).execute(); }",
    };
    expect(changesOf(files, '001.ts').map(brief)).toEqual(['create users (email!)']);
  });
});
