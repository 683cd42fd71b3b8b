import type { SqlDialect } from './dialect.js';
import type { SchemaChange } from './schema-change.js';
import type { Column, KeyPart, Place, Table, UniqueConstraint } from './table.js';

/** A change inside one table. */
export type TableChange = Exclude<SchemaChange, { kind: 'create-table' | 'drop-table' | 'rename-table' }>;

/** A table that something else made: its first change is all that is known of it. */
export const openTable = (name: string, place: Place): Table => ({
  name,
  databaseName: name,
  columns: [],
  uniques: [],
  isOpen: true,
  place,
});

/** The one of that name; where none is spelled so, the one that differs in upper and lower case only. */
export function named<T extends { readonly name: string | undefined }>(
  items: readonly T[],
  name: string,
): T | undefined {
  const folded = name.toLowerCase();
  return items.find(item => item.name === name) ?? items.find(item => item.name?.toLowerCase() === folded);
}

/** The table after the change. */
export function changeTable(table: Table, change: TableChange, dialect: SqlDialect | undefined): Table {
  switch (change.kind) {
    case 'add-column':
      return table.columns.some(({ name }) => name === change.column.name)
        ? table
        : { ...table, columns: [...table.columns, change.column] };
    case 'drop-column':
      return dropColumn(table, nameIn(table, change.column), dialect);
    case 'rename-column':
      return renameColumn(table, nameIn(table, change.column), change.to);
    case 'alter-column':
      return alterColumn(table, nameIn(table, change.column), change);
    case 'add-unique':
      return addUnique(table, change.unique, dialect);
    case 'drop-unique':
      return withoutUniques(table, unique => unique === named(table.uniques, change.name));
    case 'drop-unique-columns':
      return withoutUniques(
        table,
        ({ kind, parts }) => kind === 'unique' && columnsText(parts) === change.columns.join(),
      );
    case 'rename-unique':
      return renameUnique(table, change);
    case 'drop-primary-key':
      return withoutUniques(table, ({ kind }) => kind === 'primary-key');
  }
}

/** The column as the table spells it. */
const nameIn = (table: Table, column: string): string => named(table.columns, column)?.name ?? column;

const withoutUniques = (table: Table, isDropped: (unique: UniqueConstraint) => boolean): Table => ({
  ...table,
  uniques: table.uniques.filter(unique => !isDropped(unique)),
});

const columnsText = (parts: readonly KeyPart[]): string => parts.map(({ column }) => column).join();

const hasPart = ({ parts }: UniqueConstraint, column: string): boolean =>
  parts.some(part => part.column === column);

/**
 * PostgreSQL drops each index that has the column, in its predicate too; MySQL takes it out of the index.
 * https://www.postgresql.org/docs/current/sql-altertable.html
 * https://dev.mysql.com/doc/refman/8.4/en/alter-table.html
 */
function dropColumn(table: Table, column: string, dialect: SqlDialect | undefined): Table {
  const left = { ...table, columns: table.columns.filter(({ name }) => name !== column) };
  if (dialect !== 'mysql') return withoutUniques(left, unique => mentions(unique, column));
  const shortened = table.uniques.map(unique => ({
    ...unique,
    parts: unique.parts.filter(part => part.column !== column),
  }));
  return { ...left, uniques: shortened.filter(({ parts }) => parts.length > 0) };
}

function mentions(unique: UniqueConstraint, column: string): boolean {
  const texts = [unique.where, ...unique.parts.map(({ expression }) => expression)];
  return hasPart(unique, column) || texts.some(text => text !== undefined && wordPattern(column).test(text));
}

const wordPattern = (name: string): RegExp =>
  new RegExp(
    String.raw`(?<![\w$'])${name.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`)}(?![\w$'])`,
    'gu',
  );

function renameColumn(table: Table, from: string, to: string): Table {
  const rename = (name: string | undefined): string | undefined => (name === from ? to : name);
  const reword = (text: string | undefined): string | undefined =>
    text?.replaceAll(wordPattern(from), () => to);
  return {
    ...table,
    columns: table.columns.map(column =>
      column.name === from ? { ...column, name: to, databaseName: to } : column,
    ),
    uniques: table.uniques.map(unique => ({
      ...unique,
      where: reword(unique.where),
      parts: unique.parts.map(({ column, expression }) => ({
        column: rename(column),
        expression: reword(expression),
      })),
    })),
  };
}

type Alteration = Extract<TableChange, { kind: 'alter-column' }>;

function alterColumn(table: Table, name: string, { isNullable, isGenerated }: Alteration): Table {
  const alter = (column: Column): Column => ({
    ...column,
    isNullable: isNullable ?? column.isNullable,
    isGenerated: isGenerated ?? column.isGenerated,
  });
  const columns = table.columns.map(column => (column.name === name ? alter(column) : column));
  return withKeyColumns({ ...table, columns });
}

function addUnique(table: Table, unique: UniqueConstraint, dialect: SqlDialect | undefined): Table {
  const same = unique.name === undefined ? undefined : named(table.uniques, unique.name);
  const counted = same && dialect === 'mysql' ? countedName(table, unique) : undefined;
  // `IF NOT EXISTS` leaves the key of that name as it is.
  if (same && counted === undefined) return table;
  const changed = {
    ...table,
    uniques: [...table.uniques, counted === undefined ? unique : { ...unique, name: counted }],
  };
  return unique.kind === 'primary-key' ? withKeyColumns(changed) : changed;
}

/** `email_2`: MySQL's name for a second index without a name that begins with the column. */
function countedName(table: Table, { name, parts: [first] }: UniqueConstraint): string | undefined {
  const column = first?.column ?? '';
  if (name?.replace(/_\d+$/u, '') !== column) return undefined;
  let number = 2;
  while (named(table.uniques, `${column}_${String(number)}`)) number++;
  return `${column}_${String(number)}`;
}

function renameUnique(
  table: Table,
  { name, to, isPrimaryKey }: Extract<TableChange, { kind: 'rename-unique' }>,
): Table {
  const renamed = named(table.uniques, name);
  const rename = (unique: UniqueConstraint): UniqueConstraint => ({
    ...unique,
    name: to,
    kind: isPrimaryKey === true ? 'primary-key' : unique.kind,
  });
  const changed = {
    ...table,
    uniques: table.uniques.map(unique => (unique === renamed ? rename(unique) : unique)),
  };
  return isPrimaryKey === true ? withKeyColumns(changed) : changed;
}

/** No column of a primary key that a table gets later is ever null. */
function withKeyColumns(table: Table): Table {
  const keys = table.uniques.filter(({ kind }) => kind === 'primary-key');
  const isKey = ({ name }: Column): boolean => keys.some(key => hasPart(key, name));
  return {
    ...table,
    columns: table.columns.map(column => (isKey(column) ? { ...column, isNullable: false } : column)),
  };
}
