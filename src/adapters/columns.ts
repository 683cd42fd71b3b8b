import type { Columns } from '../operations/operation.js';
import type { Value } from '../values/value.js';

/** Columns of an object that is written or compared as it is. What cannot be read goes to `rest`. */
export function columnsOf(value: Value | undefined): Columns {
  const entries = new Map<string, Value>();
  const rest: Value[] = [];
  collect(value, { entries, rest, seen: new Set() });
  return { entries, rest, compared: new Set() };
}

interface Collected {
  readonly entries: Map<string, Value>;
  readonly rest: Value[];
  /** Alternatives share parts: without this `n` conditional properties would be read in 2^n ways. */
  readonly seen: Set<Value>;
}

function collect(value: Value | undefined, into: Collected): void {
  const { entries, rest, seen } = into;
  if (!value || seen.has(value)) return;
  seen.add(value);
  switch (value.kind) {
    case 'constant':
      return;
    case 'object':
      for (const spread of value.spreads) collect(spread, into);
      for (const [name, entry] of value.entries) entries.set(name, entry);
      if (value.open) rest.push(value);
      return;
    case 'instance':
      for (const part of value.rest) collect(part, into);
      for (const [name, entry] of value.fields) entries.set(name, entry);
      return;
    case 'array':
      if (value.elements.length > 0) collect(value.elements[0], into);
      else rest.push(value);
      return;
    case 'choice':
      return collectEither(value.whenTrue, value.whenFalse, into);
    case 'call':
      // `rows.map(row => ({ ... }))`: each element has the columns of what the callback gives.
      if (value.callee === 'map' && value.args[0]?.kind === 'object') return collect(value.args[0], into);
      rest.push(value);
      return;
    default:
      rest.push(value);
  }
}

/** `...(role && { role })`: a column that may be there counts, with whatever value it may have. */
function collectEither(left: Value, right: Value, into: Collected): void {
  for (const side of [left, right])
    if ((side.kind !== 'parameter' && side.kind !== 'member') || side === right) collect(side, into);
}

/** Columns to which a value was given on purpose. */
export const isGiven = (value: Value): boolean => !(value.kind === 'constant' && value.value === undefined);
