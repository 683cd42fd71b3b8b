import type { Occurrence, Operation } from '../operations/operation.js';
import { fieldOf } from '../values/evaluate.js';
import type { Call, Value } from '../values/value.js';
import { sideOf } from './absence.js';
import { heldUnder, isScoped, isSubject, isTested, releasesOf } from './lock-span.js';
import type { UnitOfWork } from './unit-of-work.js';

export interface ShortLock {
  readonly lock: Operation;
  /** What may take longer. */
  readonly work: Occurrence;
  /** Milliseconds. */
  readonly expiry: number;
  /** Milliseconds that the work may take by what the code says; `undefined`: it waits for a service. */
  readonly needed: number | undefined;
}

/** Locks that expire while the work under them may still run. */
export function* shortLocks(unit: UnitOfWork, floor: number): Generator<ShortLock> {
  for (const lock of unit.operations) {
    const expiry = lock.kind === 'lock' && lock.heldBy === 'key' ? numberOf(lock.expiry) : undefined;
    if (expiry === undefined || isRenewed(unit, lock)) continue;
    const held = heldUnder(unit, lock);
    const waits = waitsUnder(unit, lock).filter(({ work }) => unit.joins(lock, work));
    const [first] = waits;
    const needed = longest(waits);
    const call = held.find(({ kind }) => kind === 'call');
    if (first && needed > expiry) yield { lock, work: first.work, expiry, needed };
    else if (call && expiry < floor && unit.joins(lock, call)) yield { lock, work: call, expiry, needed: undefined };
  }
}

/** One after the other where the same conditions lead to them; of two branches only one is taken. */
const longest = (waits: readonly Wait[]): number =>
  Math.max(
    0,
    ...waits.map(({ work: { guards } }) =>
      waits
        .filter(({ work }) => work.guards.every(guard => guards.includes(guard)))
        .reduce((sum, { duration }) => sum + duration, 0),
    ),
  );

const isRenewed = ({ operations }: UnitOfWork, lock: Operation): boolean =>
  operations.some(
    ({ kind, expiry, subject, order }) =>
      kind === 'update' && expiry !== undefined && order > lock.order && isSubject(subject, lock),
  );

interface Wait {
  readonly work: Occurrence;
  readonly duration: number;
}

/** What the code says of how long it waits for something while the lock is held. */
function waitsUnder(unit: UnitOfWork, lock: Operation): readonly Wait[] {
  const end = releasesOf(unit.operations, lock).at(-1);
  const inScope = isScoped(unit, lock);
  // Without a release or a scope nobody can tell how long it is held.
  if (!end && !inScope) return [];
  return [...unit.calls].flatMap(([value, work]): readonly Wait[] => {
    const duration = value.kind === 'call' ? durationOf(value) : undefined;
    const isHeld = inScope
      ? work.scopes.some(scope => scope.kind === 'lock' && scope.lock === lock)
      : end !== undefined && work.order > lock.order && work.order <= end.order && isOnHeldSide(unit, lock, work);
    const isRescue = work.scopes.some(({ kind }) => kind === 'catch' || kind === 'callback');
    return duration !== undefined && isHeld && !isRescue ? [{ work, duration }] : [];
  });
}

const isOnHeldSide = (unit: UnitOfWork, lock: Operation, work: Occurrence): boolean =>
  !isTested(unit, lock) || sideOf(lock, work) === 'present';

const SLEEP = /^(?:sleep|delay|wait|waitFor|pause|setTimeout)$/u;
const LIMIT = /^(?:timeout|timeoutMs|timeoutMillis|timeout_ms|requestTimeout|responseTimeout)$/u;

/** `sleep(500)`, `post(url, body, { timeout: 30_000 })`, `fetch(url, { signal: AbortSignal.timeout(5000) })`. */
function durationOf({ callee, args }: Call): number | undefined {
  if (SLEEP.test(callee)) return sleepOf(callee, args);
  for (const argument of args) {
    const limit = limitIn(argument);
    if (limit !== undefined) return limit;
  }
  return undefined;
}

/** `setTimeout(resolve, 500)` is waited for; `setTimeout(() => log(), 500)` is not. */
function sleepOf(callee: string, args: readonly Value[]): number | undefined {
  const [first, second] = args;
  if (callee !== 'setTimeout' || first?.kind === 'constant') return numberOf(first);
  return first?.kind === 'handle' ? numberOf(second) : undefined;
}

function limitIn(options: Value): number | undefined {
  if (options.kind !== 'object') return undefined;
  for (const [name, value] of options.entries) if (LIMIT.test(name)) return numberOf(value);
  const signal = fieldOf(options, 'signal');
  return signal?.kind === 'call' && signal.callee === 'timeout' ? numberOf(signal.args[0]) : undefined;
}

/** A number that the code writes out, also as `30 * 1000`. */
function numberOf(value: Value | undefined): number | undefined {
  if (value?.kind === 'constant') return typeof value.value === 'number' ? value.value : undefined;
  if (value?.kind !== 'binary') return undefined;
  const [left, right] = [numberOf(value.left), numberOf(value.right)];
  if (left === undefined || right === undefined) return undefined;
  return value.operator === '*' ? left * right : value.operator === '+' ? left + right : undefined;
}
