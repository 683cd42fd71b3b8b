import type { Operation } from '../operations/operation.js';
import { Assumption } from '../values/evaluate.js';
import { some } from '../values/traits.js';
import type { Value } from '../values/value.js';
import { ownGuards } from './absence.js';
import type { UnitOfWork } from './unit-of-work.js';

/** How many rows the read found decides whether the later operation runs: more than whether there are any. */
export function isCountDeciding(unit: UnitOfWork, read: Operation, later: Operation): boolean {
  const absent = new Assumption(read, true);
  const present = new Assumption(read, false);
  return ownGuards(later, read).some(
    guard =>
      some(guard, part => part.kind === 'binary' && isCountTest(part.left, part.right, read)) &&
      unit.exitBy(guard) !== undefined &&
      !restsOnLater(guard, read) &&
      absent.truth(guard) !== false &&
      present.truth(guard) === undefined,
  );
}

/**
 * `if (rows.length > 10) await remove(surplus)`, where the removal may throw: the code does not leave because
 * of the number.
 */
export const restsOnLater = (guard: Value, read: Operation): boolean =>
  some(
    guard,
    part =>
      part.kind === 'unknown' ||
      (part.kind === 'result' && part.operation.order > read.order && !isReadAnyway(part.operation, read)),
  );

/** A row that is read whatever the number, and not only where there are too many. */
const isReadAnyway = ({ kind, guards }: Operation, read: Operation): boolean =>
  kind === 'read' && !guards.some(guard => some(guard, part => isCountOf(part, read)));

/**
 * The condition compares the number of rows with a limit: that they are more than none does not decide it.
 */
export function isLimit(guard: Value, read: Operation): boolean {
  const present = new Assumption(read, false);
  return some(
    guard,
    part =>
      part.kind === 'binary' &&
      /^[<>]=?$/u.test(part.operator) &&
      isCountTest(part.left, part.right, read) &&
      present.truth(part) === undefined,
  );
}

const isCountTest = (left: Value, right: Value, read: Operation): boolean =>
  [left, right].some(side => isCountOf(side, read)) &&
  [left, right].some(side => side.kind === 'constant' && typeof side.value === 'number' && side.value >= 1);

/** The number of rows that the read found. */
export const isCountOf = (value: Value, read: Operation): boolean =>
  (value.kind === 'result' && value.operation === read && value.shape === 'count')
  || (value.kind === 'member' && value.name === 'length' && isListOf(value.object, read))
  // `row?.items.length`
  || (value.kind === 'choice' && [value.whenTrue, value.whenFalse].some(side => isCountOf(side, read)));

const isListOf = (value: Value, read: Operation): boolean =>
  (value.kind === 'result' && value.operation === read) ||
  (value.kind === 'call' && value.receiver !== undefined && isListOf(value.receiver, read));
