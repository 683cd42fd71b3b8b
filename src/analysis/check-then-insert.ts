import type { Operation } from '../operations/operation.js';
import { Assumption } from '../values/evaluate.js';
import { isFresh, isSame, parts, resultsIn, some } from '../values/traits.js';
import type { Value } from '../values/value.js';
import { canRun, sideOf } from './absence.js';
import { isClaimedBefore, isRefusedOutside } from './claims.js';
import { isCooldown, isRecent } from './cooldown.js';
import { isLimit } from './counted-rows.js';
import { isUnderLock, isUnderRowLock } from './lock-span.js';
import { isOfOwnRow } from './own-rows.js';
import { answersAlike, isLocked, isSerialized } from './protection.js';
import { readsBefore } from './reads-before.js';
import { columnsRead } from './row-columns.js';
import { columnName, isSameResource, matchOf, valueAt, type Match } from './same-fact.js';
import { guaranteeOf, type Guarantee } from './schema/guarantee.js';
import type { UnitOfWork } from './unit-of-work.js';
import { catchesViolation, handlesViolation } from './violations.js';

export interface CheckThenInsert {
  readonly read: Operation;
  readonly insert: Operation;
  readonly match: Exclude<Match, 'none'>;
  /** What the database does with the second row. */
  readonly guarantee: Guarantee;
}

type Found = Omit<CheckThenInsert, 'guarantee'>;

/**
 * Inserts that run because a read of the same table found nothing, with nothing in between to stop a second
 * run.
 */
export function* checkThenInserts(unit: UnitOfWork): Generator<CheckThenInsert> {
  for (const insert of unit.operations) {
    if (insert.kind !== 'insert' || insert.onConflict !== undefined || !canRun(insert)) continue;
    const found = readsBefore(unit, insert)
      .filter(read => !isAvailability(read) && !isByNothing(read, insert))
      .filter(read => !isOfOwnRow(unit, read) && !isRecent(read))
      .filter(read => sideOf(read, withoutLimits(insert, read)) === 'absent' || isDifference(read, insert))
      .filter(read => !answersAlike(unit, read, insert) && !insertsEitherWay(unit, read, insert))
      .map(read => ({ read, insert, match: matchOf(read, insert) }))
      .filter((pair): pair is Found => pair.match !== 'none');
    // A look that nothing can come after decides, whatever was looked at before.
    if (found.some(({ read }) => isProtected(unit, read, insert))) continue;
    const best = found.findLast(({ match }) => match === 'certain') ?? found.at(-1);
    if (!best) continue;
    const guarantee = guaranteeOf(unit.tables(insert), [...best.read.filter.entries.keys()], insert);
    if (guarantee.kind === 'unique' && unit.isHandledOutside(insert)) continue;
    // The violation that is caught is of another constraint.
    if (catchesViolation(insert) && (guarantee.kind !== 'none' || best.match !== 'certain')) continue;
    yield { ...best, guarantee };
  }
}

/** Below a limit it is inserted whether or not there are rows: that is a matter of `quotas`. */
const withoutLimits = ({ guards }: Operation, read: Operation): Pick<Operation, 'guards'> => ({
  guards: guards.filter(guard => !isLimit(guard, read) && !isCooldown(guard, read)),
});

const isProtected = (unit: UnitOfWork, read: Operation, insert: Operation): boolean =>
  isSerialized(read, insert) ||
  isUnderLock(unit, read, insert) ||
  isUnderRowLock(unit, read, insert) ||
  isClaimedBefore(unit, read, insert) ||
  isRefusedOutside(unit, read, insert);

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

/** `if (user.id) update(user); else insert(user);`: what is inserted has no value there, and none was looked up. */
const isByNothing = ({ filter }: Operation, { columns, guards }: Operation): boolean =>
  [...filter.entries].some(([name, sought]) =>
    [sought, valueAt(columns, name)].some(
      value => value && guards.some(guard => guard.kind === 'not' && isSame(guard.operand, value)),
    ),
  );

export interface NumberedInsert {
  readonly read: Operation;
  readonly insert: Operation;
  readonly column: string;
  /** What the database does with a second row of the number. */
  readonly guarantee: Guarantee;
}

/** Inserts that write the highest number read plus one. */
export function* numberedInserts(unit: UnitOfWork): Generator<NumberedInsert> {
  for (const insert of unit.operations) {
    if (insert.kind !== 'insert' || handlesViolation(insert) || !canRun(insert)) continue;
    for (const read of readsBefore(unit, insert)) {
      if (isSerialized(read, insert) || isLocked(read, insert) || locksRowsBefore(unit, insert)) continue;
      const column = [...insert.columns.entries].find(([name, value]) =>
        [...parts(value)].some(
          part =>
            part.kind === 'binary' && part.operator === '+' && isNumber(part.right) && isLast(part.left, read, name),
        ),
      );
      if (!column) continue;
      const key = [...read.filter.entries.keys(), column[0]];
      const guarantee = guaranteeOf(unit.tables(insert), key, insert);
      if (guarantee.kind === 'unique' && unit.isHandledOutside(insert)) continue;
      yield { read, insert, column: column[0], guarantee };
    }
  }
}

/** A number of the rows, an aggregate, or what the column holds in a row. */
const isLast = (value: Value, read: Operation, column: string): boolean =>
  resultsIn(value, read).some(({ shape }) => shape === 'count' || read.aggregate !== undefined) ||
  columnsRead(value, read).some(name => columnName(name) === columnName(column));

const isNumber = (value: Value): boolean => value.kind === 'constant' && typeof value.value === 'number';

/** The rows, or their parent, were locked in the transaction of the insert. */
const locksRowsBefore = (unit: UnitOfWork, insert: Operation): boolean =>
  unit.operations.some(
    other => other.order < insert.order && (other.rowLock === true || other.kind === 'lock'),
  );
