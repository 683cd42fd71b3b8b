import type { Operation } from '../operations/operation.js';
import { Assumption } from '../values/evaluate.js';
import { some } from '../values/traits.js';
import type { Value } from '../values/value.js';
import { consumeRecord, isLog, isNamedRecord, receiveOf } from './consume-record.js';
import { inOneTransaction, transactionsOf } from './protection.js';
import { isSameResource, valueAt } from './same-fact.js';
import type { UnitOfWork } from './unit-of-work.js';
import { handlesViolation, testsViolation } from './violations.js';

export interface SplitConsume {
  readonly record: Operation;
  readonly write: Operation;
  /** Which of the two commits first, or that one stands in a transaction that it does not go through. */
  readonly form: 'recordFirst' | 'recordLast' | 'beside';
  /** The one that commits last; with `beside`, the one that is written beside the transaction. */
  readonly late: Operation;
  readonly early: Operation;
}

/** Consume records with a write of the same delivery that commits on its own. */
export function* splitConsumes(unit: UnitOfWork): Generator<SplitConsume> {
  const reported = new Set<Operation>();
  for (const record of unit.operations) {
    const by = consumeRecord(unit, record);
    if (!by) continue;
    const write = unit.operations.find(
      other =>
        (by === 'presence' || other.order < record.order) &&
        isBusinessWrite(unit, record, other) &&
        !commitsWith(unit, record, other),
    );
    if (!write || reported.has(write)) continue;
    reported.add(write);
    yield described(record, write);
  }
}

function described(record: Operation, write: Operation): SplitConsume {
  const beside = [write, record].find(operation =>
    isBeside(operation, operation === record ? write : record),
  );
  if (beside)
    return { record, write, form: 'beside', late: beside, early: beside === record ? write : record };
  return record.order < write.order
    ? { record, write, form: 'recordFirst', early: record, late: write }
    : { record, write, form: 'recordLast', early: write, late: record };
}

/** It stands in the transaction of the other, but goes through the outer client. */
const isBeside = (operation: Operation, other: Operation): boolean =>
  operation.transaction === undefined &&
  other.transaction !== undefined &&
  transactionsOf(operation).includes(other.transaction);

function isBusinessWrite(unit: UnitOfWork, record: Operation, other: Operation): boolean {
  if (other.kind !== 'insert' && other.kind !== 'update' && other.kind !== 'delete') return false;
  if (
    other.resource.kind !== 'table' ||
    isSameResource(record, other) ||
    isLog(other) ||
    isNamedRecord(other)
  )
    return false;
  if (receiveOf(record) !== receiveOf(other) || !unit.joins(record, other) || !isTogether(record, other))
    return false;
  return !isGuarded(record, other);
}

/** Both run in one pass, and neither only because something failed. */
function isTogether(record: Operation, other: Operation): boolean {
  if ([record, other].some(({ scopes }) => scopes.some(({ kind }) => kind === 'catch'))) return false;
  const there = new Assumption(undefined, false, record.guards);
  return other.guards.every(guard => there.truth(guard) !== false);
}

/** A second run of the write does nothing: the database refuses it, or it comes to the same. */
function isGuarded(record: Operation, write: Operation): boolean {
  if (write.onConflict !== undefined || write.versioned) return true;
  if (write.kind === 'insert') return handlesViolation(write) && !sharesCatch(record, write);
  if (
    write.filter.compared.size > 0 ||
    [...write.filter.entries.keys()].some(column => valueAt(write.columns, column))
  )
    return true;
  return record.order > write.order && converges(write);
}

/** One catch clause for both: the violation that it knows is that of the record. */
const sharesCatch = (record: Operation, write: Operation): boolean =>
  write.scopes.every(
    scope => scope.kind !== 'try' || !testsViolation(scope.clause) || record.scopes.includes(scope),
  );

/** `SET status = 'paid'`, a delete: however often one message is worked on, the row comes to be the same. */
const converges = ({ kind, columns }: Operation): boolean =>
  kind === 'delete' ||
  [...columns.entries.values(), ...columns.rest].every(value => !some(value, dependsOnTheRow));

const dependsOnTheRow = (part: Value): boolean =>
  part.kind === 'result' || (part.kind === 'call' && /^(?:atomic|sql|raw)$/u.test(part.callee));

/** Some write of the record goes through one transaction with the other write. */
const commitsWith = (unit: UnitOfWork, record: Operation, write: Operation): boolean =>
  unit.operations.some(
    other =>
      WRITES.has(other.kind) &&
      isSameResource(other, record) &&
      inOneTransaction(other, write, unit.operations),
  );

const WRITES = new Set(['insert', 'upsert', 'update', 'delete']);
