import type { Operation, Transaction } from '../operations/operation.js';
import { isSame } from '../values/traits.js';
import { sideOf } from './absence.js';
import type { UnitOfWork } from './unit-of-work.js';

/** A clause that catches everything answers just what is answered when the read finds the row. */
export function answersAlike(unit: UnitOfWork, read: Operation, insert: Operation): boolean {
  return insert.scopes.some(
    scope =>
      scope.kind === 'try' &&
      scope.clause.answers.some(
        answer =>
          !(answer.kind === 'constant' && !answer.value) &&
          unit.answers.some(
            ({ value, guards }) => isSame(value, answer) && sideOf(read, { guards }) === 'present',
          ),
      ),
  );
}

/** Nothing comes between both: the process does nothing else, or one of two racing runs is rolled back. */
export function isSerialized(first: Operation, second: Operation): boolean {
  if (first.isSynchronous && second.isSynchronous && first.turn === second.turn) return true;
  return transactionsOf(first).some(
    transaction => transaction.isolation === 'serializable' && transactionsOf(second).includes(transaction),
  );
}

export const transactionsOf = ({ scopes, transaction }: Operation): readonly Transaction[] => [
  ...scopes.flatMap(scope => (scope.kind === 'transaction' ? [scope.transaction] : [])),
  // Begun and committed by statements, it has no scope.
  ...(transaction ? [transaction] : []),
];

/** Both run while one lock is held. */
export function isLocked(first: Operation, second: Operation): boolean {
  const locks = first.scopes.flatMap(scope => (scope.kind === 'lock' ? [scope.lock] : []));
  return second.scopes.some(scope => scope.kind === 'lock' && locks.includes(scope.lock));
}

/**
 * Both go through one transaction: one callback transaction whose handle both really use, or one connection
 * between its `begin` and its `commit`. A handle that was opened and not passed on does not count.
 */
export function inOneTransaction(
  first: Operation,
  second: Operation,
  operations: readonly Operation[],
): boolean {
  const [one, other] = [transactionThrough(first), transactionThrough(second)];
  if (one !== undefined || other !== undefined) return one === other;
  if (first.connection === undefined || first.connection !== second.connection) return false;
  const [early, late] = first.order < second.order ? [first, second] : [second, first];
  const border = operations.findLast(
    ({ kind, order, connection }) =>
      BORDERS.has(kind) && order < late.order && connection === late.connection,
  );
  return border?.kind === 'begin' && border.order < early.order;
}

/** What the call goes through: a handle that says so, or what clients find by themselves. */
const transactionThrough = (operation: Operation): Transaction | undefined =>
  operation.transaction ?? transactionsOf(operation).findLast(({ isAmbient }) => isAmbient === true);

const BORDERS = new Set(['begin', 'commit', 'rollback']);
