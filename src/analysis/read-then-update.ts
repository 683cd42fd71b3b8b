import type { Operation } from '../operations/operation.js';
import { isSame, resultsIn, some } from '../values/traits.js';
import type { Value } from '../values/value.js';
import { ownGuards, sideOf } from './absence.js';
import { isConvergent } from './convergence.js';
import { isCountDeciding } from './counted-rows.js';
import { isOfOwnRow } from './own-rows.js';
import { columnsRead, isColumnOf, testedIn, testsOf } from './row-columns.js';
import { inOneTransaction, isLocked, isSerialized } from './protection.js';
import { readsBefore } from './reads-before.js';
import { columnName, valueAt } from './same-fact.js';
import {
  hasOtherEffect, isComparedWith, isFailureCount, isNoOpTest, isPresenceTest, isRefreshed, isSettled,
} from './state-tests.js';
import type { UnitOfWork } from './unit-of-work.js';

export interface ReadThenUpdate {
  readonly read: Operation;
  readonly update: Operation;
  /**
   * decided: code tests a column that the update writes; filtered: the read's filter tests it;
   * computed: the new value is made from the old; counted: a number of rows decides;
   * shifted: the rows to move are told from where a row was.
   */
  readonly form: 'decided' | 'filtered' | 'computed' | 'counted' | 'shifted';
  readonly column: string;
  /** Both runs leave the row as one would, and nothing is seen twice. */
  readonly isConvergent?: boolean;
}

/** Updates that rest on what a row was when it was read, and do not say so in their filter. */
export function* readThenUpdates(unit: UnitOfWork): Generator<ReadThenUpdate> {
  for (const update of unit.operations) {
    if ((update.kind !== 'update' && update.kind !== 'delete') || update.versioned) continue;
    const found = readsBefore(unit, update)
      .flatMap((read): readonly ReadThenUpdate[] => {
        const why = basis(unit, read, update);
        return why ? [{ read, update, ...why }] : [];
      });
    // A look that nothing can come after decides, whatever was looked at before.
    if (found.some(({ read }) => isProtected(unit, read, update))) continue;
    const first = found.find(({ isConvergent }) => isConvergent !== true) ?? found[0];
    if (first) yield first;
  }
}

/** Rows or a lock held from before the read, or a serial transaction, keep others out until the write. */
export function isProtected(unit: UnitOfWork, read: Operation, update: Operation): boolean {
  if (isSerialized(read, update) || isLocked(read, update)) return true;
  return unit.operations.some(
    lock =>
      (lock.rowLock === true || lock.kind === 'lock') &&
      lock.order <= read.order &&
      (lock.kind === 'lock' ||
        (inOneTransaction(lock, update, unit.operations) && inOneTransaction(lock, read, unit.operations))),
  );
}

type Basis = Pick<ReadThenUpdate, 'form' | 'column' | 'isConvergent'>;

function basis(unit: UnitOfWork, read: Operation, update: Operation): Basis | undefined {
  if (isOfOwnRow(unit, update)) return undefined;
  const found = counted(unit, read, update) ?? shifted(read, update);
  if (found ?? (update.kind === 'delete' || isClaimed(update) || !isSameRow(read, update))) return found;
  const made = computed(read, update);
  if (made) return made;
  const bases = [...filtered(unit, read, update), ...decided(unit, read, update)];
  return bases.find(({ isConvergent }) => isConvergent !== true) ?? bases[0];
}

/** The filter names a state that the update then changes: whoever comes second changes nothing. */
const isClaimed = (update: Operation): boolean =>
  [...update.columns.entries.keys()].some(column => !isKeyName(column, update) && isFiltered(update, column));

const isFiltered = ({ filter }: Pick<Operation, 'filter'>, column: string): boolean =>
  valueAt(filter, column) !== undefined ||
  [...filter.compared].some(name => columnName(name) === columnName(column));

/** The update is by a value of the row read, or by what the row was looked up by. */
function isSameRow(read: Operation, update: Operation): boolean {
  for (const [name, given] of update.filter.entries) {
    const sought = valueAt(read.filter, name);
    for (const value of [given, ...lookedUpBy(given, name)]) {
      if (resultsIn(value, read).length > 0 && (isKeyName(name, update) || sought)) return true;
      if (sought && isSame(sought, value)) return true;
    }
  }
  return false;
}

/** `row.id` of a row that was read by its id is what it was read by. */
function lookedUpBy(value: Value, name: string): readonly Value[] {
  if (value.kind !== 'member' || value.object.kind !== 'result' || columnName(value.name) !== columnName(name)) return [];
  const sought = valueAt(value.object.operation.filter, name);
  return sought ? [sought] : [];
}

/** A column that by its name tells one row: another (`user_id`) may tell many. */
const isKeyName = (name: string, { resource }: Operation): boolean => {
  const column = columnName(name);
  return (
    /^(?:_?id|uu?id|pk|key|slug|code|token|email)$/u.test(column) ||
    column === `${columnName(resource.name ?? '').replace(/s$/u, '')}id`
  );
};

const isTested = ({ filter }: Operation, column: string): boolean =>
  isFiltered({ filter }, column) || filter.rest.length > 0;

/** `set balance = row.balance - amount`. */
function computed(read: Operation, update: Operation): Basis | undefined {
  if (read.resource.kind === 'key') return rewritten(read, update);
  for (const [column, value] of update.columns.entries) {
    if (!isTested(update, column) && isMadeFrom(value, read, column)) return { form: 'computed', column };
  }
  return undefined;
}

/** A stored value that is got, changed and put back whole: `set(key, { ...(await get(key)), count })`. */
function rewritten(read: Operation, update: Operation): Basis | undefined {
  for (const [column, value] of update.columns.entries) {
    const isMade = some(
      value,
      part =>
        resultsIn(part, read).length > 0 &&
        !isFromTable(part) &&
        ((part.kind === 'binary' && /^[-+*/]$/u.test(part.operator)) ||
          (part.kind === 'object' && part.spreads.length > 0 && part.entries.size > 0)),
    );
    if (isMade) return { form: 'computed', column };
  }
  return undefined;
}

/** A cache entry made from rows is no state of its own. */
const isFromTable = (value: Value): boolean =>
  some(value, part => part.kind === 'result' && part.operation.resource.kind === 'table');

const MERGES =
  /^(?:concat|filter|map|stringify|assign|merge|push|splice|toggle|slice|omit|uniq|union|without)$/u;

function isMadeFrom(value: Value, read: Operation, column: string): boolean {
  return some(value, part => {
    const isMaking =
      (part.kind === 'binary' && /^[-+*/%]$/u.test(part.operator)) ||
      part.kind === 'not' ||
      (part.kind === 'call' && MERGES.test(part.callee)) ||
      (part.kind === 'object' && part.spreads.length > 0 && part.spreads.length + part.entries.size > 1) ||
      (part.kind === 'array' && part.spreads !== undefined);
    return isMaking && columnsRead(part, read).some(name => columnName(name) === columnName(column));
  });
}

/** `find({ usedAt: null })`, then `update({ id }, { usedAt })`. */
function* filtered(unit: UnitOfWork, read: Operation, update: Operation): Generator<Basis> {
  for (const [column, sought] of read.filter.entries) {
    const written = valueAt(update.columns, column);
    if (
      sought.kind !== 'constant' ||
      !written ||
      written.kind === 'choice' ||
      isSame(sought, written) ||
      isDeletionMark(column) ||
      isTested(update, column)
    )
      continue;
    if (sideOf(read, update) === 'present')
      yield { form: 'filtered', column, isConvergent: isConvergent(unit, { read, update }, column, undefined) };
  }
}

/** A row that is deleted twice is deleted. */
const isDeletionMark = (column: string): boolean => /^(?:is|soft)*deleted/u.test(columnName(column));

/** `if (row.status !== 'open') throw`, then `update({ id }, { status })`. */
function* decided(unit: UnitOfWork, read: Operation, update: Operation): Generator<Basis> {
  for (const guard of ownGuards(update, read)) {
    if (read.resource.kind === 'key' && isPresenceTest(guard, read)) continue;
    for (const column of testedIn(guard, read)) {
      const written = valueAt(update.columns, column);
      if (
        !written ||
        isDeletionMark(column) ||
        (read.resource.kind === 'key' && isFromTable(written)) ||
        isTested(update, column) ||
        resultsIn(written, read).some(() => isColumnOf(written, read, column))
      )
        continue;
      const isClaim = unit.exitBy(guard) === 'refused';
      if (testsOf(guard, read, column).every(test => isComparedWith(test, written)) || isRefreshed(guard, written) || isFailureCount(update, written)) continue;
      if (
        !isClaim &&
        (isNoOpTest(guard, written) || isSettled(written)) &&
        !hasOtherEffect(unit, guard, update)
      )
        continue;
      yield { form: 'decided', column, isConvergent: isConvergent(unit, { read, update }, column, guard) };
    }
  }
}

/** `update({ position: { gt: row.position } }, { position: decrement })`: rows move by where a row was. */
function shifted(read: Operation, update: Operation): Basis | undefined {
  for (const [column, bounds] of update.filter.bounds ?? []) {
    const isStale = bounds.some(bound =>
      columnsRead(bound, read).some(name => columnName(name) === columnName(column)),
    );
    if (isStale && valueAt(update.columns, column)) return { form: 'shifted', column };
  }
  return undefined;
}

/** `if (owners === 1) throw`, then a write to one of the rows counted. */
function counted(unit: UnitOfWork, read: Operation, update: Operation): Basis | undefined {
  const isDeciding = read.resource.kind !== 'key' && isCountDeciding(unit, read, update);
  return isDeciding
    ? { form: 'counted', column: [...read.filter.entries.keys()].at(-1) ?? 'rows' }
    : undefined;
}
