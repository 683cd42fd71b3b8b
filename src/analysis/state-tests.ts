import type { Operation } from '../operations/operation.js';
import { isClock, isSame, resultsIn, some } from '../values/traits.js';
import type { Binary, Value } from '../values/value.js';
import type { UnitOfWork } from './unit-of-work.js';

/** Asks whether a key is there, not what it holds: `if (cached)`, `if (raw === null)`. */
export function isPresenceTest(test: Value, read: Operation): boolean {
  switch (test.kind) {
    case 'not':
      return isPresenceTest(test.operand, read);
    case 'binary':
      return isKeyCount(test, read) || (isNothing(test.right) && isPresenceTest(test.left, read));
    case 'choice':
      return [test.test, test.whenTrue, test.whenFalse].every(
        part => isPresenceTest(part, read) || resultsIn(part, read).length === 0,
      );
    case 'call':
      return test.args.some(argument => isPresenceTest(argument, read));
    default:
      return test.kind === 'result' && test.operation === read;
  }
}

/** `if ((await redis.exists(key)) === 0)` */
function isKeyCount({ left, right }: Binary, read: Operation): boolean {
  const results = resultsIn(left, read);
  return results.length > 0 && results.every(({ shape }) => shape !== 'row') && right.kind === 'constant';
}

/** `if (session.expires < soon) update({ expires })`: a time that is pushed on. */
export const isRefreshed = (guard: Value, written: Value): boolean => isClock(written) && isClock(guard);

/** The test only asks whether the row already is as it would be written. */
export function isNoOpTest(guard: Value, written: Value): boolean {
  const test = withoutNot(guard);
  if (test.kind === 'binary') return isNothing(test.right) || isComparedWith(guard, written);
  return test.kind === 'member' || test.kind === 'choice';
}

/** Is the value, holds it, or was looked up by it. */
const isMadeOf = (written: Value, value: Value): boolean =>
  some(
    written,
    part =>
      isSame(part, value) ||
      (part.kind === 'result' &&
        [...part.operation.filter.entries.values()].some(sought => isSame(sought, value))),
  );

/** A constant or a member of an enum: the same whoever writes it. */
export const isSettled = (value: Value): boolean =>
  value.kind === 'constant' ||
  value.kind === 'handle' ||
  (value.kind === 'member' && value.object.kind === 'parameter');

const withoutNot = (value: Value): Value => (value.kind === 'not' ? withoutNot(value.operand) : value);

/**
 * `if (row.active === wanted) throw`, then it is written; not `if (row.stock < wanted) throw`, then taken
 * away.
 */
export function isComparedWith(guard: Value, written: Value): boolean {
  const test = withoutNot(guard);
  if (test.kind !== 'binary' || (isChange(written) && !/^[=!]==?$/u.test(test.operator))) return false;
  return [test.left, test.right].some(side => side.kind !== 'constant' && isMadeOf(written, side));
}

const isNothing = (value: Value): boolean =>
  value.kind === 'constant' && (value.value === null || value.value === undefined);

/** Done twice they leave more behind than done once. */
export const isRepeated = ({ kind, columns }: Operation): boolean =>
  kind === 'insert' || kind === 'send' || kind === 'call'
  || (kind === 'update' && [...columns.entries.values()].some(isChange));

const isChange = (value: Value): boolean =>
  value.kind === 'binary' || (value.kind === 'call' && value.callee === 'atomic');

/** `catch { update({ retried: increment }) }`: the database counts the failures, and a limit is passed by one at most. */
export const isFailureCount = ({ scopes }: Operation, written: Value): boolean =>
  written.kind === 'call' && written.callee === 'atomic' && scopes.some(({ kind }) => kind === 'catch');

/** Under the condition something else is done that would be done twice. */
export const hasOtherEffect = (unit: UnitOfWork, guard: Value, update: Operation): boolean =>
  unit.operations.some(
    other =>
      other !== update && other.resource.kind !== 'key' && isRepeated(other) && other.guards.includes(guard),
  );
