import type { Columns } from '../../operations/operation.js';
import { call, nullValue } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsOf, isGiven } from '../columns.js';
import { builderHandle, builderIn, newBuilder, type Builder, type Filter } from './builder.js';
import { rawIn, readBindings } from './raw.js';
import { readRawConditions } from './raw-conditions.js';
import { readColumn, type Table } from './table.js';

const CONDITION = /^(?<join>and|or)?(?:where|having)(?<form>[A-Z]\w*)?$/iu;

/** Adds the condition of a `where...` method; `false` where the method is none. */
export function addCondition(
  builder: Builder,
  method: string,
  args: readonly Value[],
  site: CallSite,
): boolean {
  const groups = CONDITION.exec(method)?.groups;
  if (!groups) return false;
  const { filter } = builder;
  const isAlternative = groups['join']?.toLowerCase() === 'or';
  if (isAlternative) filter.hasAlternative = true;
  const added: Filter =
    isAlternative || /^(?:or|and)?having/iu.test(method) ? { ...filter, entries: new Map() } : filter;
  addForm(builder, added, groups['form'] ?? '', args, site);
  if (added !== filter) for (const name of added.entries.keys()) filter.compared.add(name);
  return true;
}

function addForm(
  builder: Builder,
  filter: Filter,
  form: string,
  args: readonly Value[],
  site: CallSite,
): void {
  const [column, value] = args;
  switch (form) {
    case '':
      return addPlain(builder, filter, args, site);
    case 'Null':
      return column && addEquality(filter, column, nullValue);
    case 'In': {
      const only =
        value?.kind === 'array' && !value.open && value.elements.length === 1 ? value.elements[0] : undefined;
      return column && (only ? addEquality(filter, column, only) : addCompared(filter, column));
    }
    case 'Raw':
      return column && readRawConditions(column, readBindings(value), builder.table, filter, site);
    case 'Exists':
    case 'NotExists':
      return undefined;
    case 'Column':
      return args
        .filter((_, index) => index === 0 || index === args.length - 1)
        .forEach(name => addCompared(filter, name));
    default:
      return column && addCompared(filter, column);
  }
}

function addPlain(builder: Builder, filter: Filter, args: readonly Value[], site: CallSite): void {
  const [column, second, third] = args;
  if (!column) return;
  const raw = rawIn(column);
  if (raw) return readRawConditions(raw.text, raw.bindings, builder.table, filter, site);
  if (column.kind === 'function') return addGroup(builder, filter, column, site);
  if (args.length === 1) return addObject(filter, columnsOf(column));
  if (args.length === 2) return second && addEquality(filter, column, second);
  const operator = second?.kind === 'constant' ? String(second.value).toLowerCase() : undefined;
  if (third && (operator === '=' || operator === 'is')) addEquality(filter, column, third);
  else addCompared(filter, column);
}

function addObject(filter: Filter, { entries, rest }: Columns): void {
  for (const [name, value] of entries) if (isGiven(value)) filter.entries.set(name, value);
  filter.rest.push(...rest);
}

/** `where(function () { this.where(...).orWhere(...) })`, `where(q => q.where(...))`. */
function addGroup(
  { client, table }: Builder,
  filter: Filter,
  callback: Extract<Value, { kind: 'function' }>,
  site: CallSite,
): void {
  const group = newBuilder(client, site, table);
  const handle = builderHandle(group);
  site.run(callback.node.type === 'ArrowFunctionExpression' ? callback : { ...callback, self: handle }, [
    handle,
  ]);
  const { entries, rest, compared, hasAlternative } = group.filter;
  for (const [name, value] of entries) {
    if (hasAlternative) filter.compared.add(name);
    else filter.entries.set(name, value);
  }
  for (const name of compared) filter.compared.add(name);
  filter.rest.push(...rest);
}

function addEquality(filter: Filter, column: Value, value: Value): void {
  const name = nameOf(column);
  const raw = rawIn(value);
  if (name === undefined) return addUnnamed(filter, column);
  if (builderIn(value)) filter.compared.add(name);
  else filter.entries.set(name, raw ? call('raw', undefined, raw.bindings, raw.at.node) : value);
}

function addCompared(filter: Filter, column: Value): void {
  for (const part of column.kind === 'array' ? column.elements : [column]) {
    const name = nameOf(part);
    if (name === undefined) addUnnamed(filter, part);
    else filter.compared.add(name);
  }
}

/**
 * `Object.entries(match).forEach(([key, value]) => query.where(key, value))` filters by all of `match`; an array
 * there is what such code spreads as operator and value.
 */
function addUnnamed(filter: Filter, column: Value): void {
  const source =
    column.kind === 'member' && column.object.kind === 'element'
      ? column.object.of
      : column.kind === 'element'
        ? column.of
        : undefined;
  const iterated =
    source?.kind === 'call' && /^(?:entries|keys)$/u.test(source.callee) ? source.args[0] : undefined;
  if (!iterated) {
    filter.rest.push(column);
    return;
  }
  const { entries, rest, compared } = columnsOf(iterated);
  for (const [name, value] of entries) if (value.kind === 'array') filter.compared.add(name);
  addObject(filter, {
    entries: new Map([...entries].filter(([, value]) => value.kind !== 'array')),
    rest,
    compared,
  });
}

const nameOf = (column: Value): string | undefined => {
  const text = rawIn(column)?.text ?? column;
  return text.kind === 'constant' && typeof text.value === 'string' && /^["`\w.$]+$/u.test(text.value)
    ? text.value
    : undefined;
};

/** The filter as the finished query has it: columns of joined tables are told apart once the table is known. */
export function finishedFilter({ entries, rest, compared }: Filter, table: Table): Columns {
  const own = new Map<string, Value>();
  const others = new Set<string>();
  for (const [name, value] of entries) {
    const { column, isOwn } = readColumn(name, table);
    if (isOwn) own.set(column, value);
    else others.add(name);
  }
  for (const name of compared) {
    const { column, isOwn } = readColumn(name, table);
    others.add(isOwn ? column : name);
  }
  return { entries: own, rest: [...rest], compared: others };
}
