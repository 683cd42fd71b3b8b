import type { TSESTree } from '@typescript-eslint/utils';
import type { Operation } from '../operations/operation.js';
import type { Value } from '../values/value.js';
import type { RelatedPlace } from '../operations/finding.js';

/** One function body with everything it reaches, in order of execution. */
export interface UnitOfWork {
  readonly file: string;
  readonly operations: readonly Operation[];
  /** What it, and what it calls, return or throw, with the conditions under which they do. */
  readonly answers: readonly { readonly value: Value; readonly guards: readonly Value[] }[];
  /** How the code leaves where a condition does not hold; `undefined`: it only goes another way. */
  exitBy(guard: Value): 'thrown' | 'returned' | undefined;
  /** Where an operation stands in this file: the call itself, or the call that leads to it. */
  at(operation: Operation): TSESTree.SourceLocation;
  /** Where an operation itself stands. */
  place(operation: Operation, label: string): RelatedPlace;
  /** The two operations are brought together by this function and not by one that it calls. */
  joins(first: Operation, second: Operation): boolean;
}
