import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSqlChanges } from '../../../src/adapters/sql/ddl/read-sql-changes.js';
import { applyChanges } from '../../../src/schema/apply-changes.js';
import { tableText } from '../table-text.js';

/** The scripts of a folder one after the other; `2:14` is line 14 of the second. */
function tablesOf(dialect: 'postgresql' | 'mysql' | 'sqlite'): readonly string[] {
  const folder = `test/schema/fixtures/sql/${dialect}`;
  const scripts = readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .sort();
  const read = scripts.map((name, index) =>
    readSqlChanges(readFileSync(`${folder}/${name}`, 'utf8'), String(index + 1), dialect),
  );
  expect(read.flatMap(({ problems }) => problems)).toEqual([]);
  return applyChanges(
    read.flatMap(({ changes }) => changes),
    dialect,
  ).map(table => {
    const files = table.uniques.map(({ place }) => place.file);
    return tableText(table, 'columns').replaceAll(/@(?=\d+)/gu, () => `@${files.shift() ?? ''}:`);
  });
}

describe('every form of a key', () => {
  it.each(['postgresql', 'mysql', 'sqlite'] as const)('after the scripts of %s', dialect => {
    expect(tablesOf(dialect)).toEqual(
      readFileSync(`test/schema/fixtures/sql/${dialect}/tables.txt`, 'utf8').trimEnd().split('\n'),
    );
  });
});
