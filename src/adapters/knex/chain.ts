import { givenTransaction } from '../../operations/operation.js';
import { constant } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { rawAggregate, readAggregates } from './aggregate.js';
import { builderHandle, builderIn, clearFilter, copyOf, type Builder } from './builder.js';
import { clientIn } from './client.js';
import { addCondition } from './conditions.js';
import { readTable } from './table.js';

/** What leaves the chain: promises are made by `settle`, texts are no queries. */
const OUTSIDE = new Set(['then', 'catch', 'finally', 'toString', 'toSQL', 'toQuery', 'toNative']);

/** `builder.name(...args)`; methods that only order, limit or join leave the builder as it is. */
export function chain(
  target: Handle,
  builder: Builder,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  if (OUTSIDE.has(name)) return undefined;
  if (name === 'clone') return builderHandle(copyOf(builder));
  if (name === 'modify') {
    const [callback, ...rest] = args;
    if (callback) site.run(callback, [target, ...rest]);
    return target;
  }
  builder.at = { node: site.node, file: site.file };
  if (!addCondition(builder, name, args, site)) change(builder, name, args);
  return target;
}

function change(builder: Builder, name: string, args: readonly Value[]): void {
  const [first, second] = args;
  switch (name) {
    case 'from':
    case 'into':
    case 'table':
    case 'fromRaw':
      return first && setTable(builder, first);
    case 'select':
    case 'column':
    case 'columns':
      return select(builder, args);
    case 'first':
      builder.answersOneRow = true;
      return select(builder, args);
    case 'pluck':
    case 'groupBy':
    case 'groupByRaw':
      builder.isGrouped = true;
      return;
    case 'count':
    case 'countDistinct':
    case 'max':
    case 'min':
    case 'sum':
    case 'avg':
      builder.aggregates.push(...readAggregates(name, args));
      return;
    case 'forUpdate':
    case 'forNoKeyUpdate':
      builder.locksRows = true;
      return;
    case 'transacting':
      return transact(builder, first);
    case 'clear':
      if (first?.kind === 'constant' && first.value === 'where') clearFilter(builder);
      else clearSelection(builder);
      return;
    case 'clearWhere':
      return clearFilter(builder);
    case 'clearSelect':
      return clearSelection(builder);
    case 'returning':
      builder.returns = true;
      return;
    case 'onConflict':
      builder.conflict = { columns: first, resolution: undefined };
      return;
    case 'ignore':
      if (builder.conflict) builder.conflict.resolution = 'ignored';
      return;
    case 'merge':
      if (builder.conflict) builder.conflict.resolution = 'updated';
      return;
    default:
      return write(builder, name, first, second, args[2]);
  }
}

function write(
  builder: Builder,
  name: string,
  first: Value | undefined,
  second: Value | undefined,
  third: Value | undefined,
): void {
  switch (name) {
    case 'insert':
    case 'upsert':
      builder.action = name;
      builder.written = first ? [first] : [];
      builder.returns ||= second !== undefined;
      return;
    case 'update':
      builder.action = 'update';
      builder.written.push(...written(first, second));
      builder.returns ||= (first?.kind === 'constant' ? third : second) !== undefined;
      return;
    case 'increment':
    case 'decrement':
      builder.action = 'update';
      return addAmounts(builder, first, second);
    case 'del':
    case 'delete':
      builder.action = 'delete';
      builder.returns ||= first !== undefined;
      return;
    case 'truncate':
      builder.action = 'delete';
      return;
    default:
  }
}

/** `update({ ... })` or `update('column', value)`. */
function written(first: Value | undefined, second: Value | undefined): readonly Value[] {
  if (!first) return [];
  if (first.kind !== 'constant') return [first];
  return [
    {
      kind: 'object',
      entries: new Map([[String(first.value), second ?? constant(undefined)]]),
      spreads: [],
      open: false,
    },
  ];
}

function addAmounts(
  { atomic, written: whole }: Builder,
  column: Value | undefined,
  amount: Value | undefined,
): void {
  if (column?.kind === 'object') for (const [name, value] of column.entries) atomic.set(name, value);
  else if (column?.kind === 'constant') atomic.set(String(column.value), amount ?? constant(1));
  else if (column) whole.push(column);
}

function setTable(builder: Builder, value: Value): void {
  builder.table = readTable(value);
  const inner = builderIn(value)?.filter;
  if (!inner) return;
  for (const [name, part] of inner.entries) builder.filter.entries.set(name, part);
  for (const name of inner.compared) builder.filter.compared.add(name);
  builder.filter.rest.push(...inner.rest);
}

function select(builder: Builder, args: readonly Value[]): void {
  for (const part of args.flatMap(argument => (argument.kind === 'array' ? argument.elements : [argument]))) {
    const aggregate = rawAggregate(part);
    if (aggregate) builder.aggregates.push(aggregate);
    else if (!(part.kind === 'constant' && part.value === '*')) builder.isGrouped = true;
  }
}

function clearSelection(builder: Builder): void {
  builder.aggregates = [];
  builder.isGrouped = false;
}

/** A transaction that may be absent (`transacting(options.trx)`) leaves open which connection is used. */
function transact(builder: Builder, value: Value | undefined): void {
  if (!value || value.kind === 'constant') return;
  builder.client = clientIn(value) ?? {
    ...builder.client,
    origin: 'declared',
    transaction: givenTransaction,
    connection: undefined,
  };
}
