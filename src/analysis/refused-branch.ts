import type { Operation } from '../operations/operation.js';
import { not } from '../values/make.js';
import { ownGuards } from './absence.js';
import type { UnitOfWork } from './unit-of-work.js';

/**
 * What comes after `earlier` on a branch that ends in an error or says no: `if (expired) { remove(); throw }`.
 */
export function isOnRefusedBranch(unit: UnitOfWork, later: Operation, earlier: Operation): boolean {
  if (later.scopes.some(({ kind }) => kind === 'catch')) return true;
  const guards = ownGuards(later, earlier);
  if (guards.some(guard => unit.exitBy(not(guard)) === 'refused' && unit.exitBy(guard) === undefined)) return true;
  const answers = unit.answers.filter(answer => later.guards.every(guard => answer.guards.includes(guard)));
  return (
    answers.length > 0 &&
    answers.every(({ value }) => value.kind === 'constant' && (value.value === false || value.value === null))
  );
}
