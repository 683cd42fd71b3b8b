import type { Operation } from '../operations/operation.js';
import { isSame, resultsIn } from '../values/traits.js';
import type { Value } from '../values/value.js';
import { sideOf } from './absence.js';
import { inOneTransaction, transactionsOf } from './protection.js';
import { isSameResource } from './same-fact.js';
import type { UnitOfWork } from './unit-of-work.js';

/** Operations between the acquisition and the release, on the path on which the lock was had. */
export function heldUnder(unit: UnitOfWork, lock: Operation): readonly Operation[] {
  const { operations } = unit;
  const inScope = operations.filter(({ scopes }) =>
    scopes.some(scope => scope.kind === 'lock' && scope.lock === lock),
  );
  if (inScope.length > 0) return inScope;
  const transaction = transactionsOf(lock).at(-1);
  const end = releaseOf(operations, lock);
  const isLooked = isTested(unit, lock);
  return operations.filter(
    operation =>
      operation.order > lock.order && (!end || operation.order < end.order)
      && (end || !transaction || transactionsOf(operation).includes(transaction))
      && (isLooked ? sideOf(lock, operation) === 'present' : isInSameTurn(operation, lock)),
  );
}

/** Never released, it keeps a second run out until it expires. A transaction releases by itself. */
export const isClaim = (unit: UnitOfWork, lock: Operation): boolean =>
  isTested(unit, lock) &&
  transactionsOf(lock).length === 0 &&
  !unit.operations.some(({ scopes }) => scopes.some(scope => scope.kind === 'lock' && scope.lock === lock)) &&
  !releaseOf(unit.operations, lock);

/** A callback runs under it, and its library lets go of it after, come what may. */
export const isScoped = ({ operations, calls }: UnitOfWork, lock: Operation): boolean =>
  [...operations, ...calls.values()].some(({ scopes }) =>
    scopes.some(scope => scope.kind === 'lock' && scope.lock === lock),
  );

/** Both run while one lock is held. */
export const isUnderLock = (unit: UnitOfWork, first: Operation, second: Operation): boolean =>
  unit.operations.some(lock => {
    if (lock.kind !== 'lock' || lock.order > first.order) return false;
    const held = heldUnder(unit, lock);
    return held.includes(first) && held.includes(second);
  });

/**
 * In the transaction a row was locked before that is there, and what was looked up is told by it: the children of
 * a parent, what a request asks for. An update locks its row as well. A lock on what was looked up itself holds nothing where it is absent.
 */
export const isUnderRowLock = (unit: UnitOfWork, read: Operation, insert: Operation): boolean =>
  unit.operations.some(
    lock =>
      (lock.rowLock === true || lock.kind === 'update') &&
      lock.order < read.order &&
      !isSameResource(lock, read) &&
      sideOf(lock, insert) !== 'absent' &&
      [...read.filter.entries.values()].some(sought => isToldBy(sought, lock)) &&
      inOneTransaction(lock, read, unit.operations) &&
      inOneTransaction(lock, insert, unit.operations),
  );

const isToldBy = (sought: Value, lock: Operation): boolean =>
  sought.kind !== 'constant' &&
  (resultsIn(sought, lock).length > 0 || [...lock.filter.entries.values()].some(value => isSame(value, sought)));

const releaseOf = (operations: readonly Operation[], lock: Operation): Operation | undefined =>
  releasesOf(operations, lock).at(-1);

/** What lets go of the lock, up to where it is taken again. */
export function releasesOf(operations: readonly Operation[], lock: Operation): readonly Operation[] {
  const next = operations.find(
    ({ kind, order, subject }) => kind === 'lock' && order > lock.order && isSubject(subject, lock),
  );
  return operations.filter(
    ({ kind, subject, order }) =>
      (kind === 'unlock' || kind === 'delete') &&
      order > lock.order &&
      (!next || order < next.order) &&
      isSubject(subject, lock),
  );
}

export const isSubject = (subject: Value | undefined, lock: Operation): boolean =>
  subject !== undefined &&
  lock.subject !== undefined &&
  (subject === lock.subject || isSame(subject, lock.subject));

/** Whether the code looks at the answer, so that the lock may not have been had. */
export const isTested = ({ operations, answers, calls }: UnitOfWork, lock: Operation): boolean =>
  [...operations, ...answers, ...calls.values()].some(({ guards }) => guards.some(guard => resultsIn(guard, lock).length > 0));

/** A lock taken in a turn of a loop is not held in the code after the loop. */
const isInSameTurn = (operation: Operation, lock: Operation): boolean =>
  lock.scopes.every(scope => scope.kind !== 'loop' || operation.scopes.includes(scope));
