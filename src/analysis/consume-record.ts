import type { Operation, Receive } from '../operations/operation.js';
import { namesLike } from '../syntax/names-like.js';
import { Assumption } from '../values/evaluate.js';
import { resultsIn, some } from '../values/traits.js';
import type { Value } from '../values/value.js';
import { ownGuards, sideOf } from './absence.js';
import { columnName, isSameResource, matchOf, resourceName, valueAt } from './same-fact.js';
import type { UnitOfWork } from './unit-of-work.js';
import { handlesViolation } from './violations.js';

const DELIVERED = '(?:message|msg|event|job|webhook|delivery|command|notification)';
/** `processed_messages`, `consumed_event`, `message_inbox`, `consume_record`, `idempotency_keys`, `dedup:`. */
const RECORD = namesLike(
  'u',
  `(?:processed|consumed|handled|received|seen)\\w*${DELIVERED}s?`,
  `${DELIVERED}s?(?:processed|consumed|handled|seen|dedup\\w*|consumption|receipt)s?`,
  `${DELIVERED}s?inbox|inbox${DELIVERED}s?`,
  'consum(?:e|er|ed|ption)(?:record|log|offset|message)s?',
  '.*(?:idempoten|dedup).*',
);
/** Names that a log of what arrived has too. */
const ARRIVED = namesLike(
  'u',
  String.raw`\w*(?:webhook|stripe|paypal|payment|billing|provider|inbound|incoming|external|gateway)events?`,
  'webhook(?:messages?|deliver(?:y|ies)|calls?|requests?)|inbox',
);
const RECORD_KEY = /process|consum|handled|seen|dedup|idempot|event|message|msg|webhook|job|deliver/iu;
/** Columns that hold what a broker or a provider calls a delivery by. */
const DELIVERY_ID =
  /^(?:\w*(?:message|msg|event|job|delivery|webhook)(?:id|uid|uuid|key)|dedup\w*|idempotency(?:key|id))$/u;
const LOG = namesLike(
  'u',
  '.*(?:log|audit|history|outbox|metric|stats|statistic|analytic|cache|session).*',
  '.*(?:trace|deadletter|dlq|attempt|snapshot).*',
);

/**
 * A write that says that a delivery was taken care of: by `presence`, where a redelivery that finds the row
 * does nothing, or by `state`, where it does nothing once a column says so.
 */
export function consumeRecord(unit: UnitOfWork, operation: Operation): 'presence' | 'state' | undefined {
  if (operation.kind === 'update')
    return isNamedRecord(operation) && readsOf(unit, operation).some(read => decidesByState(read, operation))
      ? 'state'
      : undefined;
  if (operation.kind !== 'insert' && operation.kind !== 'upsert') return undefined;
  return isPresenceRecord(unit, operation) ? 'presence' : undefined;
}

function isPresenceRecord(unit: UnitOfWork, operation: Operation): boolean {
  const message = receiveOf(operation)?.message;
  if (operation.resource.kind === 'key')
    return message !== undefined && isRecordKey(unit, operation, message);
  if (operation.resource.kind !== 'table' || (isLog(operation) && !RECORD.test(nameOf(operation))))
    return false;
  const isNamed = isNamedRecord(operation) || (message !== undefined && holdsDeliveryId(operation, message));
  if (!isNamed) return false;
  if (operation.kind === 'insert' && handlesViolation(operation)) return true;
  const reads = readsOf(unit, operation).filter(
    read => sideOf(read, operation) === 'absent' && matchOf(read, operation) !== 'none',
  );
  if (reads.length > 0) return reads.some(read => decidesByPresence(read, operation));
  return message !== undefined && RECORD.test(nameOf(operation));
}

const readsOf = (unit: UnitOfWork, write: Operation): readonly Operation[] =>
  unit.operations.filter(
    read => read.kind === 'read' && read.order < write.order && isSameResource(read, write),
  );

function decidesByPresence(read: Operation, write: Operation): boolean {
  const present = new Assumption(read, false);
  return ownGuards(write, read).some(guard => present.truth(guard) === false);
}

/** `if (event.processedAt) return`, then `update({ processedAt })`. */
const decidesByState = (read: Operation, update: Operation): boolean =>
  ownGuards(update, read).some(guard =>
    some(
      guard,
      part =>
        part.kind === 'member' &&
        resultsIn(part.object, read).length > 0 &&
        valueAt(update.columns, part.name) !== undefined,
    ),
  );

/** Rows that tell what happened, and do not make anything happen. */
export const isLog = (operation: Operation): boolean => LOG.test(nameOf(operation));

export const isNamedRecord = (operation: Operation): boolean =>
  RECORD.test(nameOf(operation)) || ARRIVED.test(nameOf(operation));

const nameOf = ({ resource }: Operation): string =>
  resource.name === undefined ? '' : resourceName(resource.name);

/** The delivery that is worked on; a clock delivers nothing that a record could be of. */
export const receiveOf = ({ scopes }: Operation): Receive | undefined =>
  scopes.find((scope): scope is Receive => scope.kind === 'receive' && scope.entry !== 'schedule');

/** `SET processed:<id> NX`; what is deleted again on the way is a lock. */
function isRecordKey(unit: UnitOfWork, operation: Operation, message: Value): boolean {
  const key = operation.subject;
  if (!key || operation.onConflict !== 'ignored' || !some(key, part => isOfDelivery(part, message)))
    return false;
  const isReleased = unit.operations.some(
    other =>
      other.kind === 'delete' &&
      other.order > operation.order &&
      isSameResource(other, operation) &&
      !other.scopes.some(({ kind }) => kind === 'catch'),
  );
  return !isReleased && RECORD_KEY.test(operation.resource.name ?? '');
}

const holdsDeliveryId = ({ columns }: Operation, message: Value): boolean =>
  [...columns.entries].some(
    ([column, value]) =>
      DELIVERY_ID.test(columnName(column)) && some(value, part => isOfDelivery(part, message)),
  );

/** The message, or an object of the library that stands for its delivery. */
const isOfDelivery = (part: Value, message: Value): boolean =>
  part === message || (part.kind === 'handle' && part.type === 'delivery');
