import type { Operation } from '../operations/operation.js';
import { Assumption } from '../values/evaluate.js';
import type { Value } from '../values/value.js';

/** Conditions of `later` that did not already hold when `earlier` ran. */
export function ownGuards(later: Pick<Operation, 'guards'>, earlier: Operation): readonly Value[] {
  const before = new Set(earlier.guards);
  return later.guards.filter(guard => !before.has(guard));
}

/** False where the conditions of an operation contradict each other. */
export function canRun({ guards }: Pick<Operation, 'guards'>): boolean {
  const all = new Assumption(undefined, false, guards);
  return guards.every(guard => all.truth(guard) !== false);
}

export type Side = 'absent' | 'present' | 'either' | 'neither';

/**
 * On which outcome of a read a later operation depends: `absent` if it can run when the read found nothing
 * and finding something would hold it back; `present` the other way round; `either` if the read decides
 * nothing.
 */
export function sideOf(read: Operation, later: Pick<Operation, 'guards'>): Side {
  const guards = ownGuards(later, read);
  const absent = new Assumption(read, true);
  const present = new Assumption(read, false);
  let side: Side = 'either';
  for (const guard of guards) {
    const [whenAbsent, whenPresent] = [absent.truth(guard), present.truth(guard)];
    if (whenAbsent === false && whenPresent === false) return 'neither';
    if (whenAbsent === false) side = side === 'absent' ? 'neither' : 'present';
    else if (whenPresent === false) side = side === 'present' ? 'neither' : 'absent';
    else if (whenAbsent === true && whenPresent === undefined && side === 'either') side = 'absent';
  }
  return side;
}
