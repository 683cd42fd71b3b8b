import type { Columns } from '../operations/operation.js';
import { call } from '../values/make.js';
import type { ObjectValue, Value } from '../values/value.js';
import type { CallSite } from './adapter.js';
import { columnsOf, isGiven } from './columns.js';

const OPERATORS = new Set([
  'equals', 'in', 'notIn', 'lt', 'lte', 'gt', 'gte', 'not', 'contains', 'startsWith', 'endsWith', 'mode',
  'search', 'has', 'hasSome', 'hasEvery', 'is', 'isNot', 'some', 'every', 'none', 'path',
]);

/** Columns that a `where` compares; a compound key (`userId_postId: { userId, postId }`) gives its parts. */
export function whereColumns(value: Value | undefined, site: CallSite, isUnique = false): Columns {
  const { entries: given, rest } = columnsOf(value);
  const entries = new Map<string, Value>();
  const compared = new Set<string>();
  const bounds = new Map<string, readonly Value[]>();
  const more: Value[] = [...rest];
  for (const [name, entry] of given) {
    if (!isGiven(entry)) continue;
    if (name === 'AND') merge(entry, site, { entries, compared, bounds, rest: more });
    else if (name === 'OR' || name === 'NOT') for (const column of namesIn(entry)) compared.add(column);
    else if (entry.kind !== 'object') entries.set(name, entry);
    else if (entry.entries.has('equals')) entries.set(name, site.property(entry, 'equals'));
    else if ([...entry.entries.keys()].some(key => OPERATORS.has(key))) {
      compared.add(name);
      bounds.set(name, [...entry.entries.values()]);
    } else if (isCompound(name, entry, isUnique))
      for (const [column, part] of entry.entries) entries.set(column, part);
    else relation(name, entry, entries, compared);
  }
  return { entries, rest: more, compared, bounds };
}

interface Filter {
  readonly entries: Map<string, Value>;
  readonly compared: Set<string>;
  readonly bounds: Map<string, readonly Value[]>;
  readonly rest: Value[];
}

function merge(value: Value, site: CallSite, filter: Filter): void {
  for (const part of value.kind === 'array' ? value.elements : [value]) {
    const inner = whereColumns(part, site);
    for (const [name, entry] of inner.entries) filter.entries.set(name, entry);
    for (const name of inner.compared) filter.compared.add(name);
    for (const [name, values] of inner.bounds ?? []) filter.bounds.set(name, values);
    filter.rest.push(...inner.rest);
  }
}

const namesIn = (value: Value): readonly string[] =>
  value.kind === 'array'
    ? value.elements.flatMap(namesIn)
    : value.kind === 'object'
      ? [...value.entries.keys()]
      : [];

/**
 * A compound key; where a unique row is asked for it may have a name of its own:
 * `@@unique([a, b], name: "key")`.
 */
const isCompound = (name: string, { entries, spreads }: ObjectValue, isUnique: boolean): boolean =>
  spreads.length === 0 &&
  entries.size > 1 &&
  (isUnique || [...entries.keys()].every(part => name.toLowerCase().includes(part.toLowerCase())));

function relation(
  name: string,
  value: ObjectValue,
  entries: Map<string, Value>,
  compared: Set<string>,
): void {
  compared.add(name);
  for (const [key, entry] of value.entries)
    if (entry.kind !== 'object') entries.set(foreignKey(name, key), entry);
}

const foreignKey = (relationName: string, key: string): string =>
  `${relationName}${key.charAt(0).toUpperCase()}${key.slice(1)}`;

/** Columns that `data` writes; `connect: { id }` writes the foreign key of the relation. */
export function dataColumns(value: Value | undefined, site: CallSite): Columns {
  const { entries: given, rest } = columnsOf(value);
  const entries = new Map<string, Value>();
  for (const [name, entry] of given) {
    if (!isGiven(entry)) continue;
    const connected =
      entry.kind === 'object'
        ? (entry.entries.get('connect') ?? entry.entries.get('connectOrCreate'))
        : undefined;
    if (connected?.kind === 'object') {
      for (const [key, id] of connected.entries) {
        entries.set(foreignKey(name, key), id);
        if (key === 'id') entries.set(`${name}ID`, id);
      }
    }
    if (!isRelationWrite(entry)) entries.set(name, written(entry, site));
  }
  return { entries, rest, compared: new Set() };
}

const RELATION_WRITES = new Set([
  'connect', 'connectOrCreate', 'create', 'createMany', 'disconnect', 'delete', 'deleteMany', 'update',
  'updateMany', 'upsert',
]);

/** A nested write changes rows of the other model, not a column of this one. */
const isRelationWrite = (entry: Value): boolean =>
  entry.kind === 'object' && [...entry.entries.keys()].some(key => RELATION_WRITES.has(key));

function written(entry: Value, site: CallSite): Value {
  if (entry.kind !== 'object') return entry;
  const set = entry.entries.get('set');
  if (set) return set;
  for (const operator of ['increment', 'decrement', 'multiply', 'divide', 'push']) {
    const amount = entry.entries.get(operator);
    if (amount) return call('atomic', undefined, [amount], site.node);
  }
  return entry;
}
