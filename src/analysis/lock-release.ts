import type { Operation, Scope } from '../operations/operation.js';
import { resultsIn } from '../values/traits.js';
import { ownGuards, sideOf } from './absence.js';
import { isScoped, isSubject, isTested, releasesOf } from './lock-span.js';
import { isOnRefusedBranch } from './refused-branch.js';
import { resourceName } from './same-fact.js';
import type { UnitOfWork } from './unit-of-work.js';

export interface WrongRelease {
  readonly lock: Operation;
  readonly release: Operation;
  /**
   * unowned: it removes the key whoever holds it; compared: it asks first, in a command of its own; unacquired: it
   * also runs where the lock was not had; skipped: an error on the way leaves it out.
   */
  readonly form: 'unowned' | 'compared' | 'unacquired' | 'skipped';
}

/** Releases that let go of a lock which another holds, or that do not come. */
export function* wrongReleases(unit: UnitOfWork): Generator<WrongRelease> {
  const paired = new Set<Operation>();
  for (const lock of unit.operations) {
    if (lock.kind !== 'lock') continue;
    const releases = releasesOf(unit.operations, lock);
    for (const release of releases) {
      paired.add(release);
      const form = unit.joins(lock, release) ? ownerless(unit, lock, release) : undefined;
      if (form) yield { lock, release, form };
    }
    const last = skipped(unit, lock, releases);
    if (last) yield { lock, release: last, form: 'skipped' };
  }
  for (const release of unit.operations) {
    const lock = paired.has(release) || release.file !== unit.file ? undefined : lockInFile(unit, release);
    if (lock) yield { lock, release, form: comparing(unit, release) ? 'compared' : 'unowned' };
  }
}

/** A lock that never expires is its holder's until it is removed. */
const canBeLost = ({ heldBy, expiry }: Operation): boolean => heldBy === 'key' && expiry !== undefined;

const isRemoval = ({ kind, resource }: Operation): boolean => kind === 'delete' && resource.kind === 'key';

function ownerless(unit: UnitOfWork, lock: Operation, release: Operation): WrongRelease['form'] | undefined {
  if (!isRemoval(release) || lock.heldBy !== 'key' || isWatched(unit, release)) return undefined;
  if (lock.mayFail && isTested(unit, lock) && sideOf(lock, release) === 'either') return 'unacquired';
  if (!canBeLost(lock)) return undefined;
  return comparing(unit, release) ? 'compared' : 'unowned';
}

/** `if ((await redis.get(key)) === owner) await redis.del(key)` */
const comparing = ({ operations }: UnitOfWork, release: Operation): boolean =>
  operations.some(
    read =>
      read.kind === 'read' &&
      read.order < release.order &&
      isSubject(read.subject, release) &&
      ownGuards(release, read).some(guard => resultsIn(guard, read).length > 0),
  );

/** WATCH on the key makes its removal fail where it has changed since. */
const isWatched = ({ operations }: UnitOfWork, release: Operation): boolean =>
  operations.some(
    ({ kind, rowLock, order, subject }) =>
      kind === 'read' && rowLock === true && order < release.order && isSubject(subject, release),
  );

/** `release(id)` in the file in which `acquire(id)` stands: both keys begin with the same text. */
function lockInFile(unit: UnitOfWork, release: Operation): Operation | undefined {
  const { name } = release.resource;
  if (!isRemoval(release) || name === undefined || isWatched(unit, release)) return undefined;
  // A key that the function takes itself is released where it is taken.
  if (unit.operations.some(({ kind }) => kind === 'lock')) return undefined;
  return unit.inFile.find(
    lock =>
      lock.kind === 'lock' &&
      canBeLost(lock) &&
      lock.resource.name !== undefined &&
      resourceName(lock.resource.name) === resourceName(name),
  );
}

/** The last release, where an error between lock and release leaves all of them out. */
function skipped(unit: UnitOfWork, lock: Operation, all: readonly Operation[]): Operation | undefined {
  if (lock.heldBy === undefined || lock.heldBy === 'transaction') return undefined;
  if (isScoped(unit, lock)) return undefined;
  if (all.some(({ scopes }) => scopes.some(scope => isSafetyNet(scope) && !lock.scopes.includes(scope))))
    return undefined;
  const last = all.filter(release => !isOnRefusedBranch(unit, release, lock)).at(-1);
  return last && unit.joins(lock, last) && canFailBetween(unit, lock, last) ? last : undefined;
}

/** It is reached whatever happens, or nobody can tell when. */
const isSafetyNet = ({ kind }: Scope): boolean => kind === 'finally' || kind === 'catch' || kind === 'callback';

const canFailBetween = ({ operations, calls }: UnitOfWork, lock: Operation, release: Operation): boolean =>
  operations.some(
    other =>
      other.order > lock.order &&
      other.order < release.order &&
      other.kind !== 'lock' &&
      !isSubject(other.subject, lock),
  ) ||
  [...calls].some(
    ([value, { order }]) =>
      value.kind === 'call' &&
      value.receiver === undefined &&
      value.from === undefined &&
      order > lock.order &&
      order <= release.order &&
      !HARMLESS.test(value.callee),
  );

const HARMLESS = /^(?:[A-Z]\w*|(?:set|clear)(?:Timeout|Interval|Immediate)|parse\w*|is[A-Z]\w*|log\w*|now)$/u;
