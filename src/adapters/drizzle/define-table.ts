import type { Column, KeyPart, Table, UniqueConstraint } from '../../schema/table.js';
import { constant, object } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnBuilderIn, type ColumnBuilder } from './column-builder.js';
import { constraintIn, type Constraint } from './constraint.js';
import { columnsIn, sqlText } from './sql-text.js';
import { columnIn, columnOf, tableHandle, type TableReference } from './table.js';

/** What a function that defines tables adds to their names. */
export interface TableFunction {
  readonly core: string;
  /** `name => `app_${name}`` of `pgTableCreator`. */
  readonly rename: Value | undefined;
}

/**
 * `pgTable(name, columns, constraints)`. Columns may be given by a function of the column types, constraints
 * as a list or, in older code, as an object.
 * https://orm.drizzle.team/docs/sql-schema-declaration, https://orm.drizzle.team/docs/indexes-constraints
 */
export function defineTable(
  { core, rename }: TableFunction,
  [name, shape, extra]: readonly Value[],
  types: Handle,
  site: CallSite,
): Handle | undefined {
  if (!name || !shape) return undefined;
  const named = rename ? site.run(rename, [name]) : name;
  const databaseName = named.kind === 'constant' ? String(named.value) : undefined;
  const columns = readColumns(shape.kind === 'function' ? site.run(shape, [types]) : shape, site);
  const own = databaseName ?? (name.kind === 'constant' ? String(name.value) : undefined);
  if (own === undefined) return undefined;
  const table: Table = {
    name: own,
    databaseName,
    columns: columns.known.map(([column, builder]) => columnFacts(column, builder)),
    uniques: columns.known.flatMap(([column, builder]) => ownConstraints(column, builder, databaseName)),
    isOpen: columns.isOpen,
    place: { file: site.file, line: site.line },
  };
  const reference: TableReference = { name: own, declared: table, alias: undefined, receiver: undefined };
  if (!extra) return tableHandle(reference);
  const constraints = readConstraints(
    extra.kind === 'function' ? site.run(extra, [tableHandle(reference)]) : extra,
  );
  return tableHandle({ ...reference, declared: constrained(table, constraints, core) });
}

interface Shape {
  readonly known: readonly (readonly [string, ColumnBuilder | undefined])[];
  readonly isOpen: boolean;
}

/**
 * Columns of an object with those that are spread into it; a later one of the same name replaces the earlier.
 */
function readColumns(value: Value, site: CallSite): Shape {
  const known = new Map<string, ColumnBuilder | undefined>();
  let isOpen = false;
  const visit = (part: Value): void => {
    if (part.kind !== 'object') {
      isOpen = true;
      return;
    }
    isOpen ||= part.open;
    part.spreads.forEach(visit);
    for (const [name, entry] of part.entries) {
      const builder = columnBuilderIn(entry, site);
      isOpen ||= builder === undefined;
      known.set(name, builder);
    }
  };
  visit(value);
  return { known: [...known], isOpen };
}

const columnFacts = (name: string, builder: ColumnBuilder | undefined): Column => ({
  name,
  databaseName: builder?.databaseName,
  isNullable: builder && !builder.isNotNull,
  isGenerated: builder?.isGenerated === true,
});

function ownConstraints(
  column: string,
  builder: ColumnBuilder | undefined,
  table: string | undefined,
): readonly UniqueConstraint[] {
  if (!builder) return [];
  const { primaryKey, unique, databaseName } = builder;
  const whole = { parts: [{ column, expression: undefined }], where: undefined };
  const made =
    table !== undefined && databaseName !== undefined ? uniqueName(table, [databaseName]) : undefined;
  return [
    ...(primaryKey
      ? [{ ...whole, kind: 'primary-key' as const, name: undefined, areNullsEqual: false, place: primaryKey }]
      : []),
    ...(unique ? [{ ...unique, ...whole, kind: 'unique' as const, name: unique.name ?? made }] : []),
  ];
}

/** What Drizzle calls a unique constraint that is given no name. */
const uniqueName = (table: string, columns: readonly string[]): string =>
  `${table}_${columns.join('_')}_unique`;

function readConstraints(value: Value): { readonly known: readonly Constraint[]; readonly isOpen: boolean } {
  const known: Constraint[] = [];
  let isOpen = false;
  const visit = (part: Value): void => {
    const constraint = constraintIn(part);
    if (constraint) known.push(constraint);
    else if (part.kind === 'array') {
      isOpen ||= part.open;
      part.elements.forEach(visit);
    } else if (part.kind === 'object') {
      isOpen ||= part.open;
      part.spreads.forEach(visit);
      for (const entry of part.entries.values()) visit(entry);
    } else isOpen = true;
  };
  visit(value);
  return { known, isOpen };
}

function constrained(
  table: Table,
  { known, isOpen }: ReturnType<typeof readConstraints>,
  core: string,
): Table {
  const uniques = known
    .filter(({ kind }) => kind !== 'other')
    .map(constraint => uniqueFacts(constraint, table));
  const readable = uniques.filter(({ parts }) => parts.length > 0);
  // SQLite alone takes NULL in a primary key of several columns.
  const primary = core === 'sqlite-core' ? undefined : readable.find(({ kind }) => kind === 'primary-key');
  const isKey = (name: string): boolean => primary?.parts.some(({ column }) => column === name) === true;
  return {
    ...table,
    columns: table.columns.map(column => (isKey(column.name) ? { ...column, isNullable: false } : column)),
    uniques: [...table.uniques, ...readable],
    isOpen: table.isOpen || isOpen || readable.length < uniques.length,
  };
}

function uniqueFacts(
  { kind, name, parts, where, areNullsEqual, place }: Constraint,
  table: Table,
): UniqueConstraint {
  const read = parts.map(partFacts);
  const isReadable = read.every(part => part.column !== undefined || part.expression !== undefined);
  return {
    kind: kind === 'primary-key' ? 'primary-key' : 'unique',
    name: name ?? (kind === 'unique' ? madeName(table, read) : undefined),
    parts: isReadable ? read : [],
    where: where && sqlText(where),
    areNullsEqual,
    place,
  };
}

function madeName({ databaseName, columns }: Table, parts: readonly KeyPart[]): string | undefined {
  const names = parts.map(part => columns.find(({ name }) => name === part.column)?.databaseName);
  return databaseName !== undefined && names.every(name => name !== undefined)
    ? uniqueName(databaseName, names)
    : undefined;
}

function partFacts(value: Value): KeyPart {
  const column = columnIn(value);
  if (column) return { column: column.name, expression: undefined };
  const columns = columnsIn(value);
  return { column: columns.length === 1 ? columns[0]?.name : undefined, expression: sqlText(value) };
}

/** `getTableColumns(users)`: the columns by their names in the code. */
export function columnsObject(table: TableReference): Value {
  const { declared } = table;
  const entries = (declared?.columns ?? []).map(({ name }): [string, Value] => [
    name,
    columnOf(table, name) ?? constant(undefined),
  ]);
  return object(entries, [], declared?.isOpen ?? true);
}
