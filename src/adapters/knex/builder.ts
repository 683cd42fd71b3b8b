import type { Frame } from '../../operations/operation.js';
import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { Aggregate } from './aggregate.js';
import type { Client } from './client.js';
import type { Table } from './table.js';

/**
 * One query under construction. Knex changes the builder in place, so that `query.where(...)` counts also where its
 * answer is dropped; the handle holds this record and every chain method answers the same handle.
 */
export interface Builder {
  client: Client;
  table: Table;
  /** The chain as far as it is built, to point at. */
  at: Frame;
  action: 'read' | 'insert' | 'upsert' | 'update' | 'delete';
  answersOneRow: boolean;
  readonly filter: Filter;
  aggregates: Aggregate[];
  /** Selects columns beside its aggregates, or groups: it answers any number of rows. */
  isGrouped: boolean;
  written: Value[];
  /** Amounts of `increment` and `decrement`, by column. */
  readonly atomic: Map<string, Value>;
  returns: boolean;
  locksRows: boolean;
  conflict: Conflict | undefined;
}

export interface Filter {
  readonly entries: Map<string, Value>;
  readonly rest: Value[];
  readonly compared: Set<string>;
  /** Some condition stands beside an `or`. */
  hasAlternative: boolean;
}

interface Conflict {
  readonly columns: Value | undefined;
  resolution: 'ignored' | 'updated' | undefined;
}

const emptyFilter = (): Filter => ({
  entries: new Map(),
  rest: [],
  compared: new Set(),
  hasAlternative: false,
});

const noTable: Table = { name: undefined, alias: undefined, receiver: undefined };

export const newBuilder = (client: Client, site: CallSite, table = noTable): Builder => ({
  client,
  table,
  at: { node: site.node, file: site.file },
  action: 'read',
  answersOneRow: false,
  filter: emptyFilter(),
  aggregates: [],
  isGrouped: false,
  written: [],
  atomic: new Map(),
  returns: false,
  locksRows: false,
  conflict: undefined,
});

export const copyOf = (builder: Builder): Builder => ({
  ...builder,
  filter: {
    entries: new Map(builder.filter.entries),
    rest: [...builder.filter.rest],
    compared: new Set(builder.filter.compared),
    hasAlternative: builder.filter.hasAlternative,
  },
  aggregates: [...builder.aggregates],
  written: [...builder.written],
  atomic: new Map(builder.atomic),
  conflict: builder.conflict && { ...builder.conflict },
});

export function clearFilter({ filter }: Builder): void {
  filter.entries.clear();
  filter.rest.length = 0;
  filter.compared.clear();
}

export const builderHandle = (builder: Builder): Handle => handle('knex', 'builder', builder);

export const builderIn = (value: Value): Builder | undefined =>
  value.kind === 'handle' && value.adapter === 'knex' && value.type === 'builder'
    ? (value.data as Builder)
    : undefined;
