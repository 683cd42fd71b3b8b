import { describe, expect, it } from 'vitest';
import { readSqlChanges } from '../../../src/adapters/sql/ddl/read-sql-changes.js';
import type { SqlDialect } from '../../../src/schema/dialect.js';
import { changeLine } from '../change-line.js';

const changes = (text: string, dialect?: SqlDialect): readonly string[] =>
  readSqlChanges(text, 'script.sql', dialect).changes.map(changeLine);

const KEYS = 'CREATE UNIQUE INDEX one ON t (a);';

describe('the way forward', () => {
  it.each([
    ['goose', '-- +goose Up\n-- +goose StatementBegin', '-- +goose StatementEnd\n-- +goose Down'],
    ['dbmate', '-- migrate:up transaction:false', '-- migrate:down'],
    ['node-pg-migrate', '-- Up Migration', '-- Down Migration'],
    ['sql-migrate', '-- +migrate Up notransaction', '-- +migrate Down'],
    ['sqlite', '--------\n-- Up\n--------', '--------\n-- Down\n--------'],
    ['tern', '', '---- create above / drop below ----'],
  ])('ends where the file of %s turns back', (_, up, down) => {
    expect(changes(`${up}\n${KEYS}\n${down}\nDROP INDEX one;\nDROP TABLE t;`)).toEqual([
      expect.stringContaining('add-unique t: unique one (a)'),
    ]);
  });

  it('goes on where the file turns forth again', () => {
    expect(changes(`-- +goose Down\nDROP TABLE t;\n-- +goose Up\n${KEYS}`)).toEqual([
      'add-unique t: unique one (a) @4',
    ]);
  });

  it('takes a comment that begins alike for a comment', () => {
    expect(changes(`-- Up to here all rows are unique\n-- Down payments\n${KEYS}`)).toEqual([
      'add-unique t: unique one (a) @3',
    ]);
  });
});

describe('statements', () => {
  it('end by a comment of Drizzle Kit as well', () => {
    expect(
      changes(
        'DROP TABLE `a`--> statement-breakpoint\nDROP TABLE `b`;--> statement-breakpoint\nDROP TABLE `c`;',
      ),
    ).toEqual(['drop-table a', 'drop-table b', 'drop-table c']);
  });

  it('go on behind commands to the client and rows of a dump', () => {
    expect(
      changes(`\\restrict x'y
\\connect "app"
COPY public.users (id, name) FROM stdin;
1\tO'Neill; CREATE UNIQUE INDEX no ON t (a);
\\.
SELECT pg_catalog.set_config('search_path', '', false);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);`),
    ).toEqual(['add-unique users: primary key users_pkey (id) @8']);
  });

  it('go on behind bodies between dollars, and blocks whose keys are not known', () => {
    const { changes: read, problems } = readSqlChanges(
      `CREATE FUNCTION f() RETURNS void AS $f$ BEGIN EXECUTE 'x'; END; $f$ LANGUAGE plpgsql;
DO $$ BEGIN
  ALTER TABLE t ADD CONSTRAINT one UNIQUE (a);
EXCEPTION WHEN duplicate_object THEN NULL;
END $$;
DO $$ BEGIN CREATE TYPE s AS ENUM ('a'); END $$;
CREATE FUNCTION g() RETURNS int BEGIN ATOMIC SELECT 1; SELECT CASE WHEN true THEN 2 END; END;
${KEYS}`,
      'script.sql',
      'postgresql',
    );
    expect(read.map(changeLine)).toEqual(['add-unique t: unique one (a) @8']);
    expect(problems).toEqual([
      { file: 'script.sql', line: 2, message: 'Keys that a block of code makes or drops are not known.' },
    ]);
  });

  it('end by what DELIMITER says', () => {
    expect(
      changes(
        `DELIMITER //
CREATE PROCEDURE p() BEGIN DROP TABLE t; END //
CREATE TRIGGER r BEFORE INSERT ON t FOR EACH ROW BEGIN SET NEW.a = 1; END//
DELIMITER ;
${KEYS}`,
        'mysql',
      ),
    ).toEqual(['add-unique t: unique one (a) @5']);
  });

  it('stand in comments that MySQL runs', () => {
    expect(
      changes(
        `/*!40101 SET NAMES utf8 */;
/*!50001 CREATE TABLE t (a int,
  UNIQUE KEY one (a)) */;
/* CREATE TABLE no (a int); */
# CREATE TABLE no (a int);`,
        'mysql',
      ),
    ).toEqual(['create-table t: a?; unique one (a) @3']);
  });

  it('have strings as their database reads them', () => {
    expect(changes(`INSERT INTO t VALUES ('C:\\');${KEYS}`, 'postgresql')).toHaveLength(1);
    expect(changes(`INSERT INTO t VALUES (E'it\\'s; ', '; --');${KEYS}`, 'postgresql')).toHaveLength(1);
    expect(changes(`INSERT INTO t VALUES ('it\\'s; ', "a\\"; b");${KEYS}`, 'mysql')).toHaveLength(1);
  });

  it('begin and end transactions', () => {
    expect(changes(`BEGIN;\n${KEYS}\nCOMMIT;\nBEGIN TRANSACTION;\nDROP INDEX one;\nEND;`)).toHaveLength(2);
  });
});

describe('what the grammar does not take', () => {
  it('loses no other column, constraint or action', () => {
    expect(
      changes(
        `CREATE TABLE t (
  id int,
  kind my_enum('a', 'UNIQUE') SPECIAL WORDS HERE NOT NULL,
  odd geometry SRID 4326 UNIQUE,
  EXCLUDE USING gist (odd WITH &&),
  CONSTRAINT one UNIQUE (id)
) SOME OPTION;
ALTER TABLE t DO SOMETHING ODD, ADD CONSTRAINT two UNIQUE (kind), CLUSTER ON one;`,
        'postgresql',
      ),
    ).toEqual([
      'create-table t: id? kind odd?; unique t_odd_key (odd) @4; unique one (id) @6',
      'add-unique t: unique two (kind) @8',
    ]);
  });

  it('is a problem where it names a key, and leaves the table open', () => {
    const { changes: read, problems } = readSqlChanges(
      `CREATE TABLE t (id int PRIMARY KEY, UNIQUE (id ODDLY SAID));\nCREATE UNIQUE INDEX ON;\n${KEYS}`,
      'script.sql',
      'postgresql',
    );
    expect(read.map(changeLine)).toEqual([
      'create-table t...: id; primary key t_pkey (id) @1',
      'add-unique t: unique one (a) @3',
    ]);
    expect(problems.map(({ line, message }) => `${String(line)}: ${message}`)).toEqual([
      expect.stringMatching(/^1: Keys in this statement are not known: Expected: .*, found: /u),
      expect.stringMatching(/^2: Keys in this statement are not known: Expected: .*, found: /u),
    ]);
  });

  it.each([
    '',
    ';;',
    "'",
    '"',
    '$$',
    'CREATE TABLE',
    'CREATE TABLE t (',
    'ALTER TABLE t',
    'ALTER TABLE t ADD',
    'DROP',
    '/*',
  ])('never throws: %j', text => {
    for (const dialect of ['postgresql', 'mysql', 'sqlite'] as const)
      expect(() => readSqlChanges(text, 'script.sql', dialect)).not.toThrow();
  });
});

describe('the dialect of a text', () => {
  it.each([
    ['mysql', 'CREATE TABLE `t` (`a` int UNIQUE) ENGINE=InnoDB', 'unique a (a) @1'],
    ['sqlite', 'CREATE TABLE `t` (`id` integer PRIMARY KEY AUTOINCREMENT, `a` text UNIQUE)', 'unique (a) @1'],
    ['postgresql', 'CREATE TABLE T (A int UNIQUE)', 'create-table t: a?; unique t_a_key (a) @1'],
  ])('shows in its words: %s', (_, text, key) => {
    expect(changes(text)).toEqual([expect.stringContaining(key)]);
  });

  it('is taken from the caller where the text has no sign of it', () => {
    expect(changes('CREATE TABLE T (A int UNIQUE)', 'mysql')).toEqual([
      'create-table T: A?; unique A (A) @1',
    ]);
  });
});
