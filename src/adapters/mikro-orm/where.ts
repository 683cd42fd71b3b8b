import type { Columns } from '../../operations/operation.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsOf, isGiven } from '../columns.js';
import { primaryKey, type Entity } from './entity.js';

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

/**
 * Columns that a filter compares: an object, a primary key, or a list of keys.
 * https://mikro-orm.io/docs/query-conditions
 */
export function whereColumns(value: Value | undefined, entity: Entity | undefined, site: CallSite): Columns {
  const filter = newFilter();
  const keys = primaryKey(entity, site);
  const [key = 'id'] = keys;
  if (!value) return filter;
  switch (value.kind) {
    case 'object':
    case 'instance':
      // A row as a filter is its primary key.
      if (value.kind === 'object' && isRow(value)) filter.entries.set(key, site.property(value, key));
      else addAll(value, filter, site);
      return filter;
    case 'array':
      if (keys.length > 1 && value.elements.length === keys.length)
        for (const [index, part] of value.elements.entries()) filter.entries.set(keys[index] ?? key, part);
      else if (value.elements.some(({ kind }) => kind === 'object'))
        for (const part of value.elements) compareAll(whereColumns(part, entity, site), filter);
      else addEntry(key, value, filter, site);
      return filter;
    case 'constant':
      if (value.value !== undefined && value.value !== null) filter.entries.set(key, value);
      return filter;
    case 'choice':
      if ([value.whenTrue, value.whenFalse].some(({ kind }) => kind === 'object'))
        addAll(value, filter, site);
      else filter.entries.set(key, value);
      return filter;
    case 'unknown':
      filter.rest.push(value);
      return filter;
    case 'parameter':
    case 'member':
      if (CONDITIONS.test(value.name)) filter.rest.push(value);
      else filter.entries.set(key, value);
      return filter;
    case 'result':
      filter.entries.set(key, site.property(value, key));
      return filter;
    default:
      filter.entries.set(key, value);
      return filter;
  }
}

/** A parameter that holds conditions, not a key. */
const CONDITIONS =
  /(?:where|criteria|conditions?|filters?|query|options|params|args|match|selector|input|dto)$/iu;

function addAll(value: Value, filter: Filter, site: CallSite): void {
  const { entries, rest } = columnsOf(value);
  filter.rest.push(...rest);
  for (const [name, entry] of entries) {
    if (!isGiven(entry)) continue;
    if (name === '$and') for (const part of partsOf(entry)) addAll(part, filter, site);
    else if (name === '$or' || name === '$not')
      for (const part of partsOf(entry)) {
        const inner = newFilter();
        addAll(part, inner, site);
        compareAll(inner, filter);
      }
    else if (!name.startsWith('$')) addEntry(name, entry, filter, site);
  }
}

const partsOf = (value: Value): readonly Value[] => (value.kind === 'array' ? value.elements : [value]);

/** Adds conditions of which only some hold. */
export function compareAll(part: Columns, filter: Filter): void {
  for (const name of [...part.entries.keys(), ...part.compared]) filter.compared.add(name);
  filter.rest.push(...part.rest);
}

function addEntry(name: string, entry: Value, filter: Filter, site: CallSite): void {
  if (entry.kind === 'array') {
    const [only] = entry.elements;
    if (only && entry.elements.length === 1 && !entry.open) filter.entries.set(name, keyOf(only, site));
    else filter.compared.add(name);
  } else if (entry.kind === 'call' && entry.callee === 'map') filter.compared.add(name);
  else if (entry.kind !== 'object' || isRow(entry)) filter.entries.set(name, keyOf(entry, site));
  else addTests(name, entry.entries, filter, site);
}

/** `{ $eq: x }`, `{ $gt: x }`, and `{ author: { id: x } }`, which compares the foreign key. */
function addTests(name: string, tests: ReadonlyMap<string, Value>, filter: Filter, site: CallSite): void {
  const equal = tests.get('$eq') ?? single(tests.get('$in')) ?? tests.get('id') ?? tests.get('_id');
  if (equal && tests.size === 1) return addEntry(name, equal, filter, site);
  filter.compared.add(name);
  filter.bounds.set(name, [...tests.values()]);
}

const single = (list: Value | undefined): Value | undefined =>
  list?.kind === 'array' && list.elements.length === 1 && !list.open ? list.elements[0] : undefined;

/** A row, or an object that stands for one: `em.getReference(User, id)`. */
export const isRow = (value: Value): boolean =>
  value.kind === 'result' || (value.kind === 'object' && value.spreads.some(isRow));

/** A relation is stored as the key of the row it holds. */
export function keyOf(value: Value, site: CallSite): Value {
  if (isRow(value)) return site.property(value, 'id');
  const isKeyAlone = value.kind === 'object' && value.spreads.length === 0 && value.entries.size === 1;
  return (isKeyAlone && value.entries.get('id')) || value;
}
