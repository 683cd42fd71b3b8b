import { describe, expect, it } from 'vitest';
import { readSqlChanges } from '../../src/adapters/sql/ddl/read-sql-changes.js';
import { applyChanges } from '../../src/schema/apply-changes.js';
import type { SqlDialect } from '../../src/schema/dialect.js';
import type { SchemaChange } from '../../src/schema/schema-change.js';
import { tableText } from './table-text.js';

const after = (script: string, dialect: SqlDialect = 'postgresql'): readonly string[] =>
  applyChanges(readSqlChanges(script, 'script.sql', dialect).changes, dialect).map(table =>
    tableText(table, 'columns'),
  );

const TABLE = 'CREATE TABLE t (a int, b int, CONSTRAINT one UNIQUE (a, b), CONSTRAINT two UNIQUE (b));';

describe('a dropped column', () => {
  it('takes its keys along in PostgreSQL, also those that only test it', () => {
    expect(
      after(`${TABLE}
      CREATE UNIQUE INDEX three ON t (b) WHERE a > 1;
      CREATE UNIQUE INDEX four ON t (lower(a));
      CREATE UNIQUE INDEX five ON t ((a + b));
      ALTER TABLE t DROP COLUMN a;`),
    ).toEqual(['t: b?; unique two (b) @1']);
  });

  it('leaves shorter keys in MySQL', () => {
    expect(after(`${TABLE} ALTER TABLE t DROP COLUMN a;`, 'mysql')).toEqual([
      't: b?; unique one (b) @1; unique two (b) @1',
    ]);
    expect(after(`${TABLE} ALTER TABLE t DROP COLUMN b;`, 'mysql')).toEqual(['t: a?; unique one (a) @1']);
  });
});

describe('a renamed column', () => {
  it('is renamed in its keys, their expressions and predicates', () => {
    expect(
      after(`CREATE TABLE t (a text, ab text, UNIQUE (a));
CREATE UNIQUE INDEX i ON t (lower(a), ab) WHERE a <> 'a' AND ab = a;
ALTER TABLE t RENAME a TO "c";`),
    ).toEqual(["t: c? ab?; unique t_a_key (c) @1; unique i (lower(c), ab) where c <> 'a' AND ab = c @2"]);
  });
});

describe('names', () => {
  it('are found as they are spelled, else in upper or lower case', () => {
    expect(after('CREATE TABLE "User" (id int); CREATE TABLE users (id int); DROP TABLE "User";')).toEqual([
      'users: id?',
    ]);
    expect(
      after('CREATE TABLE Users (Id int, UNIQUE KEY One (Id)); ALTER TABLE users DROP INDEX one;', 'mysql'),
    ).toEqual(['Users: Id?']);
  });

  it('need no table where the database needs none', () => {
    expect(
      after(
        `CREATE TABLE a (x int UNIQUE); CREATE TABLE b (y int UNIQUE); ALTER INDEX b_y_key RENAME TO z;
        DROP INDEX a_x_key;`,
      ),
    ).toEqual(['a: x?', 'b: y?; unique z (y) @1']);
  });

  it('of keys stay where the table is renamed', () => {
    expect(
      after(
        'CREATE TABLE a (x int UNIQUE); ALTER TABLE a RENAME TO b; ALTER TABLE b DROP CONSTRAINT a_x_key;',
      ),
    ).toEqual(['b: x?']);
  });
});

describe('what a database refuses or leaves out', () => {
  it('changes nothing', () => {
    expect(
      after(`CREATE TABLE t (a int UNIQUE);
      CREATE TABLE IF NOT EXISTS t (b int);
      CREATE UNIQUE INDEX IF NOT EXISTS t_a_key ON t (b);
      ALTER TABLE t ADD COLUMN IF NOT EXISTS a text UNIQUE;
      DROP TABLE IF EXISTS missing;
      ALTER TABLE missing DROP COLUMN a;`),
    ).toEqual(['t: a?; unique t_a_key (a) @1']);
  });
});

describe('a table that something else made', () => {
  it('is open from its first change on', () => {
    expect(after('ALTER TABLE t ADD COLUMN a int UNIQUE;\nCREATE UNIQUE INDEX i ON u (b);')).toEqual([
      't...: a?; unique t_a_key (a) @1',
      'u...: ; unique i (b) @2',
    ]);
  });
});

describe('a primary key', () => {
  it('is never null, and goes by its name or as such', () => {
    expect(
      after(
        'CREATE TABLE t (a int); ALTER TABLE t ADD PRIMARY KEY (a); ALTER TABLE t ALTER a DROP NOT NULL;',
      ),
    ).toEqual(['t: a; primary key t_pkey (a) @1']);
    expect(after('CREATE TABLE t (a int PRIMARY KEY); ALTER TABLE t DROP CONSTRAINT t_pkey;')).toEqual([
      't: a',
    ]);
    expect(
      after(
        'CREATE TABLE t (a int PRIMARY KEY, b int); ALTER TABLE t DROP PRIMARY KEY, ADD PRIMARY KEY (b);',
        'mysql',
      ),
    ).toEqual(['t: a b; primary key PRIMARY (b) @1']);
  });
});

it('drops by columns what a library names itself', () => {
  const place = { file: 'migration.ts', line: 1 };
  const part = (column: string): { column: string; expression: undefined } => ({
    column,
    expression: undefined,
  });
  const unique = { kind: 'unique', name: undefined, where: undefined, areNullsEqual: false, place } as const;
  const changes: readonly SchemaChange[] = [
    {
      kind: 'create-table',
      table: { name: 't', databaseName: 't', columns: [], uniques: [], isOpen: false, place },
    },
    { kind: 'add-unique', table: 't', unique: { ...unique, parts: [part('a'), part('b')] } },
    { kind: 'add-unique', table: 't', unique: { ...unique, parts: [part('a')] } },
    { kind: 'drop-unique-columns', table: 't', columns: ['a', 'b'] },
  ];
  expect(applyChanges(changes).map(table => tableText(table))).toEqual(['t: unique (a) @1']);
});
