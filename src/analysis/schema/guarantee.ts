import type { Columns, Operation } from '../../operations/operation.js';
import type { Column, KeyPart, Table, UniqueConstraint } from '../../schema/table.js';
import { isFresh } from '../../values/traits.js';
import type { Value } from '../../values/value.js';
import { columnName, valueAt } from '../same-fact.js';

/** What the database does when a row of the same key is inserted a second time. */
export type Guarantee =
  /** It refuses the second row. */
  | { readonly kind: 'unique'; readonly constraint: UniqueConstraint; readonly table: Table }
  /** It takes both: all that is known of the table has no fitting constraint. */
  | { readonly kind: 'none'; readonly table: Table }
  | { readonly kind: 'unknown' };

const unknown: Guarantee = { kind: 'unknown' };

/**
 * What the descriptions of a table say of two inserts whose `key` columns are the same: a constraint guards if its
 * columns are the key or a part of it. One over more columns lets the second row through.
 */
export function guaranteeOf(tables: readonly Table[], key: readonly string[], insert: Operation): Guarantee {
  const wanted = new Set(key.map(columnName));
  if (wanted.size === 0) return unknown;
  return strongest(tables, insert, (name, table) => isIn(wanted, name, table));
}

/** What they say of two inserts that fill all columns with the same values. */
export function guaranteeOfInsert(tables: readonly Table[], insert: Operation): Guarantee {
  if (insert.columns.rest.length > 0) return unknown;
  return strongest(tables, insert, (name, table) => valueOf(insert.columns, name, table) !== undefined);
}

/** Some constraint of the table can refuse the row, if only for a value that is made up. */
export const canViolate = (tables: readonly Table[], { columns }: Operation): boolean =>
  columns.rest.length > 0 ||
  tables.some(table =>
    table.uniques.some(({ parts }) =>
      parts.every(({ column }) => column === undefined || valueOf(columns, column, table) !== undefined),
    ),
  );

function strongest(
  tables: readonly Table[],
  insert: Operation,
  isInKey: (column: string, table: Table) => boolean,
): Guarantee {
  const [table] = tables;
  if (!table) return unknown;
  let isUndecided = tables.some(({ isOpen }) => isOpen);
  for (const candidate of tables) {
    for (const constraint of candidate.uniques) {
      const guards = guardsKey(constraint, candidate, insert, isInKey);
      if (guards === true) return { kind: 'unique', constraint, table: candidate };
      isUndecided ||= guards === undefined;
    }
  }
  return isUndecided ? unknown : { kind: 'none', table };
}

/** Whether the constraint refuses the second row; `undefined`: it depends on what cannot be read. */
function guardsKey(
  constraint: UniqueConstraint,
  table: Table,
  insert: Operation,
  isInKey: (column: string, table: Table) => boolean,
): boolean | undefined {
  const { parts, where, areNullsEqual } = constraint;
  if (parts.length === 0) return undefined;
  if (!parts.every(({ column }) => column !== undefined && isInKey(column, table)))
    return parts.some(({ column }) => column === undefined) ? undefined : false;
  const values = parts.map(({ column = '' }) => valueOf(insert.columns, column, table));
  if (values.some((value, at) => isMadeUp(value, columnOf(table, parts[at])))) return false;
  if (!areNullsEqual && values.some((value, at) => isNull(value, insert, columnOf(table, parts[at])))) return false;
  return where === undefined || holdsFor(where, insert, table);
}

const isIn = (wanted: ReadonlySet<string>, name: string, table: Table): boolean =>
  namesOf(name, table).some(known => wanted.has(columnName(known)));

/** A column as the code and as the database names it. */
function namesOf(name: string, table: Table): readonly string[] {
  const column = table.columns.find(({ name: own }) => own === name);
  return [name, column?.databaseName ?? name, ...(column?.aliases ?? [])];
}

const columnOf = (table: Table, part: KeyPart | undefined): Column | undefined =>
  table.columns.find(({ name }) => name === part?.column);

const valueOf = (columns: Columns, name: string, table: Table): Value | undefined =>
  namesOf(name, table)
    .map(known => valueAt(columns, known))
    .find(value => value !== undefined);

/** Two inserts never meet on it. */
const isMadeUp = (value: Value | undefined, column: Column | undefined): boolean =>
  value ? isFresh(value) : column?.isGenerated === true;

/** NULL differs from every other NULL, so that the database takes both rows. */
function isNull(value: Value | undefined, { columns }: Operation, column: Column | undefined): boolean {
  if (value) return value.kind === 'constant' && (value.value === null || value.value === undefined);
  return column?.isNullable === true && columns.rest.length === 0;
}

const IS_NULL = /^\(*\s*["`[]?(\w+)["`\]]?\s+is\s+null\s*\)*$/iu;
const EQUALS = /^\(*\s*["`[]?(\w+)["`\]]?\s*=\s*(?:'([^']*)'|(\w+))(?:::\w+)?\s*\)*$/iu;

/** Whether the row inserted falls under the predicate of a partial index. */
function holdsFor(where: string, insert: Operation, table: Table): boolean | undefined {
  const answers = where.split(/\s+and\s+/iu).map(test => testHolds(test, insert, table));
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

function testHolds(test: string, insert: Operation, table: Table): boolean | undefined {
  const isNullTest = IS_NULL.exec(test)?.[1];
  if (isNullTest !== undefined) {
    const value = valueOf(insert.columns, isNullTest, table);
    if (!value) return insert.columns.rest.length === 0 ? true : undefined;
    return value.kind === 'constant' ? value.value === null || value.value === undefined : undefined;
  }
  const equals = EQUALS.exec(test);
  const value = equals ? valueOf(insert.columns, equals[1] ?? '', table) : undefined;
  if (value?.kind !== 'constant') return undefined;
  return String(value.value) === (equals?.[2] ?? equals?.[3]);
}
