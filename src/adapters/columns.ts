import type { Columns } from '../operations/operation.js';
import type { Value } from '../values/value.js';

/** Columns of an object that is written or compared as it is. What cannot be read goes to `rest`. */
export function columnsOf(value: Value | undefined): Columns {
  const entries = new Map<string, Value>();
  const rest: Value[] = [];
  collect(value, entries, rest);
  return { entries, rest, compared: new Set() };
}

function collect(value: Value | undefined, entries: Map<string, Value>, rest: Value[]): void {
  if (!value) return;
  switch (value.kind) {
    case 'constant':
      return;
    case 'object':
      for (const spread of value.spreads) collect(spread, entries, rest);
      for (const [name, entry] of value.entries) entries.set(name, entry);
      if (value.open) rest.push(value);
      return;
    case 'instance':
      for (const part of value.rest) collect(part, entries, rest);
      for (const [name, entry] of value.fields) entries.set(name, entry);
      return;
    case 'array':
      if (value.elements.length > 0) collect(value.elements[0], entries, rest);
      else rest.push(value);
      return;
    case 'choice':
      return collectEither(value.whenTrue, value.whenFalse, entries, rest);
    case 'call':
      // `rows.map(row => ({ ... }))`: each element has the columns of what the callback gives.
      if (value.callee === 'map' && value.args[0]?.kind === 'object') return collect(value.args[0], entries, rest);
      rest.push(value);
      return;
    default:
      rest.push(value);
  }
}

/** `...(role && { role })`: a column that may be there counts, with whatever value it may have. */
function collectEither(left: Value, right: Value, entries: Map<string, Value>, rest: Value[]): void {
  for (const side of [left, right]) if (side.kind !== 'parameter' && side.kind !== 'member' || side === right) collect(side, entries, rest);
}

/** Columns to which a value was given on purpose. */
export const isGiven = (value: Value): boolean => !(value.kind === 'constant' && value.value === undefined);
