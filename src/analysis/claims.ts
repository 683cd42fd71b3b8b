import type { Operation, Occurrence } from '../operations/operation.js';
import { isSame, resultsIn, some } from '../values/traits.js';
import type { Value } from '../values/value.js';
import type { UnitOfWork } from './unit-of-work.js';
import { testsViolation } from './violations.js';

/**
 * Before the look a row was removed or changed that only one run can remove or change, the others having failed or
 * left, and what is looked up is told by that row: `delete({ where: { token } })`, then the account of the token.
 */
export const isClaimedBefore = (unit: UnitOfWork, read: Operation, write: Operation): boolean =>
  unit.operations.some(
    claim =>
      (claim.kind === 'delete' || claim.kind === 'update') &&
      claim.order < read.order &&
      isWon(claim, write) &&
      sought(read).some(value => isToldBy(value, claim)),
  );

const sought = ({ filter }: Operation): readonly Value[] => [...filter.entries.values(), ...filter.rest];

/** Whoever comes second does not get as far as the write. */
function isWon(claim: Operation, write: Operation): boolean {
  const isCaught = claim.scopes.some(
    scope => scope.kind === 'try' && !scope.clause.rethrows && !write.scopes.includes(scope),
  );
  if (claim.kind === 'delete' && claim.throwsWhenAbsent === true && !isCaught) return true;
  return write.guards.some(guard =>
    some(guard, part => part.kind === 'result' && part.operation === claim && part.shape === 'affected'),
  );
}

/** Is of the row that was claimed, or of the row by which that was found. */
const isToldBy = (value: Value, claim: Operation): boolean =>
  value.kind !== 'constant' &&
  (resultsIn(value, claim).length > 0 ||
    [...claim.filter.entries.values()].some(key => key.kind !== 'constant' && (isSame(key, value) || sharesRow(key, value))));

const sharesRow = (key: Value, value: Value): boolean =>
  some(key, part => part.kind === 'result' && resultsIn(value, part.operation).length > 0);

/** Between both a service outside refuses the second run, and the code tells that from other failures. */
export function isRefusedOutside(unit: UnitOfWork, read: Operation, insert: Operation): boolean {
  const refuses = ({ order, scopes }: Occurrence): boolean =>
    order > read.order &&
    order <= insert.order &&
    scopes.some(
      scope => scope.kind === 'try' && scope.clause.rethrows && testsViolation(scope.clause) && !insert.scopes.includes(scope),
    );
  return [...unit.calls.values()].some(refuses);
}
