import type { Columns } from '../../operations/operation.js';
import { nullValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import { columnsOf, isGiven } from '../columns.js';

/** https://typeorm.io/docs/working-with-entity-manager/find-options#advanced-options */
export const OPERATORS: ReadonlySet<string> = new Set([
  ...['Not', 'LessThan', 'LessThanOrEqual', 'MoreThan', 'MoreThanOrEqual', 'Equal', 'Like', 'ILike', 'Between'],
  ...['In', 'Any', 'IsNull', 'ArrayContains', 'ArrayContainedBy', 'ArrayOverlap', 'JsonContains', 'Raw', 'And', 'Or'],
]);

/** `Equal(x)` is `x`, `IsNull()` is null; any other operator is a test of its own. */
export function operatorValue(callee: Handle, name: string, args: readonly Value[]): Value {
  if (name === 'IsNull') return nullValue;
  if (name === 'Equal') return args[0] ?? nullValue;
  return { ...callee, type: 'operator', data: { name, args } };
}

interface Filter extends Columns {
  readonly entries: Map<string, Value>;
  readonly rest: Value[];
  readonly compared: Set<string>;
  readonly bounds: Map<string, readonly Value[]>;
}

export const newFilter = (): Filter => ({
  entries: new Map(),
  rest: [],
  compared: new Set(),
  bounds: new Map(),
});

/** Columns that a `where` compares. A list of objects is an OR of them. */
export function whereColumns(value: Value | undefined): Columns {
  const filter = newFilter();
  if (value?.kind === 'array') {
    if (value.elements.length === 1 && !value.open) return whereColumns(value.elements[0]);
    for (const part of value.elements) compareAll(whereColumns(part), filter);
    if (value.open) filter.rest.push(value);
    return filter;
  }
  const { entries, rest } = columnsOf(value);
  filter.rest.push(...rest);
  for (const [name, entry] of entries) if (isGiven(entry)) addEntry(name, entry, filter);
  return filter;
}

/** Adds conditions of which only some hold. */
export function compareAll(part: Columns, filter: Filter): void {
  for (const name of [...part.entries.keys(), ...part.compared]) filter.compared.add(name);
  filter.rest.push(...part.rest);
}

export function mergeInto(part: Columns, filter: Filter): void {
  for (const [name, value] of part.entries) filter.entries.set(name, value);
  for (const name of part.compared) filter.compared.add(name);
  for (const [name, values] of part.bounds ?? []) filter.bounds.set(name, values);
  filter.rest.push(...part.rest);
}

function addEntry(name: string, entry: Value, filter: Filter): void {
  if (entry.kind === 'handle' && entry.type === 'operator') {
    filter.compared.add(name);
    filter.bounds.set(name, (entry.data as { args: readonly Value[] }).args);
  } else if (entry.kind === 'array' || (entry.kind === 'call' && entry.callee === 'map'))
    filter.compared.add(name);
  else if (entry.kind === 'object' && entry.spreads.length === 0) addRelated(name, entry.entries, filter);
  else filter.entries.set(name, entry);
}

/** `{ user: { id } }` compares the foreign key, `{ name: { first } }` a column of an embedded entity. */
function addRelated(name: string, entries: ReadonlyMap<string, Value>, filter: Filter): void {
  const inner = newFilter();
  for (const [key, entry] of entries) if (isGiven(entry)) addEntry(key, entry, inner);
  for (const [key, value] of inner.entries) filter.entries.set(foreignKey(name, key), value);
  for (const key of inner.compared) filter.compared.add(foreignKey(name, key));
  if (inner.entries.size + inner.compared.size === 0) filter.compared.add(name);
}

export const foreignKey = (relation: string, key: string): string =>
  `${relation}${key.charAt(0).toUpperCase()}${key.slice(1)}`;

/** A parameter that holds conditions or options, not an id. */
const CONDITIONS =
  /(?:where|criteria|conditions?|filters?|query|options|opts|params|args|match|selector|input|dto)$/iu;

/**
 * Criteria of `update`, `delete` and, before 0.3, `findOne`: an id, several ids, conditions, or a list of them.
 * https://typeorm.io/docs/working-with-entity-manager/repository-api
 */
export function criteriaColumns(value: Value | undefined, keys: readonly string[]): Columns {
  const [key = 'id'] = keys;
  const isKey = (): Columns => ({ ...newFilter(), entries: new Map(value && [[key, value]]) });
  switch (value?.kind) {
    case undefined:
    case 'object':
    case 'instance':
      return whereColumns(value);
    case 'array': {
      const isConditions = value.elements.some(({ kind }) => kind === 'object');
      if (isConditions) return whereColumns(value);
      const [only] = value.elements;
      return only && value.elements.length === 1 && !value.open
        ? criteriaColumns(only, keys)
        : { ...newFilter(), compared: new Set([key]) };
    }
    case 'constant':
      return value.value === undefined || value.value === null ? newFilter() : isKey();
    case 'parameter':
    case 'unknown':
      return value.kind === 'unknown' || CONDITIONS.test(value.name)
        ? { ...newFilter(), rest: [value] }
        : isKey();
    case 'choice':
      return value.whenTrue.kind === 'object' || value.whenFalse.kind === 'object'
        ? whereColumns(value)
        : isKey();
    case 'call':
      return value.callee === 'map' ? { ...newFilter(), compared: new Set([key]) } : isKey();
    default:
      return isKey();
  }
}

const OPTIONS = new Set([
  ...['where', 'lock', 'relations', 'select', 'order', 'take', 'skip', 'cache', 'join', 'loadRelationIds'],
  ...['loadEagerRelations', 'withDeleted', 'relationLoadStrategy', 'comment', 'transaction'],
]);

/** `{ where, lock }`, and not conditions on columns. */
export function areOptions(value: Value | undefined): boolean {
  if (value?.kind === 'choice') return areOptions(value.whenTrue) || areOptions(value.whenFalse);
  if (value?.kind === 'parameter') return /(?:options|opts|params|args)$/iu.test(value.name);
  return (
    value?.kind === 'object' &&
    ([...value.entries.keys()].some(name => OPTIONS.has(name)) || value.spreads.some(areOptions))
  );
}
