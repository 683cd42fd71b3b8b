import { HammerError, isHeld, type HammerReport, type Tallied } from './hammer-report.js';
import { answersOf } from './answers.js';

/** What one call came to: its answer, or the error that it threw. */
export type Outcome<T> = PromiseSettledResult<T>;

/** Counts something that calls leave behind: the rows of a key, the calls of a mock (`() => charge.mock.calls`). */
export type Tally = () => number | readonly unknown[] | Promise<number | readonly unknown[]>;

export interface HammerOptions<T> {
  /** How many calls are fired; 100 where it is not said. */
  readonly times?: number;
  /** Rows of the business key, looked at before and after: exactly one has to be added. */
  readonly rows?: Tally;
  /** Calls of the service outside (payment, mail), looked at before and after: exactly one has to be made. */
  readonly downstream?: Tally;
  /** Whether the outcome tells the caller that the first call is still at work (202, 409): it need not equal the others. */
  readonly isProcessing?: (outcome: Outcome<T>) => boolean;
  /** The part of an answer that has to be equal for all callers, where not the whole is: `({ id }) => id`. */
  readonly answer?: (value: T) => unknown;
}

/**
 * Fires calls with one business key at once and demands that they did their work once: one row, one call of the
 * service outside, and for each caller the answer of the first or "processing". It answers the report of a run that
 * held, and throws a `HammerError`, an `AssertionError` of `node:assert`, with the report of one that did not. It
 * needs no test framework, so that it runs in each.
 *
 * A run that held proves nothing where calls cannot meet: give the pool several connections, and use a key that is
 * not there yet.
 *
 * ```ts
 * await hammer(() => pay('order-1', charge), {
 *   rows: () => db('payments').where({ order_id: 'order-1' }),
 *   downstream: () => charge.mock.calls,
 * });
 * ```
 *
 * @param call is called with 0, 1, 2, … and has to use the same business key each time.
 */
export async function hammer<T>(
  call: (index: number) => T | Promise<T>,
  options: HammerOptions<T>,
): Promise<HammerReport> {
  const {
    times = 100,
    rows,
    downstream,
    isProcessing = () => false,
    answer = (value: T): unknown => value,
  } = options;
  if (!Number.isInteger(times) || times < 2)
    throw new RangeError(`hammer: \`times\` is ${String(times)}; two calls are the least that can meet.`);
  if (!rows && !downstream)
    throw new TypeError(
      'hammer: give it `rows` or `downstream`; answers alone do not tell what was done twice.',
    );
  const before = { rows: await count(rows), downstream: await count(downstream) };
  const start = performance.now();
  const outcomes = await Promise.allSettled(
    Array.from({ length: times }, (_, index) => started(call, index)),
  );
  const milliseconds = performance.now() - start;
  const report: HammerReport = {
    times,
    milliseconds,
    rows: added(before.rows, await count(rows)),
    downstream: added(before.downstream, await count(downstream)),
    ...answersOf(outcomes, isProcessing, answer),
  };
  if (!isHeld(report)) throw new HammerError(report);
  return report;
}

/** A call that throws before its first `await` is an outcome too. */
async function started<T>(call: (index: number) => T | Promise<T>, index: number): Promise<T> {
  return call(index);
}

async function count(tally: Tally | undefined): Promise<number | undefined> {
  if (!tally) return undefined;
  const found = await tally();
  return typeof found === 'number' ? found : found.length;
}

const added = (before: number | undefined, after: number | undefined): Tallied | undefined =>
  before === undefined || after === undefined ? undefined : { before, added: after - before };
