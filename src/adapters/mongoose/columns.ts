import type { Columns } from '../../operations/operation.js';
import { call, nullValue } from '../../values/make.js';
import { some } from '../../values/traits.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsOf, isGiven } from '../columns.js';

/** `address.city` belongs to the column `address`. */
const topOf = (path: string): string => path.split('.')[0] ?? path;

const operatorsIn = (value: Value): readonly string[] =>
  value.kind === 'object' ? [...value.entries.keys()].filter(key => key.startsWith('$')) : [];

/** Columns that filters compare: https://www.mongodb.com/docs/manual/reference/operator/query/ */
export function filterColumns(filters: readonly Value[], site: CallSite): Columns {
  const entries = new Map<string, Value>();
  const compared = new Set<string>();
  const bounds = new Map<string, readonly Value[]>();
  const rest: Value[] = [];
  const add = (filter: Value): void => {
    const given = columnsOf(filter);
    rest.push(...given.rest);
    for (const [name, value] of given.entries) {
      if (!isGiven(value)) continue;
      if (name === '$and') for (const part of partsOf(value)) add(part);
      else if (name === '$or' || name === '$nor')
        for (const part of partsOf(value)) for (const column of namesIn(part)) compared.add(column);
      else if (!name.startsWith('$')) compare(name, value);
    }
  };
  const compare = (name: string, value: Value): void => {
    const operators = operatorsIn(value);
    if (operators.length === 0) {
      // Equal to one field of an embedded document is not equal to the document.
      if (name.includes('.')) compared.add(topOf(name));
      else entries.set(name, value);
    } else if (operators.includes('$eq')) entries.set(name, site.property(value, '$eq'));
    else {
      compared.add(topOf(name));
      bounds.set(
        topOf(name),
        operators.map(operator => site.property(value, operator)),
      );
    }
  };
  for (const filter of filters) add(filter);
  return { entries, rest, compared, bounds };
}

const partsOf = (value: Value): readonly Value[] => (value.kind === 'array' ? value.elements : []);

const namesIn = (value: Value): readonly string[] =>
  value.kind === 'object'
    ? [...value.entries].flatMap(([name, entry]) =>
        name.startsWith('$') ? partsOf(entry).flatMap(namesIn) : [topOf(name)],
      )
    : [];

/** Operators that put in what they are given; `$setOnInsert` only where an upsert inserts. */
const PLAIN = new Set(['$set', '$setOnInsert']);

/**
 * Columns that an update writes: https://www.mongodb.com/docs/manual/reference/operator/update/
 * An object without operators is a `$set`. `$inc`, `$push` and the like change what is there on the server.
 */
export function updateColumns(update: Value | undefined, site: CallSite): Columns {
  if (update?.kind === 'array') return pipelineColumns(update.elements, site);
  const { entries: given, rest } = columnsOf(update);
  const entries = new Map<string, Value>();
  const more: Value[] = [...rest];
  for (const [name, value] of given) {
    if (!isGiven(value)) continue;
    if (!name.startsWith('$')) entries.set(topOf(name), value);
    else if (PLAIN.has(name)) {
      const set = columnsOf(value);
      more.push(...set.rest);
      for (const [column, written] of set.entries) if (isGiven(written)) entries.set(topOf(column), written);
    } else
      for (const [column, amount] of columnsOf(value).entries)
        entries.set(topOf(column), name === '$unset' ? nullValue : atomic(amount, site));
  }
  return { entries, rest: more, compared: new Set() };
}

/** The stages of an update pipeline compute from the document as it is on the server. */
function pipelineColumns(stages: readonly Value[], site: CallSite): Columns {
  const entries = new Map<string, Value>();
  for (const stage of stages) {
    const set =
      stage.kind === 'object' ? (stage.entries.get('$set') ?? stage.entries.get('$addFields')) : undefined;
    for (const [column, value] of columnsOf(set).entries) {
      const isComputed = some(
        value,
        part =>
          operatorsIn(part).length > 0 || (part.kind === 'constant' && String(part.value).startsWith('$')),
      );
      entries.set(topOf(column), isComputed ? atomic(value, site) : value);
    }
  }
  return { entries, rest: [], compared: new Set() };
}

export const atomic = (amount: Value, site: CallSite): Value =>
  call('atomic', undefined, [amount], site.node);
