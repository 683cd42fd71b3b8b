import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSqlChanges } from '../../src/adapters/sql/ddl/read-sql-changes.js';
import { applyChanges } from '../../src/schema/apply-changes.js';
import type { SqlDialect } from '../../src/schema/dialect.js';
import type { Table, UniqueConstraint } from '../../src/schema/table.js';
import { factsOfMariaDb, factsOfPostgres, factsOfSqlite, type DatabaseFacts } from './database-keys.js';
import { liveSuite } from './live-suite.js';

const scriptsOf = (dialect: SqlDialect): readonly string[] => {
  const folder = `test/schema/fixtures/sql/${dialect}`;
  return readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort()
    .map(name => readFileSync(`${folder}/${name}`, 'utf8'));
};

const tablesOf = (dialect: SqlDialect): readonly Table[] =>
  applyChanges(
    scriptsOf(dialect).flatMap(text => readSqlChanges(text, 'script.sql', dialect).changes),
    dialect,
  );

/** Only what the scripts themselves say can agree: copies of tables are open, and left out. */
function expectAgreement(
  tables: readonly Table[],
  facts: DatabaseFacts,
  keyText: (unique: UniqueConstraint) => string,
): void {
  const open = tables.filter(({ isOpen }) => isOpen).map(({ name }) => name);
  const isKnown = (line: string): boolean =>
    !open.some(name => line.startsWith(`${name}:`) || line.startsWith(`${name}.`));
  const known = tables.filter(({ isOpen }) => !isOpen);
  const keys = known.flatMap(({ name, uniques }) => uniques.map(unique => `${name}: ${keyText(unique)}`));
  expect(keys.sort()).toEqual(facts.keys.filter(isKnown).map(plain).sort());
  if (facts.columns.length === 0) return;
  // Columns of a table that a query or another table gave are not in the scripts.
  const listed = known.flatMap(({ name, columns }) =>
    columns.map(
      column =>
        `${name}.${column.name}${column.isNullable === true ? '?' : ''}${column.isGenerated ? '!' : ''}`,
    ),
  );
  const names = new Set(listed.map(line => line.replace(/[!?]+$/u, '')));
  expect(listed.sort()).toEqual(facts.columns.filter(line => names.has(line.replace(/[!?]+$/u, ''))).sort());
}

/** PostgreSQL adds casts and parentheses to what it was given. */
const plain = (line: string): string =>
  line
    .replaceAll(/\((?=\w+\()/gu, '(')
    .replaceAll(/::\w+/gu, '')
    .replaceAll('"', '');

const kindText = ({ kind }: UniqueConstraint): string => (kind === 'primary-key' ? 'primary key' : 'unique');

const partsText = ({ parts }: UniqueConstraint): string =>
  parts.map(({ column, expression }) => expression ?? column).join(', ');

liveSuite('postgresql', url => {
  it('has the keys and columns that the reader finds in its scripts', async () => {
    const facts = await factsOfPostgres(url(), scriptsOf('postgresql'));
    const bare = (text: string): string => plain(text).replaceAll(/[()]/gu, '');
    const lines = { keys: facts.keys.map(bare), columns: facts.columns };
    expectAgreement(tablesOf('postgresql'), lines, unique =>
      bare(
        [
          `${kindText(unique)} ${unique.name ?? ''} (${partsText(unique)})`,
          unique.where === undefined ? '' : ` where ${unique.where}`,
          unique.areNullsEqual ? ' nulls equal' : '',
        ].join(''),
      ),
    );
  });
});

liveSuite('mariadb', url => {
  it('has the keys and columns that the reader finds in its scripts', async () => {
    const facts = await factsOfMariaDb(url(), scriptsOf('mysql'));
    expectAgreement(tablesOf('mysql'), facts, unique => {
      return `${kindText(unique)} ${unique.name ?? ''} (${partsText(unique)})`;
    });
  });
});

describe('sqlite', () => {
  it('has the keys that the reader finds in its scripts', () => {
    expectAgreement(tablesOf('sqlite'), factsOfSqlite(scriptsOf('sqlite')), unique => {
      const parts = unique.parts
        .map(part => (part.expression === undefined ? part.column : 'expression'))
        .join(', ');
      const name =
        unique.kind === 'unique' && unique.name !== undefined && !/^one_/u.test(unique.name)
          ? ` ${unique.name}`
          : '';
      return `${kindText(unique)}${name} (${parts})${unique.where === undefined ? '' : ' where'}`;
    });
  });
});
