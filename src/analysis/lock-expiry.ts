import type { Occurrence, Operation } from '../operations/operation.js';
import { saysLock } from '../values/key-words.js';
import { isClock } from '../values/traits.js';
import { isSubject, isTested, releasesOf } from './lock-span.js';
import { transactionsOf } from './protection.js';
import { isSameResource } from './same-fact.js';
import type { UnitOfWork } from './unit-of-work.js';

export interface UnboundLock {
  readonly lock: Operation;
  readonly place: Occurrence;
  /**
   * endless: it never expires; twoSteps: it expires by a second command; unread: nobody looks whether it was had;
   * pooled: its connection may be another by the time it is released.
   */
  readonly form: 'endless' | 'twoSteps' | 'unread' | 'pooled';
  /** The second command. */
  readonly expiring?: Operation | undefined;
}

/** Locks that may be held for good, or that may not be held at all. */
export function* unboundLocks(unit: UnitOfWork): Generator<UnboundLock> {
  for (const lock of unit.operations) {
    if (lock.kind !== 'lock') continue;
    // Each file is looked at by itself: what a function called from here does is said where it stands.
    const found = lock.file === unit.file ? endless(unit, lock) : undefined;
    if (found) yield { lock, place: lock, ...found };
    const dropped = unread(unit, lock);
    if (dropped?.file === unit.file) yield { lock, place: dropped, form: 'unread' };
  }
}

function endless(unit: UnitOfWork, lock: Operation): Pick<UnboundLock, 'form' | 'expiring'> | undefined {
  if (lock.heldBy === 'session')
    return lock.isPooled && transactionsOf(lock).length === 0 ? { form: 'pooled' } : undefined;
  if (lock.heldBy !== 'key' || lock.expiry || !isMeantAsLock(unit, lock) || holdsItsEnd(lock)) return undefined;
  const expiring = unit.operations.find(
    ({ kind, expiry, subject, order }) =>
      kind === 'update' && expiry !== undefined && order > lock.order && isSubject(subject, lock),
  );
  if (!expiring) return { form: 'endless' };
  return expiring.batch !== undefined && expiring.batch === lock.batch ? undefined : { form: 'twoSteps', expiring };
}

/** A key that is only written once may be anything; a lock says so by its name, or is let go of. */
const isMeantAsLock = ({ operations, inFile }: UnitOfWork, lock: Operation): boolean =>
  (lock.subject !== undefined && saysLock(lock.subject)) ||
  releasesOf(operations, lock).length > 0 ||
  inFile.some(other => other.kind === 'unlock' && isSameResource(other, lock));

/** `SETNX key (now + timeout)`: whoever comes later reads when it ends. */
const holdsItsEnd = ({ columns }: Operation): boolean => [...columns.entries.values()].some(isClock);

function unread(unit: UnitOfWork, lock: Operation): Occurrence | undefined {
  const statement = lock.mayFail && !isTested(unit, lock) ? unit.dropped.get(lock) : undefined;
  return statement && { ...statement, order: lock.order };
}
