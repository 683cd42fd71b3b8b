import type { Operation } from '../operations/operation.js';
import { Assumption } from '../values/evaluate.js';
import { isFresh, isSame, parts } from '../values/traits.js';
import { ownGuards, sideOf } from './absence.js';
import { isCountDeciding, isCountOf, restsOnLater } from './counted-rows.js';
import { isLocked, isSerialized } from './protection.js';
import { readsBefore } from './reads-before.js';
import { matchOf, valueAt } from './same-fact.js';
import type { UnitOfWork } from './unit-of-work.js';
import { handlesViolation } from './violations.js';

export interface Checked {
  readonly read: Operation;
  readonly write: Operation;
  readonly column: string;
}

/** Updates that give a row a value after a read found no other row with it: a rename to a free name. */
export function* checkThenUpdates(unit: UnitOfWork): Generator<Checked> {
  for (const write of unit.operations) {
    if (write.kind !== 'update' || handlesViolation(write)) continue;
    for (const read of freeReads(unit, write)) {
      const column = takenColumn(read, write);
      if (column !== undefined && sideOf(read, write) === 'absent') {
        yield { read, write, column };
        break;
      }
    }
  }
}

/** Inserts that a count of rows of the same table lets through while it is below a limit. */
export function* quotas(unit: UnitOfWork): Generator<Checked> {
  for (const write of unit.operations) {
    if (write.kind !== 'insert') continue;
    const read = freeReads(unit, write).find(
      candidate => matchOf(candidate, write) !== 'none' && isLimited(candidate, write),
    );
    if (read) yield { read, write, column: [...read.filter.entries.keys()][0] ?? 'rows' };
  }
}

/**
 * Updates that make one more row of a kind, which a count of that kind lets through while it is below a limit: the
 * next seat, the next active key. A limit that is written out is no-read-then-update's.
 */
export function* quotaUpdates(unit: UnitOfWork): Generator<Checked> {
  for (const write of unit.operations) {
    if (write.kind !== 'update') continue;
    for (const read of freeReads(unit, write)) {
      const column = joinedColumn(read, write);
      if (column === undefined || !isLimited(read, write) || isCountDeciding(unit, read, write)) continue;
      yield { read, write, column };
      break;
    }
  }
}

/** The column by which the row becomes one of those counted. */
function joinedColumn(read: Operation, write: Operation): string | undefined {
  for (const [name, sought] of read.filter.entries) {
    const written = valueAt(write.columns, name);
    if (written && isSame(sought, written) && !valueAt(write.filter, name)) return name;
  }
  return undefined;
}

const freeReads = (unit: UnitOfWork, write: Operation): readonly Operation[] =>
  readsBefore(unit, write).filter(read => !isSerialized(read, write) && !isLocked(read, write));

/** The column that was looked up with the very value that is then written. */
function takenColumn(read: Operation, write: Operation): string | undefined {
  for (const [name, sought] of read.filter.entries) {
    const written = valueAt(write.columns, name);
    if (
      written &&
      isSame(sought, written) &&
      sought.kind !== 'constant' &&
      !isFresh(sought) &&
      !valueAt(write.filter, name)
    )
      return name;
  }
  return undefined;
}

/** A guard compares the count with more than nothing. */
function isLimited(read: Operation, write: Operation): boolean {
  const present = new Assumption(read, false);
  return ownGuards(write, read).some(
    guard =>
      present.truth(guard) === undefined &&
      !restsOnLater(guard, read) &&
      [...parts(guard)].some(
        part =>
          part.kind === 'binary' &&
          /^[<>]=?$/u.test(part.operator) &&
          [part.left, part.right].some(side => isCountOf(side, read)),
      ),
  );
}
