import { inspect, isDeepStrictEqual } from 'node:util';
import type { Outcome } from './hammer.js';

/** Answers that are equal, and errors that say the same. */
export interface Alike {
  /** As a person reads it. */
  readonly text: string;
  readonly count: number;
}

export interface Answers {
  /** Kinds of answers, the most frequent first: one where all callers got the same. */
  readonly answers: readonly Alike[];
  readonly errors: readonly Alike[];
  /** Callers that were told that the first call is still at work. */
  readonly processing: number;
}

/** What the callers got, put together where it is equal. */
export function answersOf<T>(
  outcomes: readonly Outcome<T>[],
  isProcessing: (outcome: Outcome<T>) => boolean,
  answer: (value: T) => unknown,
): Answers {
  const final = outcomes.filter(outcome => !isProcessing(outcome));
  const values = final.flatMap(outcome => (outcome.status === 'fulfilled' ? [answer(outcome.value)] : []));
  const errors = final.flatMap(outcome => (outcome.status === 'rejected' ? [errorText(outcome.reason)] : []));
  return {
    answers: alike(values, shown),
    errors: alike(errors, String),
    processing: outcomes.length - final.length,
  };
}

function alike(values: readonly unknown[], text: (value: unknown) => string): readonly Alike[] {
  const kinds: { readonly value: unknown; count: number }[] = [];
  for (const value of values) {
    const known = kinds.find(kind => isDeepStrictEqual(kind.value, value));
    if (known) known.count++;
    else kinds.push({ value, count: 1 });
  }
  return kinds.sort((a, b) => b.count - a.count).map(({ value, count }) => ({ text: text(value), count }));
}

const shown = (value: unknown): string =>
  inspect(value, { depth: 3, breakLength: Infinity, maxArrayLength: 5, maxStringLength: 200 });

/** The first line: later ones hold what differs from call to call (a query, a stack). */
const errorText = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message.trim().split('\n', 1)[0] ?? ''}` : shown(error);
