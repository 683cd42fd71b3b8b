import type { Columns } from '../../operations/operation.js';
import { call, unknown } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsOf, isGiven } from '../columns.js';
import { expressionIn, textOf } from './handles.js';

/** A change that the database computes from what is there. */
export const atomic = (amount: Value, site: CallSite): Value =>
  call('atomic', undefined, [amount], site.node);

/** Columns of what is written, of a list those of its first element. */
export function writtenColumns(values: Value | undefined, site: CallSite): Columns {
  const { entries, rest } = columnsOf(values);
  const written = new Map<string, Value>();
  for (const [name, value] of entries)
    if (isGiven(value)) written.set(name, expressionIn(value) ? atomic(value, site) : value);
  return { entries: written, rest, compared: new Set() };
}

/** `increment('stock', { by })`, `increment(['a', 'b'], ...)`, `increment({ stock: 2 }, ...)`. */
export function incrementedColumns(
  fields: Value | undefined,
  by: Value | undefined,
  site: CallSite,
): Columns {
  const entries = new Map<string, Value>();
  const add = (name: string | undefined, amount: Value): void => {
    if (name !== undefined) entries.set(name, atomic(amount, site));
  };
  if (fields?.kind === 'object') for (const [name, amount] of fields.entries) add(name, amount);
  else if (fields?.kind === 'array') for (const field of fields.elements) add(textOf(field), by ?? unknown);
  else add(textOf(fields), by ?? unknown);
  return { entries, rest: fields && entries.size === 0 ? [fields] : [], compared: new Set() };
}
