import type { Operation } from '../operations/operation.js';
import { namesLike } from '../syntax/names-like.js';
import { fieldOf } from './evaluate.js';
import type { Result, Value } from './value.js';

/** More parts than a rule looks at. */
const MOST_PARTS = 400;

/** A value and everything it is made of, from the outside in. */
export function parts(value: Value, seen = new Set<Value>()): ReadonlySet<Value> {
  if (seen.has(value) || seen.size > MOST_PARTS) return seen;
  seen.add(value);
  for (const child of childrenOf(value)) parts(child, seen);
  return seen;
}

function childrenOf(value: Value): readonly Value[] {
  switch (value.kind) {
    case 'member':
      return [value.object];
    case 'element':
      return [value.of];
    case 'object':
      return [...value.entries.values(), ...value.spreads];
    case 'array':
      return [...value.elements, ...(value.spreads ?? [])];
    case 'not':
      return [value.operand];
    case 'binary':
      return [value.left, value.right];
    case 'choice':
      return [value.test, value.whenTrue, value.whenFalse];
    case 'template':
      return value.parts;
    case 'call':
      return value.receiver ? [value.receiver, ...value.args] : value.args;
    case 'instance':
      return [...value.fields.values(), ...value.rest];
    default:
      return none;
  }
}
const none: readonly Value[] = [];

/** Names of functions of the project that make something up; hashing makes nothing up. */
const MAKES_FRESH =
  /random|(?:generate|create|make|gen|new)\w*(?:code|token|slug|id|key|secret|otp|pin|nonce)s?$/iu;
const FRESH_CALLS = namesLike(
  'iu',
  'randomUUID|randomBytes|randomInt|random|nanoid|customAlphabet|uuid|uuidv?[1-7]|v[1-7]',
  'ulid|cuid2?|createId|newId|genId|generateId|generate|getRandomValues|ObjectId|hrtime',
  'snowflake|objectid',
);
const CLOCK_CALLS = /^(?:now|Date|getTime|toISOString|hrtime|getUnixTime|timestamp|dayjs|moment|time)$/u;

/**
 * Made anew at each run (uuid, nanoid, random number): it can never be found twice. `string().uuid()` only
 * says how a text must look.
 */
export const isFresh = (value: Value): boolean =>
  some(
    value,
    part =>
      part.kind === 'call' &&
      part.receiver?.kind !== 'call' &&
      (FRESH_CALLS.test(part.callee) || MAKES_FRESH.test(part.callee)),
  );

/** Read from a clock at the point of use. */
export const isClock = (value: Value): boolean =>
  some(
    value,
    part =>
      part.kind === 'call' &&
      CLOCK_CALLS.test(part.callee) &&
      (part.callee !== 'Date' || part.args.length === 0) &&
      (part.callee !== 'now' || part.args.length === 0),
  );

export function some(value: Value, test: (part: Value) => boolean, seen?: Set<Value>): boolean {
  if (seen && (seen.has(value) || seen.size > MOST_PARTS)) return false;
  if (test(value)) return true;
  const children = childrenOf(value);
  if (children.length === 0) {
    seen?.add(value);
    return false;
  }
  const all = (seen ?? new Set()).add(value);
  return children.some(child => some(child, test, all));
}

/** The results of an operation that a value is made of. */
export const resultsIn = (value: Value, operation: Operation): readonly Result[] =>
  [...parts(value)].filter((part): part is Result => part.kind === 'result' && part.operation === operation);

/** Structural equality as far as it can be told; two unknowns are not the same. */
export function isSame(a: Value, b: Value, depth = 0): boolean {
  if (a === b) return a.kind !== 'unknown';
  if (a.kind !== b.kind || depth > 8) return false;
  const same = (x: Value | undefined, y: Value | undefined): boolean =>
    x && y ? isSame(x, y, depth + 1) : x === y;
  const all = (x: readonly Value[], y: readonly Value[]): boolean =>
    x.length === y.length && x.every((part, index) => same(part, y[index]));
  switch (a.kind) {
    case 'constant':
      return a.value === (b as typeof a).value;
    case 'member':
      return a.name === (b as typeof a).name && same(a.object, (b as typeof a).object);
    case 'element':
      return same(a.of, (b as typeof a).of);
    case 'not':
      return same(a.operand, (b as typeof a).operand);
    case 'binary':
      return (
        a.operator === (b as typeof a).operator &&
        same(a.left, (b as typeof a).left) &&
        same(a.right, (b as typeof a).right)
      );
    case 'template':
      return all(a.parts, (b as typeof a).parts);
    case 'call':
      return (
        a.callee === (b as typeof a).callee &&
        !isFresh(a) &&
        same(a.receiver, (b as typeof a).receiver) &&
        all(a.args, (b as typeof a).args)
      );
    case 'array':
      return all(a.elements, (b as typeof a).elements);
    case 'object': {
      const other = b as typeof a;
      return (
        a.entries.size === other.entries.size &&
        [...a.entries].every(([name, entry]) => same(entry, fieldOf(other, name))) &&
        all(a.spreads, other.spreads)
      );
    }
    case 'choice':
      return (
        same(a.test, (b as typeof a).test) &&
        same(a.whenTrue, (b as typeof a).whenTrue) &&
        same(a.whenFalse, (b as typeof a).whenFalse)
      );
    default:
      return false;
  }
}
