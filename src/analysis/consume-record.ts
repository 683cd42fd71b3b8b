import type { Operation, Scope } from '../operations/operation.js';
import { some } from '../values/traits.js';
import type { Value } from '../values/value.js';
import { sideOf } from './absence.js';
import { handlesViolation } from './protection.js';
import { columnName, isSameResource, matchOf, resourceName } from './same-fact.js';
import type { UnitOfWork } from './unit-of-work.js';

const DELIVERED = '(?:message|msg|event|job|webhook|delivery|command|notification)';
/** `processed_messages`, `consumed_event`, `message_inbox`, `consume_record`, `idempotency_keys`, `dedup:`. */
const RECORD = new RegExp(
  `^(?:processed|consumed|handled|received|seen)\\w*${DELIVERED}s?$|^${DELIVERED}s?(?:processed|consumed|handled|seen|dedup\\w*|consumption|receipt)s?$`
    + `|^(?:${DELIVERED}s?inbox|inbox${DELIVERED}s?)$|^consum(?:e|er|ed|ption)(?:record|log|offset|message)s?$|idempoten|dedup`,
  'u',
);
/** Names that a log of what arrived has too. */
const ARRIVED = /^(?:\w*(?:webhook|stripe|paypal|payment|billing|provider|inbound|incoming|external|gateway)events?|webhook(?:messages?|deliver(?:y|ies)|calls?|requests?)|inbox)$/u;
const RECORD_KEY = /process|consum|handled|seen|dedup|idempot|event|message|msg|webhook|job|deliver/iu;
/** Columns that hold what a broker or a provider calls a delivery by. */
const DELIVERY_ID = /^(?:\w*(?:message|msg|event|job|delivery|webhook)(?:id|uid|uuid|key)|dedup\w*|idempotency(?:key|id))$/u;
const LOG = /log|audit|history|outbox|metric|stat(?:s|istic)|analytic|cache|session|trace|deadletter|dlq|attempt|snapshot/u;

/** A write that says that a delivery was taken care of. */
export function isConsumeRecord(unit: UnitOfWork, operation: Operation): boolean {
  if (operation.kind !== 'insert' && operation.kind !== 'upsert') return false;
  const message = receiveOf(operation)?.message;
  if (operation.resource.kind === 'key') return message !== undefined && isRecordKey(unit, operation, message);
  if (operation.resource.kind !== 'table') return false;
  const name = nameOf(operation);
  if (RECORD.test(name) && message) return true;
  if (LOG.test(name) && !RECORD.test(name)) return false;
  const isNamed = RECORD.test(name) || ARRIVED.test(name) || (message !== undefined && holdsDeliveryId(operation, message));
  return isNamed && tellsDuplicates(unit, operation);
}

/** Rows that tell what happened, and do not make anything happen. */
export const isLog = (operation: Operation): boolean => LOG.test(nameOf(operation));

export const isNamedRecord = (operation: Operation): boolean => RECORD.test(nameOf(operation)) || ARRIVED.test(nameOf(operation));

const nameOf = ({ resource }: Operation): string => (resource.name === undefined ? '' : resourceName(resource.name));

export const receiveOf = ({ scopes }: Operation): Extract<Scope, { kind: 'receive' }> | undefined =>
  scopes.findLast((scope): scope is Extract<Scope, { kind: 'receive' }> => scope.kind === 'receive');

/** `SET processed:<id> NX`; what is deleted again on the way is a lock. */
function isRecordKey(unit: UnitOfWork, operation: Operation, message: Value): boolean {
  const key = operation.subject;
  if (!key || operation.onConflict !== 'ignored' || !some(key, part => isOfDelivery(part, message))) return false;
  const isReleased = unit.operations.some(
    other => other.kind === 'delete' && other.order > operation.order && isSameResource(other, operation) && !other.scopes.some(({ kind }) => kind === 'catch'));
  return !isReleased && RECORD_KEY.test(operation.resource.name ?? '');
}

const holdsDeliveryId = ({ columns }: Operation, message: Value): boolean =>
  [...columns.entries].some(([column, value]) => DELIVERY_ID.test(columnName(column)) && some(value, part => isOfDelivery(part, message)));

/** The message, or an object of the library that stands for its delivery. */
const isOfDelivery = (part: Value, message: Value): boolean => part === message || (part.kind === 'handle' && part.type === 'delivery');

/** The record decides: its violation is handled, or it is looked for before it is written. */
function tellsDuplicates(unit: UnitOfWork, record: Operation): boolean {
  if (record.kind === 'insert' && handlesViolation(record)) return true;
  return unit.operations.some(
    read => read.kind === 'read' && read.order < record.order && isSameResource(read, record) && matchOf(read, record) !== 'none' && sideOf(read, record) === 'absent');
}
