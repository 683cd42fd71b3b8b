import type { Operation } from '../operations/operation.js';
import { resultsIn } from '../values/traits.js';
import { ownGuards, sideOf } from './absence.js';
import { isOnRefusedBranch } from './refused-branch.js';
import { isSameResource } from './same-fact.js';
import { guaranteeOfInsert } from './schema/guarantee.js';
import { isAlike } from './token-words.js';
import type { UnitOfWork } from './unit-of-work.js';

/**
 * What the token lets one do, and what two runs with one token both do. A delete that throws where the row is gone
 * lets only one run past it, so that only what comes before it counts, and of that only what a rollback cannot take
 * back.
 */
export const hasEffect = (
  unit: UnitOfWork,
  read: Operation,
  consume: Operation,
  more: readonly Operation[] = [],
): boolean =>
  [...unit.operations.filter(other => other !== consume), ...more].some(
    effect =>
      effect.order > read.order &&
      isRepeated(unit, effect, read) &&
      (!consume.throwsWhenAbsent || (effect.order < consume.order && isOutside(effect))) &&
      (effect === consume || isLetIn(unit, effect, read)),
  );

const isOutside = ({ kind }: Operation): boolean => kind === 'call' || kind === 'send';

function isRepeated(unit: UnitOfWork, effect: Operation, read: Operation): boolean {
  const { kind, resource, columns, onConflict } = effect;
  if (isOutside(effect)) return true;
  if (resource.kind !== 'table' || /logs?$|audits?$|events?$/iu.test(resource.name ?? '')) return false;
  if (kind === 'insert')
    return onConflict === undefined && guaranteeOfInsert(unit.tables(effect), effect).kind !== 'unique';
  return kind === 'update' && [...columns.entries.values()].some(value => !isAlike(value, read));
}

/** It runs where the token was found, and rests on that. */
const isLetIn = (unit: UnitOfWork, effect: Operation, read: Operation): boolean =>
  sideOf(read, effect) === 'present' &&
  ownGuards(effect, read).some(guard => resultsIn(guard, read).length > 0) &&
  !isOnRefusedBranch(unit, effect, read) &&
  !(effect.kind === 'delete' && isSameResource(effect, read));
