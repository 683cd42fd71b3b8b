import type { Columns } from '../operations/operation.js';
import { call } from '../values/make.js';
import type { ObjectValue, Value } from '../values/value.js';
import type { CallSite } from './adapter.js';
import { columnsOf, isGiven } from './columns.js';

const OPERATORS = new Set([
  'equals', 'in', 'notIn', 'lt', 'lte', 'gt', 'gte', 'not', 'contains', 'startsWith', 'endsWith', 'mode', 'search', 'has', 'hasSome', 'hasEvery',
  'is', 'isNot', 'some', 'every', 'none', 'path',
]);

/** Columns that a `where` compares; a compound key (`userId_postId: { userId, postId }`) gives its parts. */
export function whereColumns(value: Value | undefined, site: CallSite): Columns {
  const { entries: given, rest } = columnsOf(value);
  const entries = new Map<string, Value>();
  const compared = new Set<string>();
  const more: Value[] = [...rest];
  for (const [name, entry] of given) {
    if (!isGiven(entry)) continue;
    if (name === 'AND') merge(entry, site, entries, compared, more);
    else if (name === 'OR' || name === 'NOT') for (const column of namesIn(entry)) compared.add(column);
    else if (entry.kind !== 'object') entries.set(name, entry);
    else if (entry.entries.has('equals')) entries.set(name, site.property(entry, 'equals'));
    else if ([...entry.entries.keys()].some(key => OPERATORS.has(key))) compared.add(name);
    else if (isCompound(name, entry)) for (const [column, part] of entry.entries) entries.set(column, part);
    else relation(name, entry, entries, compared);
  }
  return { entries, rest: more, compared };
}

function merge(value: Value, site: CallSite, entries: Map<string, Value>, compared: Set<string>, rest: Value[]): void {
  for (const part of value.kind === 'array' ? value.elements : [value]) {
    const inner = whereColumns(part, site);
    for (const [name, entry] of inner.entries) entries.set(name, entry);
    for (const name of inner.compared) compared.add(name);
    rest.push(...inner.rest);
  }
}

const namesIn = (value: Value): readonly string[] =>
  value.kind === 'array' ? value.elements.flatMap(namesIn) : value.kind === 'object' ? [...value.entries.keys()] : [];

/** A named compound key (`@@unique([a, b], name: "key")`) reads like a relation filter; its parts say nothing false either way. */
const isCompound = (name: string, { entries, spreads }: ObjectValue): boolean =>
  spreads.length === 0 && entries.size > 1 && [...entries.keys()].every(part => name.toLowerCase().includes(part.toLowerCase()));

function relation(name: string, value: ObjectValue, entries: Map<string, Value>, compared: Set<string>): void {
  compared.add(name);
  for (const [key, entry] of value.entries) if (entry.kind !== 'object') entries.set(foreignKey(name, key), entry);
}

const foreignKey = (relationName: string, key: string): string => `${relationName}${key.charAt(0).toUpperCase()}${key.slice(1)}`;

/** Columns that `data` writes; `connect: { id }` writes the foreign key of the relation. */
export function dataColumns(value: Value | undefined, site: CallSite): Columns {
  const { entries: given, rest } = columnsOf(value);
  const entries = new Map<string, Value>();
  for (const [name, entry] of given) {
    if (!isGiven(entry)) continue;
    const connected = entry.kind === 'object' ? (entry.entries.get('connect') ?? entry.entries.get('connectOrCreate')) : undefined;
    if (connected?.kind === 'object') {
      for (const [key, id] of connected.entries) {
        entries.set(foreignKey(name, key), id);
        if (key === 'id') entries.set(`${name}ID`, id);
      }
    }
    entries.set(name, written(entry, site));
  }
  return { entries, rest, compared: new Set() };
}

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
