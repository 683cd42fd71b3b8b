import type { Frame } from '../../operations/operation.js';
import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { Client } from './client.js';
import { namedTable, tableIn, unreadableTable, type TableReference } from './table.js';

/** One statement under construction, and the relational queries, which are statements too. */
export interface Query {
  readonly client: Client;
  /** The chain as far as it is built, to point at. */
  readonly at: Frame;
  readonly action: 'read' | 'insert' | 'update' | 'delete';
  readonly table: TableReference;
  readonly conditions: readonly Value[];
  /** What `select(...)` picks; `undefined`: all columns. */
  readonly fields: Value | undefined;
  readonly isGrouped: boolean;
  readonly locksRows: boolean;
  /** What the call answers of the rows found. */
  readonly answers: 'rows' | 'row' | 'count';
  /** `values(...)`, `set(...)`. */
  readonly written: Value | undefined;
  /** Query that `insert().select(...)` takes its rows from. */
  readonly source: Value | undefined;
  readonly conflict: Conflict | undefined;
  readonly returns: boolean;
  /** Queries of a WITH that write, which run with this one. */
  readonly common: readonly Query[];
}

interface Conflict {
  readonly action: 'ignored' | 'updated';
  readonly target: Value | undefined;
}

export const newQuery = (
  client: Client,
  action: Query['action'],
  table: TableReference,
  { node, file }: CallSite,
): Query => ({
  client,
  at: { node, file },
  action,
  table,
  conditions: [],
  fields: undefined,
  isGrouped: false,
  locksRows: false,
  answers: 'rows',
  written: undefined,
  source: undefined,
  conflict: undefined,
  returns: false,
  common: [],
});

export const queryHandle = (query: Query): Handle => handle('drizzle', 'query', query);

export const queryIn = (value: Value | undefined): Query | undefined =>
  value?.kind === 'handle' && value.adapter === 'drizzle' && value.type === 'query'
    ? (value.data as Query)
    : undefined;

/** A query with a name, to select from: `.as('recent')`, `db.$with('recent').as(query)`. */
export interface Subquery {
  readonly query: Query;
}

export const subqueryHandle = (query: Query): Handle =>
  handle('drizzle', 'subquery', { query } satisfies Subquery);

export const subqueryIn = (value: Value | undefined): Subquery | undefined =>
  value?.kind === 'handle' && value.adapter === 'drizzle' && value.type === 'subquery'
    ? (value.data as Subquery)
    : undefined;

/** The table that a query is given, or what stands for one that cannot be read. */
export function tableOf(value: Value | undefined): TableReference {
  if (!value) return namedTable(undefined);
  return tableIn(value) ?? subqueryIn(value)?.query.table ?? queryIn(value)?.table ?? unreadableTable(value);
}
