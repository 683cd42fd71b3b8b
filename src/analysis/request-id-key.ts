import type { KeyUse, Occurrence, Operation, Scope } from '../operations/operation.js';
import { mentions } from '../syntax/mentions.js';
import { isSame, resultsIn, some } from '../values/traits.js';
import type { Value } from '../values/value.js';
import { isChannelName, volatileParts, type VolatilePart } from '../values/volatile.js';
import { isNewRow, isStoredBefore, WRITES } from './kept-keys.js';
import { meetingPlace } from './meeting-place.js';
import { columnName, isSameResource, valueAt } from './same-fact.js';
import type { UnitOfWork } from './unit-of-work.js';
import { handlesViolation } from './violations.js';

export interface VolatileKey {
  readonly use: Occurrence;
  /** Where the function at hand gives the volatile part away. */
  readonly place: Occurrence;
  /** Property, column or lock as the code names it. */
  readonly name: string;
  readonly source: VolatilePart;
  /**
   * retried: each attempt sends another key; sent: each run sends another; locked: each run locks another;
   * stored: each run stores another.
   */
  readonly form: 'retried' | 'sent' | 'locked' | 'stored';
}

/** Keys that a second run of the same work would not make the same. */
export function* volatileKeys(unit: UnitOfWork): Generator<VolatileKey> {
  for (const key of unit.keys) {
    const source = sourceOf(
      unit,
      key,
      key.value,
      part =>
        isMadeForThisUse(unit, key, part) &&
        !isStoredBefore(unit, key, part) &&
        !isNewRow(unit, part) &&
        !isSpareJobId(key, part),
    );
    if (source && (!isPerMessage(key) || isRetried(key)))
      yield { ...placed(unit, key, source), name: key.name, form: isRetried(key) ? 'retried' : 'sent' };
  }
  for (const operation of unit.operations) {
    const found =
      operation.kind === 'lock'
        ? ofLock(unit, operation)
        : operation.resource.kind === 'key'
          ? ofClaim(unit, operation)
          : ofColumn(unit, operation);
    if (found) yield found;
  }
}

/** The first part that is volatile, comes from this function and is kept by nothing. */
function sourceOf(
  unit: UnitOfWork,
  use: Occurrence,
  value: Value,
  accepts: (part: VolatilePart) => boolean,
): VolatilePart | undefined {
  for (const part of volatileParts(value))
    if (isBroughtHere(unit, use, part) && !isPeriod(unit, part) && !isIdentity(unit, part) && accepts(part))
      return part;
  return undefined;
}

const placed = (
  unit: UnitOfWork,
  use: Occurrence,
  source: VolatilePart,
): Pick<VolatileKey, 'use' | 'place' | 'source'> => ({
  use,
  place: placeOf(unit, use, unit.calls.get(source.value)),
  source,
});

/**
 * What makes the key another each time, where a helper of this file does so; else where the key is given
 * away.
 */
const placeOf = (unit: UnitOfWork, use: Occurrence, origin: Occurrence | undefined): Occurrence =>
  origin?.file === unit.file && origin.frames.length > 0
    ? origin
    : meetingPlace(use, origin ?? { frames: [] });

/** The function that is called makes or names the part by itself: it is reported there. */
function isBroughtHere(unit: UnitOfWork, { frames }: Occurrence, { kind, value }: VolatilePart): boolean {
  if (kind === 'channel')
    return !frames.some(
      ({ callee }) => callee !== undefined && mentions(callee, name => isChannelName(name)),
    );
  const origin = unit.calls.get(value);
  // Made once for the process, where it has no place in the function.
  if (!origin) return false;
  return frames[0] === undefined || origin.frames[0]?.node !== frames[0].node;
}

/** `today.setHours(0, 0, 0, 0)` */
function isPeriod({ calls }: UnitOfWork, { kind, value }: VolatilePart): boolean {
  return (
    kind === 'clock' &&
    [...calls.keys()].some(
      call =>
        call.kind === 'call' &&
        call.receiver === value &&
        /^set(?:UTC)?(?:Hours|Minutes|Date|Month)$/u.test(call.callee),
    )
  );
}

/** It names a thing and not the request, for a row is looked up by it: `leaves.findOne({ id: requestId })`. */
function isIdentity({ operations }: UnitOfWork, { kind, value }: VolatilePart): boolean {
  return (
    kind === 'channel' &&
    operations.some(
      ({ resource, filter }) =>
        resource.kind === 'table' && [...filter.entries.values()].some(sought => isSame(sought, value)),
    )
  );
}

/** Made outside the loop or retry that it is used in: all attempts have the same. */
function isMadeForThisUse(unit: UnitOfWork, use: Occurrence, { kind, value }: VolatilePart): boolean {
  const origin = kind === 'channel' ? undefined : unit.calls.get(value);
  return !origin || use.scopes.every(scope => !isRepeating(scope) || origin.scopes.includes(scope));
}

const isRepeating = ({ kind }: Scope): boolean => kind === 'loop' || kind === 'retry';

/** Inside a retry, or a loop that counts attempts and not items. */
const isRetried = ({ scopes }: Occurrence): boolean =>
  scopes.some(
    scope =>
      scope.kind === 'retry' ||
      (scope.kind === 'loop' && /^(?:For|While|DoWhile)Statement$/u.test(scope.node.type)),
  );

/** A message may have an id of its own; the attempts to send it may not. */
const isPerMessage = ({ name }: KeyUse): boolean => /^(?:message|msg)_?id$/iu.test(name);

/** A job without an id of its own is given one anyway, so that one made up in its place changes nothing. */
const isSpareJobId = ({ name, value }: KeyUse, part: VolatilePart): boolean =>
  /^job_?id$/iu.test(name) &&
  part.kind === 'fresh' &&
  some(value, inner => inner.kind === 'choice' && some(inner, made => made === part.value));

const GUARDING = /lock|mutex|semaphore|idem|dedup|processed|handled|seen|once/iu;

function ofLock(unit: UnitOfWork, lock: Operation): VolatileKey | undefined {
  // A value made anew under a key made anew is a session or a token.
  if (!lock.subject || (lock.columns.entries.has('value') && !GUARDING.test(constantText(lock.subject))))
    return undefined;
  const source = sourceOf(unit, lock, lock.subject, part => !isKept(unit, part));
  return source && { ...placed(unit, lock, source), name: lock.resource.name ?? 'its key', form: 'locked' };
}

/** SET NX of a key that says it was set to keep a second run out. */
function ofClaim(unit: UnitOfWork, claim: Operation): VolatileKey | undefined {
  const key =
    claim.kind === 'insert' && claim.onConflict === 'ignored' ? claim.columns.entries.get('key') : undefined;
  if (!key || !GUARDING.test(constantText(key))) return undefined;
  const source = sourceOf(unit, claim, key, part => !isKept(unit, part));
  return source && { ...placed(unit, claim, source), name: claim.resource.name ?? 'its key', form: 'stored' };
}

const KEY_COLUMN = /^(?:idempoten(?:cy|t)(?:key|id|token)?|requestkey|dedup(?:e|lication)?(?:key|id))$/u;

/** A column that is there to keep duplicates out. */
function ofColumn(unit: UnitOfWork, insert: Operation): VolatileKey | undefined {
  if (insert.kind !== 'insert' && insert.kind !== 'upsert') return undefined;
  for (const [name, value] of insert.columns.entries) {
    if (!KEY_COLUMN.test(columnName(name)) || isSentLater(unit, insert)) continue;
    const source = sourceOf(
      unit,
      insert,
      value,
      part => part.kind === 'channel' || expectsDuplicates(insert, name, value),
    );
    if (source) return { ...placed(unit, insert, source), name, form: 'stored' };
  }
  return undefined;
}

/**
 * The row keeps a key made for it, which a later call sends: made once and stored before the first attempt.
 */
const isSentLater = (unit: UnitOfWork, insert: Operation): boolean =>
  unit.keys.some(
    ({ value, order }) =>
      order > insert.order &&
      (resultsIn(value, insert).length > 0 ||
        some(value, part => part.kind === 'result' && isSameResource(part.operation, insert))),
  );

/**
 * A row may be given a new key to be sent with it from then on. That duplicates are to be found by the key is
 * known where a conflict on it is handled, or where it only stands in for the key that the client should have
 * sent.
 */
function expectsDuplicates(insert: Operation, name: string, value: Value): boolean {
  if (insert.onConflict !== undefined || insert.kind === 'upsert')
    return valueAt(insert.filter, name) !== undefined;
  return handlesViolation(insert) || value.kind === 'choice';
}

const isKept = ({ operations }: UnitOfWork, { value }: VolatilePart): boolean =>
  operations.some(
    ({ kind, resource, columns }) =>
      WRITES.has(kind) &&
      resource.kind === 'table' &&
      [...columns.entries.values()].some(written => written === value),
  );

function constantText(value: Value): string {
  switch (value.kind) {
    case 'constant':
      return String(value.value);
    case 'template':
      return value.parts.map(constantText).join('');
    case 'binary':
      return constantText(value.left) + constantText(value.right);
    case 'array':
      return value.elements.map(constantText).join('');
    case 'call':
      return [...(value.receiver ? [value.receiver] : []), ...value.args].map(constantText).join('');
    case 'parameter':
    case 'member':
      return value.name;
    default:
      return '';
  }
}
