import type { Column, Table } from '../../schema/table.js';
import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';

/** What a table constant stands for in a query. */
export interface TableReference {
  /** In the database where it is known, else as the code has it. */
  readonly name: string | undefined;
  /** `undefined` where only a name is known: a key of `db.query`, a view. */
  readonly declared: Table | undefined;
  readonly alias: string | undefined;
  /** What the table is given as, where it cannot be read. */
  readonly receiver: Value | undefined;
}

export const tableHandle = (table: TableReference): Handle => handle('drizzle', 'table', table);

export const tableIn = (value: Value | undefined): TableReference | undefined =>
  value?.kind === 'handle' && value.adapter === 'drizzle' && value.type === 'table'
    ? (value.data as TableReference)
    : undefined;

export const namedTable = (name: string | undefined): TableReference => ({
  name,
  declared: undefined,
  alias: undefined,
  receiver: undefined,
});

export const unreadableTable = (receiver: Value): TableReference => ({
  ...namedTable(undefined),
  receiver: receiver.kind === 'unknown' ? undefined : receiver,
});

/** `users.email`; a column stands under the name that the code has for it. */
export interface ColumnReference {
  readonly table: TableReference;
  readonly name: string;
}

const NO_COLUMNS = /^(?:\$|_$|getSQL$|shouldOmit)/u;

export const columnOf = (table: TableReference, name: string): Handle | undefined =>
  NO_COLUMNS.test(name) ? undefined : handle('drizzle', 'column', { table, name } satisfies ColumnReference);

export const columnIn = (value: Value | undefined): ColumnReference | undefined =>
  value?.kind === 'handle' && value.adapter === 'drizzle' && value.type === 'column'
    ? (value.data as ColumnReference)
    : undefined;

export const declaredColumn = ({ declared }: TableReference, name: string): Column | undefined =>
  declared?.columns.find(column => column.name === name) ??
  declared?.columns.find(column => column.databaseName === name);

/** Name in the code of a column that SQL text names. */
export const codeName = (table: TableReference, name: string): string =>
  declaredColumn(table, name)?.name ?? name;

/** Both are one table of one query: an alias is another. */
export const isTable = (one: TableReference, other: TableReference): boolean =>
  one.alias === other.alias &&
  (one.name === undefined && other.name === undefined
    ? one.receiver === other.receiver
    : one.name === other.name);
