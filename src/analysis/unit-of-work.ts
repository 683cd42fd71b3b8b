import type { TSESTree } from '@typescript-eslint/utils';
import type { KeyUse, Occurrence, Operation } from '../operations/operation.js';
import type { Value } from '../values/value.js';
import type { Table } from '../schema/table.js';
import type { RelatedPlace } from '../operations/finding.js';

/** One function body with everything it reaches, in order of execution. */
export interface UnitOfWork {
  readonly file: string;
  readonly operations: readonly Operation[];
  readonly keys: readonly KeyUse[];
  /** Where each call of unreadable code was made, by what it answers. */
  readonly calls: ReadonlyMap<Value, Occurrence>;
  /** What it, and what it calls, return or throw, with the conditions under which they do. */
  readonly answers: readonly { readonly value: Value; readonly guards: readonly Value[] }[];
  /** Operations whose answer nobody looks at: it is the value of a statement. */
  readonly dropped: ReadonlySet<Operation>;
  /** It is the `up` of a migration: what it changes of the schema is changed once. */
  readonly migrates: boolean;
  /** How the code leaves where a condition does not hold; `undefined`: it only goes another way. */
  exitBy(guard: Value): 'refused' | 'answered' | undefined;
  /** Where something stands in this file: the call itself, or the call that leads to it. */
  at(what: Occurrence): TSESTree.SourceLocation;
  /** Where it itself stands. */
  place(what: Occurrence, label: string): RelatedPlace;
  /** What the project's files say of the table that an operation touches; empty where they say nothing. */
  tables(operation: Operation): readonly Table[];
  /** A unique violation that leaves this function is told from other errors by who gets it. */
  isHandledOutside(operation: Operation): boolean;
  /** The two are brought together by this function and not by one that it calls. */
  joins(first: Occurrence, second: Occurrence): boolean;
}
