import type { Columns } from '../../operations/operation.js';
import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { Client } from './client.js';
import type { Aggregate } from './expression.js';
import type { Table } from './table.js';

/** One query under construction. Kysely's builders do not change: each method answers another. */
export interface Builder {
  readonly client: Client;
  readonly table: Table;
  readonly action: 'read' | 'insert' | 'upsert' | 'update' | 'delete';
  readonly filter: Columns;
  readonly aggregates: readonly Aggregate[];
  /** Selects columns beside its aggregates, or groups: it answers any number of rows. */
  readonly isGrouped: boolean;
  /** Without a row of another table there is none. */
  readonly isJoined: boolean;
  readonly written: Columns;
  readonly returns: boolean;
  readonly locksRows: boolean;
  readonly conflict: Conflict | undefined;
}

/** What an insert does with a row that is there, and the columns that tell so. */
export interface Conflict {
  readonly columns: readonly string[];
  readonly action: 'ignored' | 'updated' | undefined;
  /** Conditions of the update: `onConflict(...).doUpdateSet(...).where(...)`. */
  readonly filter: Columns;
}

export const emptyFilter: Columns = { entries: new Map(), rest: [], compared: new Set() };

export const newBuilder = (client: Client, table: Table, action: Builder['action']): Builder => ({
  client,
  table,
  action,
  filter: emptyFilter,
  aggregates: [],
  isGrouped: false,
  isJoined: false,
  written: emptyFilter,
  returns: false,
  locksRows: false,
  conflict: undefined,
});

export const builderHandle = (builder: Builder): Handle => handle('kysely', 'builder', builder);

export const builderIn = (value: Value | undefined): Builder | undefined =>
  value?.kind === 'handle' && value.adapter === 'kysely' && value.type === 'builder'
    ? (value.data as Builder)
    : undefined;

/** Both hold; what the first says of a column counts. */
export const both = (a: Columns, b: Columns): Columns => ({
  entries: new Map([...a.entries, ...[...b.entries].filter(([name]) => !a.entries.has(name))]),
  rest: [...a.rest, ...b.rest],
  compared: new Set([...a.compared, ...b.compared]),
});

/** None of it is sure to hold: the columns only take part. */
export const onlyCompared = ({ entries, rest, compared }: Columns): Columns => ({
  entries: new Map(),
  rest,
  compared: new Set([...compared, ...entries.keys()]),
});

/** What is written last counts. */
export const overwritten = (a: Columns, b: Columns): Columns => ({
  entries: new Map([...a.entries, ...b.entries]),
  rest: [...a.rest, ...b.rest],
  compared: new Set(),
});
