import type { Operation } from '../operations/operation.js';
import { isSame, resultsIn, some } from '../values/traits.js';
import type { Value } from '../values/value.js';
import { ownGuards, sideOf } from './absence.js';
import { heldUnder, isClaim } from './lock-span.js';
import { isRecord } from './record-tables.js';
import { columnName, isSameResource } from './same-fact.js';
import type { UnitOfWork } from './unit-of-work.js';
import { handlesViolation } from './violations.js';

export interface UncheckedLock {
  readonly lock: Operation;
  /** What every holder of the lock does again. */
  readonly write: Operation;
}

/** Locks under which work is done without a look at whether it is done already. */
export function* uncheckedLocks(unit: UnitOfWork): Generator<UncheckedLock> {
  for (const lock of unit.operations) {
    if (lock.kind !== 'lock' || isClaim(unit, lock)) continue;
    const held = heldUnder(unit, lock);
    const write = held.find(
      operation =>
        repeats(operation, lock) && unit.joins(lock, operation) && !isGuarded(unit, operation, lock, held),
    );
    if (write) yield { lock, write };
  }
}

/** Whether it does more when it is run again. */
function repeats(operation: Operation, lock: Operation): boolean {
  const { kind, resource, columns, onConflict } = operation;
  if (resource.kind === 'key' || resource.kind === 'lock' || isRecord(resource.name)) return false;
  if (kind === 'send' || kind === 'call') return true;
  if (kind === 'insert')
    return onConflict === undefined && !handlesViolation(operation) && !rests(operation, lock);
  return kind === 'update' && !isConditional(operation, lock) && changes(columns.entries);
}

const STATE = /^(?:\w*status|\w*state|phase|stage)$/u;

/**
 * An update to a constant, however often it runs, gives the same row; a change of state overwrites what came
 * in between.
 */
const changes = (columns: ReadonlyMap<string, Value>): boolean =>
  [...columns].some(
    ([name, value]) =>
      STATE.test(columnName(name)) ||
      some(
        value,
        part =>
          (part.kind === 'binary' && /^[-+*/]$/u.test(part.operator)) ||
          (part.kind === 'call' && part.callee === 'atomic'),
      ),
  );

/** What is written was computed from what was read under the lock: the next number, a new balance. */
const rests = ({ columns }: Operation, lock: Operation): boolean =>
  [...columns.entries.values(), ...columns.rest].some(value =>
    some(
      value,
      part =>
        part.kind === 'binary' &&
        some(part, inner => inner.kind === 'result' && inner.operation.order > lock.order),
    ),
  );

function isGuarded(unit: UnitOfWork, write: Operation, lock: Operation, held: readonly Operation[]): boolean {
  if (rests(write, lock)) return true;
  if (held.some(other => other.order < write.order && other !== lock && isOwnGuard(other, lock))) return true;
  return ownGuards(write, lock).some(guard => testsState(unit, guard, lock, held));
}

/** The database refuses or ignores it the second time. */
function isOwnGuard(operation: Operation, lock: Operation): boolean {
  if (operation.kind === 'insert') return operation.onConflict !== undefined || handlesViolation(operation);
  return (
    (operation.kind === 'update' || operation.kind === 'delete') &&
    operation.resource.kind === 'table' &&
    isConditional(operation, lock)
  );
}

const ID = /^(?:id|_id|\w+id|uuid|\w*no|\w*number|\w*code|\w*key|slug|email)$/u;

/** The filter asks for more than whose row it is. */
const isConditional = ({ filter, versioned }: Operation, lock: Operation): boolean =>
  versioned === true ||
  filter.compared.size > 0 ||
  filter.rest.length > 0 ||
  [...filter.entries].some(
    ([name, value]) => (value.kind === 'constant' || !ID.test(columnName(name))) && !isInSubject(value, lock),
  );

const isInSubject = (value: Value, { subject }: Operation): boolean =>
  subject !== undefined && value.kind !== 'constant' && some(subject, part => isSame(part, value));

/**
 * The condition rests on something that was looked at while the lock was held and that tells whether the work
 * is done.
 */
function testsState(unit: UnitOfWork, guard: Value, lock: Operation, held: readonly Operation[]): boolean {
  return some(guard, part => {
    if (part.kind === 'caught') return true;
    // Code that cannot be read may have looked.
    if (part.kind === 'call') return isMadeUnder(unit, part, lock);
    return (
      part.kind === 'result' &&
      part.operation !== lock &&
      part.operation.order > lock.order &&
      tells(guard, part.operation, lock, held)
    );
  });
}

function isMadeUnder({ calls }: UnitOfWork, call: Value, lock: Operation): boolean {
  const made = calls.get(call);
  return made !== undefined && made.order > lock.order;
}

/**
 * A row that is there by the very key that is locked tells nothing, unless the work removes it. One that is
 * not there yet, one found by its state, and a column of it do.
 */
function tells(guard: Value, read: Operation, lock: Operation, held: readonly Operation[]): boolean {
  if (read.kind !== 'read' || read.resource.kind === 'key') return read.kind !== 'call';
  if (sideOf(read, { guards: [guard] }) !== 'present') return !isOwnership(guard, read);
  if (
    isConditional(read, lock) ||
    some(
      guard,
      part => part.kind === 'member' && !EXISTENCE.test(part.name) && resultsIn(part.object, read).length > 0,
    )
  )
    return true;
  return held.some(other => other.kind === 'delete' && isSameResource(read, other));
}
const EXISTENCE = /^(?:length|size|rowCount|rows|id|_id|\d+)$/u;

/** `if (order.userId !== userId) throw` */
const isOwnership = (guard: Value, read: Operation): boolean => {
  const columns = [...membersOf(guard, read)];
  return (
    columns.length > 0 &&
    columns.every(name =>
      /(?:user|owner|tenant|org|organi[sz]ation|account|customer|team|workspace|author|merchant)id$/u.test(
        columnName(name),
      ),
    )
  );
};

function* membersOf(guard: Value, read: Operation): Generator<string> {
  const names: string[] = [];
  some(guard, part => {
    if (part.kind === 'member' && part.object.kind === 'result' && part.object.operation === read)
      names.push(part.name);
    return false;
  });
  yield* names;
}
