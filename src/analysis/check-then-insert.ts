import type { Operation } from '../operations/operation.js';
import { Assumption } from '../values/evaluate.js';
import { isFresh, parts, resultsIn, some } from '../values/traits.js';
import type { Value } from '../values/value.js';
import { sideOf } from './absence.js';
import { isUnderLock, isUnderRowLock } from './lock-span.js';
import { answersAlike, handlesViolation, isLocked, isSerialized } from './protection.js';
import { readsBefore } from './reads-before.js';
import { isSameResource, matchOf, type Match } from './same-fact.js';
import type { UnitOfWork } from './unit-of-work.js';

export interface CheckThenInsert {
  readonly read: Operation;
  readonly insert: Operation;
  readonly match: Exclude<Match, 'none'>;
}

/**
 * Inserts that run because a read of the same table found nothing, with nothing in between to stop a second
 * run.
 */
export function* checkThenInserts(unit: UnitOfWork): Generator<CheckThenInsert> {
  for (const insert of unit.operations) {
    if (insert.kind !== 'insert' || handlesViolation(insert)) continue;
    const found = readsBefore(unit, insert)
      .filter(read => !isAvailability(read))
      .filter(read => sideOf(read, insert) === 'absent' || isDifference(read, insert))
      .filter(read => !answersAlike(unit, read, insert) && !insertsEitherWay(unit, read, insert))
      .map(read => ({ read, insert, match: matchOf(read, insert) }))
      .filter((pair): pair is CheckThenInsert => pair.match !== 'none');
    // A look that nothing can come after decides, whatever was looked at before.
    if (found.some(({ read }) => isKeptOut(unit, read, insert))) continue;
    const best = found.findLast(({ match }) => match === 'certain') ?? found.at(-1);
    if (best) yield best;
  }
}

/** A second run cannot come in between. */
const isKeptOut = (unit: UnitOfWork, read: Operation, insert: Operation): boolean =>
  isSerialized(read, insert) || isUnderLock(unit, read, insert) || isUnderRowLock(unit, read, insert);

/** What the read finds only tells what is inserted. */
const insertsEitherWay = (unit: UnitOfWork, read: Operation, insert: Operation): boolean =>
  unit.operations.some(
    other =>
      other.kind === 'insert' &&
      isSameResource(other, insert) &&
      matchOf(read, other) === 'certain' &&
      sideOf(read, other) === 'present',
  );

/** `createMany(wanted.filter(one => !found.has(one)))`: what is inserted is what the read did not find. */
function isDifference(read: Operation, { columns }: Operation): boolean {
  const absent = new Assumption(read, true);
  const present = new Assumption(read, false);
  return [...columns.entries.values(), ...columns.rest].some(value =>
    some(value, part => {
      const test = part.kind === 'call' && part.callee === 'filter' ? part.args[0] : undefined;
      return test !== undefined && absent.truth(test) === true && present.truth(test) !== true;
    }),
  );
}

/** Looks whether a value just made up is still free: two runs make up different ones. */
const isAvailability = ({ filter }: Operation): boolean => [...filter.entries.values()].some(isFresh);

export interface NumberedInsert {
  readonly read: Operation;
  readonly insert: Operation;
  readonly column: string;
}

/** Inserts that write the highest number read plus one. */
export function* numberedInserts(unit: UnitOfWork): Generator<NumberedInsert> {
  for (const insert of unit.operations) {
    if (insert.kind !== 'insert' || handlesViolation(insert)) continue;
    for (const read of readsBefore(unit, insert)) {
      if (isSerialized(read, insert) || isLocked(read, insert) || locksRowsBefore(unit, insert)) continue;
      const column = [...insert.columns.entries].find(([, value]) =>
        [...parts(value)].some(
          part =>
            part.kind === 'binary' &&
            part.operator === '+' &&
            isNumber(part.right) &&
            resultsIn(part.left, read).length > 0,
        ),
      );
      if (column) yield { read, insert, column: column[0] };
    }
  }
}

const isNumber = (value: Value): boolean => value.kind === 'constant' && typeof value.value === 'number';

/** The rows, or their parent, were locked in the transaction of the insert. */
const locksRowsBefore = (unit: UnitOfWork, insert: Operation): boolean =>
  unit.operations.some(
    other => other.order < insert.order && (other.rowLock === true || other.kind === 'lock'),
  );
