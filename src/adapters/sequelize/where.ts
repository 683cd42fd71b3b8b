import type { Columns } from '../../operations/operation.js';
import { nullValue } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsOf, isGiven } from '../columns.js';
import { expressionIn, textOf } from './handles.js';

interface Filter extends Columns {
  readonly entries: Map<string, Value>;
  readonly rest: Value[];
  readonly compared: Set<string>;
  readonly bounds: Map<string, readonly Value[]>;
}

const newFilter = (): Filter => ({ entries: new Map(), rest: [], compared: new Set(), bounds: new Map() });

/** `settings.theme` is part of the JSON column `settings`. */
const topOf = (path: string): string => path.split('.')[0] ?? path;

/**
 * Columns that a `where` compares. `Op.in` is read as the name `$in`, as version 4 spelled it.
 * https://sequelize.org/docs/v6/core-concepts/model-querying-basics/#applying-where-clauses
 */
export function whereColumns(value: Value | undefined, site: CallSite): Columns {
  const filter = newFilter();
  addAll(value, filter, site);
  return filter;
}

function addAll(value: Value | undefined, filter: Filter, site: CallSite): void {
  if (!value) return;
  const expression = expressionIn(value);
  if (expression) return addExpression(value, filter, site);
  // A list is an AND.
  if (value.kind === 'array') {
    for (const part of value.elements) addAll(part, filter, site);
    if (value.open) filter.rest.push(value);
    return;
  }
  const { entries, rest } = columnsOf(value);
  for (const part of rest) if (expressionIn(part)) addExpression(part, filter, site);
  filter.rest.push(...rest.filter(part => !expressionIn(part)));
  for (const [name, entry] of entries) {
    if (!isGiven(entry)) continue;
    if (name === '$and') addAll(entry, filter, site);
    else if (name === '$or' || name === '$not') compareAll(entry, filter, site);
    else if (!name.startsWith('$')) addColumn(name, entry, filter, site);
    // `'$author.name$'` compares a column of a joined table.
    else filter.compared.add(name);
  }
}

/** Conditions of which only some hold. */
function compareAll(value: Value, filter: Filter, site: CallSite): void {
  for (const part of value.kind === 'array' ? value.elements : [value]) {
    const { entries, compared, rest } = whereColumns(part, site);
    for (const name of [...entries.keys(), ...compared]) filter.compared.add(name);
    filter.rest.push(...rest);
  }
}

function addColumn(name: string, entry: Value, filter: Filter, site: CallSite): void {
  const top = topOf(name);
  if (top !== name || isList(entry) || expressionIn(entry)) {
    filter.compared.add(top);
    return;
  }
  if (entry.kind !== 'object' || entry.spreads.length > 0) {
    filter.entries.set(name, entry);
    return;
  }
  const [only, ...more] = entry.entries.keys();
  if (only === '$eq' && more.length === 0)
    addColumn(name, entry.entries.get('$eq') ?? nullValue, filter, site);
  else if (only === '$is' && more.length === 0)
    filter.entries.set(name, entry.entries.get('$is') ?? nullValue);
  else {
    filter.compared.add(name);
    filter.bounds.set(name, [...entry.entries.values()]);
  }
}

const isList = (value: Value): boolean =>
  value.kind === 'array' || (value.kind === 'call' && /^(?:map|filter|keys|flatMap)$/u.test(value.callee));

/** `where(fn('lower', col('email')), email)`: compares the column as SQL's `lower(email) = ...` does. */
function addExpression(value: Value, filter: Filter, site: CallSite): void {
  const expression = expressionIn(value);
  if (!expression) return;
  const { name, args } = expression;
  if (name === 'and') for (const part of args) addAll(part, filter, site);
  else if (name === 'or') for (const part of args) compareAll(part, filter, site);
  else if (name === 'where') {
    const [left, ...right] = args;
    const column = columnIn(left);
    const compared = right.at(-1);
    if (column === undefined) filter.rest.push(value);
    else if (right.length === 1 && compared) addColumn(column, compared, filter, site);
    else filter.compared.add(column);
  } else filter.rest.push(value);
}

const NORMALISES = /^(?:lower|upper|trim|btrim)$/iu;

function columnIn(value: Value | undefined): string | undefined {
  const expression = expressionIn(value);
  const [first, second] = expression?.args ?? [];
  if (expression?.name === 'col') return textOf(first)?.split('.').at(-1);
  if (expression?.name === 'fn' && NORMALISES.test(textOf(first) ?? '')) return columnIn(second);
  return expression?.name === 'cast' ? columnIn(first) : undefined;
}
