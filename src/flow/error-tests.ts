import { parts } from '../values/traits.js';
import type { CatchClause, Value } from '../values/value.js';

/**
 * Comparing a caught error tells which failures the clause knows; `isStrict`: without conversion, so that
 * `error.code === '11000'` never holds.
 */
export function noteErrorTest(a: Value, b: Value, isStrict: boolean): void {
  const clause = caughtIn(a) ?? caughtIn(b);
  if (!clause || (isStrict && (isOfOtherType(a, b) || isOfOtherType(b, a)))) return;
  for (const side of [a, b]) for (const name of namesOf(side)) clause.tests.add(name);
}

/** Codes that drivers give as numbers: MongoDB's; all other codes are texts, or numbers under names of their own. */
const NUMBERS = /^1100[01]$/u;
/** SQLSTATE of PostgreSQL, which is a text. */
const TEXTS = /^23\d{3}$/u;

/** The code of an error that came from a driver, compared with a constant that it can never be. */
function isOfOtherType(code: Value, other: Value): boolean {
  if (code.kind !== 'member' || code.name !== 'code' || other.kind !== 'constant') return false;
  return typeof other.value === 'string' ? NUMBERS.test(other.value) : TEXTS.test(String(other.value));
}

const TESTS = /^(?:includes|has|startsWith|endsWith|match|test|search|indexOf)$/u;

/**
 * `CODES.includes(error.code)`, `/duplicate/.test(error.message)`, an unreadable `isUniqueViolation(error)`.
 */
export function noteErrorCall(value: Value): void {
  if (value.kind !== 'call') return;
  const clause = caughtIn(value);
  if (!clause) return;
  if (/^(?:is|has)[A-Z]/u.test(value.callee)) clause.tests.add(value.callee);
  if (!TESTS.test(value.callee)) return;
  for (const part of parts(value))
    if (!caughtIn(part)) for (const name of namesOf(part)) clause.tests.add(name);
}

function namesOf(value: Value): readonly string[] {
  switch (value.kind) {
    case 'constant':
      return [String(value.value)];
    case 'class':
    case 'member':
    case 'parameter':
      return [value.name];
    case 'element':
      return value.of.kind === 'array' ? value.of.elements.flatMap(namesOf) : [];
    case 'handle': {
      const { data } = value;
      return ['name' in data && typeof data.name === 'string' ? data.name : value.type];
    }
    default:
      return [];
  }
}

function caughtIn(value: Value, depth = 0): CatchClause | undefined {
  if (depth > 6) return undefined;
  if (value.kind === 'caught') return value.clause;
  if (value.kind === 'member') return caughtIn(value.object, depth + 1);
  if (value.kind !== 'call') return undefined;
  const inReceiver = value.receiver && caughtIn(value.receiver, depth + 1);
  return inReceiver ?? value.args.map(part => caughtIn(part, depth + 1)).find(Boolean);
}
