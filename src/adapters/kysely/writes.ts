import type { Columns } from '../../operations/operation.js';
import { call, constant, handle, object, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsOf, isGiven } from '../columns.js';
import { both, emptyFilter, type Conflict } from './builder.js';
import { conditionOf, referencesOf, writtenValue } from './conditions.js';
import { expressionBuilder } from './expression.js';
import { ownColumn, type Table } from './table.js';

/**
 * `set({ ... })`, `set('column', value)`, `values(eb => ({ ... }))`: the columns written, as they are
 * stored.
 */
export function writtenColumns([first, second]: readonly Value[], table: Table, site: CallSite): Columns {
  if (!first) return emptyFilter;
  if (first.kind === 'function') return writtenColumns([site.run(first, [expressionBuilder()])], table, site);
  if (first.kind === 'constant' && second)
    return writtenColumns([object([[String(first.value), second]])], table, site);
  const { entries, rest } = columnsOf(first);
  const given = [...entries].filter(([, value]) => isGiven(value));
  return {
    entries: new Map(
      given.map(([name, value]) => {
        const { column } = ownColumn(name, table);
        return [column, writtenValue(column, value, site)];
      }),
    ),
    rest,
    compared: new Set(),
  };
}

/** `columns(['a', 'b'])` of an INSERT ... SELECT. */
export const selectedColumns = (names: Value | undefined, site: CallSite): Columns => ({
  ...emptyFilter,
  entries: new Map(
    columnNames(names).map(name => [name, call('sql', undefined, [constant(name)], site.node)]),
  ),
});

export const columnNames = (value: Value | undefined): readonly string[] =>
  (value?.kind === 'array' ? value.elements : value ? [value] : []).flatMap(name =>
    name.kind === 'constant' && typeof name.value === 'string' ? [name.value] : [],
  );

const conflictHandle = (conflict: Conflict): Handle => handle('kysely', 'conflict', conflict);

/** `onConflict(oc => oc.columns([...]).doNothing())`. */
export function readConflict(callback: Value | undefined, site: CallSite): Conflict | undefined {
  const start: Conflict = { columns: [], action: undefined, filter: emptyFilter };
  const built = callback && site.run(callback, [conflictHandle(start)]);
  return built?.kind === 'handle' && built.type === 'conflict' ? (built.data as Conflict) : undefined;
}

const noTable: Table = { name: undefined, alias: undefined, receiver: undefined };

/** The predicate of a partial index stands before the action, the condition of the update after it. */
export function onConflict(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const conflict = target.data as Conflict;
  switch (name) {
    case 'column':
    case 'columns':
      return conflictHandle({ ...conflict, columns: [...conflict.columns, ...columnNames(args[0])] });
    case 'doNothing':
      return conflictHandle({ ...conflict, action: 'ignored' });
    case 'doUpdateSet':
      return conflictHandle({ ...conflict, action: 'updated' });
    case 'where':
    case 'whereRef': {
      if (conflict.action !== 'updated') return target;
      const condition =
        name === 'where' ? conditionOf(args, noTable, site) : referencesOf(args, noTable, site);
      return conflictHandle({ ...conflict, filter: both(conflict.filter, condition) });
    }
    case '$call':
      return args[0] && site.run(args[0], [target]);
    default:
      return target;
  }
}

/** Columns of the conflict with the values inserted, and what the update compares. */
export const conflictFilter = ({ columns, filter }: Conflict, written: Columns): Columns => ({
  entries: new Map(columns.map(name => [name, written.entries.get(name) ?? unknown])),
  rest: [],
  compared: new Set([...filter.compared, ...filter.entries.keys()]),
});
