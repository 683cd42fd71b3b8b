import { sideOf, type Side } from '../../src/analysis/absence.js';
import { inOneTransaction } from '../../src/analysis/protection.js';
import type { Operation } from '../../src/operations/operation.js';

/** On which outcome of the first operation the last one depends. */
export function sideIn(operations: readonly Operation[]): Side | undefined {
  const [first, last] = [operations[0], operations.at(-1)];
  return first && last && sideOf(first, last);
}

/** The first and the last read or write go through one transaction. */
export function areTogether(operations: readonly Operation[]): boolean {
  const changes = operations.filter(({ kind }) => /^(?:read|insert|update|upsert|delete)$/u.test(kind));
  const [first, last] = [changes[0], changes.at(-1)];
  return first !== undefined && last !== undefined && first !== last && inOneTransaction(first, last, operations);
}
