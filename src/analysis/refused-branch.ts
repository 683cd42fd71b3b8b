import type { Operation } from '../operations/operation.js';
import { not } from '../values/make.js';
import { ownGuards } from './absence.js';
import { meetingPlace } from './meeting-place.js';
import type { UnitOfWork } from './unit-of-work.js';

/**
 * What comes after `earlier` on a branch that ends in an error or says no: `if (expired) { remove(); throw }`.
 */
export function isOnRefusedBranch(unit: UnitOfWork, later: Operation, earlier: Operation): boolean {
  if (later.scopes.some(({ kind }) => kind === 'catch')) return true;
  const guards = ownGuards(later, earlier);
  if (guards.some(guard => unit.exitBy(not(guard)) === 'refused' && unit.exitBy(guard) === undefined)) return true;
  // What the body answers in which both come together, not what the functions answer that it calls.
  const { frames } = meetingPlace(later, earlier);
  const answers = unit.answers.filter(
    answer => answer.frames.length === frames.length && later.guards.every(guard => answer.guards.includes(guard)),
  );
  return (
    answers.length > 0 &&
    answers.every(({ value }) => value.kind === 'constant' && (value.value === false || value.value === null))
  );
}
