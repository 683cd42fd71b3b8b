import type { Operation } from '../operations/operation.js';
import { isSame, resultsIn, some } from '../values/traits.js';
import type { Value } from '../values/value.js';
import { canRun, ownGuards } from './absence.js';
import { isUnderLock } from './lock-span.js';
import { inOneTransaction, isLocked, isSerialized } from './protection.js';
import { isRecord } from './record-tables.js';
import { columnName, isSameResource, valueAt } from './same-fact.js';
import type { UnitOfWork } from './unit-of-work.js';
import { handlesViolation } from './violations.js';

/** A write that only one of two runs can do, whose outcome neither of them looks at. */
export interface UnreadClaim {
  readonly claim: Operation;
  /** Column that tells whether the claim is taken. */
  readonly column: string;
  /** What the run that lost does all the same. */
  readonly effect: Operation;
}

export function* unreadClaims(unit: UnitOfWork): Generator<UnreadClaim> {
  for (const claim of unit.operations) {
    if (!unit.dropped.has(claim) || !isOwn(claim) || claim.versioned) continue;
    const column = claimedColumn(unit, claim);
    if (column === undefined || isSure(unit, claim)) continue;
    const effect = unit.operations.find(later => isEffect(later, claim) && rests(unit, later, claim));
    if (effect) yield { claim, column, effect };
  }
}

/** What a clause of `catch` takes back was claimed before; a library that throws where no row fits needs no look. */
const isOwn = ({ kind, resource, scopes, throwsWhenAbsent }: Operation): boolean =>
  (kind === 'update' || kind === 'delete') &&
  resource.kind === 'table' &&
  throwsWhenAbsent !== true &&
  scopes.every(scope => scope.kind !== 'catch');

/** A time that is only pushed on: whoever comes second has nothing left to do. */
const isMark = (column: string): boolean => /^last|seen|activity|sync|updated|refreshed|deleted/u.test(columnName(column));

/** The column of one row that the filter tests and the statement changes, so that a second one finds no row. */
function claimedColumn(unit: UnitOfWork, claim: Operation): string | undefined {
  const { filter } = claim;
  const tested = [...filter.entries.keys(), ...filter.compared];
  const column = tested.find(name => !isMark(name) && !isKeyOf(unit, claim, name) && isTaken(claim, name));
  return column !== undefined && isOfOneRow(unit, claim, column) ? column : undefined;
}

function isTaken({ kind, filter, columns }: Operation, name: string): boolean {
  const sought = valueAt(filter, name);
  if (kind === 'delete') return sought ? sought.kind === 'constant' && STATE.test(columnName(name)) : false;
  const written = valueAt(columns, name);
  return written !== undefined && !(sought && isSame(sought, written));
}
const STATE = /^(?:is|has)?(?:\w*status|\w*state|phase|stage|used|consumed|redeemed|claimed|processed)(?:at)?$/u;

/** The filter tells one row: by its key, or by what was read of it. */
const isOfOneRow = (unit: UnitOfWork, claim: Operation, column: string): boolean =>
  [...claim.filter.entries].some(
    ([name, value]) =>
      (value.kind !== 'constant' && name !== column && isKeyOf(unit, claim, name)) ||
      unit.operations.some(read => isReadBefore(read, claim) && isComparedWithRead(read, claim, name, value)),
  );

const isReadBefore = (read: Operation, claim: Operation): boolean =>
  read.kind === 'read' && read.order < claim.order && isSameResource(read, claim);

/** `{ usedCount: gift.usedCount }, { usedCount: gift.usedCount + 1 }` */
const isComparedWithRead = (read: Operation, claim: Operation, name: string, value: Value): boolean =>
  valueAt(claim.columns, name) !== undefined && resultsIn(value, read).some(({ shape }) => shape === 'row');

/** A column that tells one row of the table. */
function isKeyOf(unit: UnitOfWork, claim: Operation, name: string): boolean {
  const column = columnName(name);
  const table = columnName(claim.resource.name ?? '').replace(/(?:ies|s)$/u, '');
  return (
    /^(?:_?id|uu?id|pk|slug|code|token)$/u.test(column) ||
    column === `${table}id` ||
    unit.tables(claim).some(({ uniques }) =>
      uniques.some(
        ({ parts, where }) =>
          where === undefined && parts.length === 1 && columnName(parts[0]?.column ?? '') === column,
      ),
    )
  );
}

/** The row is held, or something else was won before, so that the claim cannot be lost. */
const isSure = (unit: UnitOfWork, claim: Operation): boolean =>
  claim.guards.some(guard => some(guard, part => part.kind === 'result' && isOutcome(part.operation))) ||
  unit.operations.some(
    read =>
      read.order < claim.order &&
      ((read.kind === 'read' &&
        isSameResource(read, claim) &&
        (isSerialized(read, claim) || isLocked(read, claim) || isUnderLock(unit, read, claim))) ||
        (read.rowLock === true && inOneTransaction(read, claim, unit.operations))),
  );

/** Two runs get different answers to it. */
const isOutcome = ({ kind, onConflict }: Operation): boolean =>
  kind === 'update' || kind === 'delete' || kind === 'lock' || (kind === 'insert' && onConflict === 'ignored');

/** Done twice, or after another has changed the row, it leaves something that should not be there. */
function isEffect(later: Operation, claim: Operation): boolean {
  const { kind, resource, columns, onConflict } = later;
  if (later.order <= claim.order || resource.kind === 'key' || isRecord(resource.name)) return false;
  if (kind === 'send' || kind === 'call') return true;
  if (kind === 'insert') return onConflict === undefined && !handlesViolation(later);
  return kind === 'update' && !isSameResource(later, claim) && [...columns.entries.values()].some(isChange);
}

const isChange = (value: Value): boolean =>
  some(
    value,
    part =>
      (part.kind === 'binary' && /^[-+*]$/u.test(part.operator)) ||
      (part.kind === 'call' && part.callee === 'atomic'),
  );

/** It runs whenever the claim was tried, and nothing that was looked at in between holds it back. */
const rests = (unit: UnitOfWork, later: Operation, claim: Operation): boolean =>
  unit.joins(claim, later) &&
  claim.guards.every(guard => later.guards.includes(guard)) &&
  later.scopes.every(scope => scope.kind !== 'catch') &&
  canRun(later) &&
  !ownGuards(later, claim).some(guard =>
    some(
      guard,
      part => part.kind === 'unknown' || (part.kind === 'result' && part.operation.order >= claim.order),
    ),
  );
