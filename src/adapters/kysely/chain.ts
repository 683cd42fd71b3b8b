import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import {
  both,
  builderHandle,
  builderIn,
  emptyFilter,
  overwritten,
  type Builder,
  type Conflict,
} from './builder.js';
import { conditionOf, referencesOf } from './conditions.js';
import { aggregateIn, expressionBuilder, expressionIn, type Aggregate } from './expression.js';
import { perform, rowsOf, takeFirst } from './perform.js';
import { rawAggregate } from './raw.js';
import { readConflict, selectedColumns, writtenColumns } from './writes.js';

/** `builder.name(...args)`; what only orders, limits or joins leaves the builder as it is. */
export function onBuilder(
  target: Handle,
  builder: Builder,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first, second] = args;
  switch (name) {
    case 'execute':
    case 'stream':
      return rowsOf(perform(builder, site), builder);
    case 'executeTakeFirst':
    case 'executeTakeFirstOrThrow':
      return takeFirst(builder, name === 'executeTakeFirstOrThrow', site);
    case '$call':
      return first && site.run(first, [target]);
    case '$if': {
      // As with `if (asked) query = query.where(...)`: the query is the one that has the condition.
      const conditional = second && site.run(second, [target]);
      return builderIn(conditional) ? conditional : target;
    }
    case 'explain':
    case 'toOperationNode':
    case 'then':
    case 'catch':
      return undefined;
    default: {
      const changed = change(builder, name, args, site);
      return changed === builder ? target : builderHandle(changed);
    }
  }
}

function change(builder: Builder, name: string, args: readonly Value[], site: CallSite): Builder {
  const [first] = args;
  const { filter, table } = builder;
  switch (name) {
    case 'where':
      return { ...builder, filter: both(filter, conditionOf(args, table, site)) };
    case 'whereRef':
      return { ...builder, filter: both(filter, referencesOf(args, table, site)) };
    case 'clearWhere':
      return { ...builder, filter: emptyFilter };
    case 'select':
      return select(builder, first, site);
    case 'selectAll':
    case 'groupBy':
    case 'union':
    case 'unionAll':
      return { ...builder, isGrouped: true };
    case 'innerJoin':
    case 'innerJoinLateral':
    case 'crossJoin':
      return { ...builder, isJoined: true };
    case 'clearSelect':
      return { ...builder, aggregates: [], isGrouped: false };
    case 'forUpdate':
    case 'forNoKeyUpdate':
      return { ...builder, locksRows: true };
    case 'returning':
    case 'returningAll':
    case 'output':
    case 'outputAll':
      return { ...builder, returns: true };
    case 'clearReturning':
      return { ...builder, returns: false };
    default:
      return write(builder, name, args, site);
  }
}

function write(builder: Builder, name: string, args: readonly Value[], site: CallSite): Builder {
  const { table, written } = builder;
  switch (name) {
    case 'values':
    case 'thenInsertValues':
    case 'set':
      return { ...builder, written: overwritten(written, writtenColumns(args, table, site)) };
    case 'columns':
      return { ...builder, written: overwritten(written, selectedColumns(args[0], site)) };
    case 'onConflict':
      return { ...builder, conflict: readConflict(args[0], site) };
    case 'ignore':
    case 'orIgnore':
      return settled(builder, 'ignored');
    // `MERGE` updates what is there only where it is told to.
    case 'thenUpdateSet':
    case 'thenUpdate':
    case 'onDuplicateKeyUpdate':
    case 'orReplace':
      return settled(builder, 'updated');
    default:
      return builder;
  }
}

const settled = (builder: Builder, action: Conflict['action']): Builder => ({
  ...builder,
  conflict: { columns: [], filter: emptyFilter, ...builder.conflict, action },
});

/** `select('id')`, `select(eb => [eb.fn.countAll().as('total')])`. */
function select(builder: Builder, value: Value | undefined, site: CallSite): Builder {
  const items = value?.kind === 'function' ? site.run(value, [expressionBuilder()]) : value;
  const list = items?.kind === 'array' ? items.elements : items ? [items] : [];
  const aggregates = list.map(item => readAggregate(item, site));
  return {
    ...builder,
    aggregates: [...builder.aggregates, ...aggregates.flatMap(found => found ?? [])],
    isGrouped: builder.isGrouped || aggregates.includes(undefined),
  };
}

function readAggregate(item: Value, site: CallSite): Aggregate | undefined {
  const found = aggregateIn(item, site);
  return found ? { ...found, alias: expressionIn(item)?.alias ?? found.function } : rawAggregate(item, site);
}
