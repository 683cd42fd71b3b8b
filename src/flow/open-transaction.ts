import {
  givenTransaction,
  type Operation,
  type OperationFacts,
  type Transaction,
} from '../operations/operation.js';
import { Assumption } from '../values/evaluate.js';
import type { Value } from '../values/value.js';

/** The transaction of an operation: what is begun here on its connection goes before what its user was given. */
export function transactionOf(
  { kind, connection, transaction }: OperationFacts,
  operations: readonly Operation[],
  path: readonly Value[],
): Transaction | undefined {
  const open = connection && openTransaction(operations, connection, path);
  // `SET TRANSACTION ISOLATION LEVEL ...` counts for the transaction that is begun next.
  if (kind === 'begin' && transaction?.isolation === 'default' && open)
    return { ...transaction, isolation: open.isolation };
  if (transaction && (transaction !== givenTransaction || kind === 'begin')) return transaction;
  return open ?? transaction;
}

/** The transaction begun on a connection and not ended on the way here. */
function openTransaction(
  operations: readonly Operation[],
  connection: Value,
  path: readonly Value[],
): Transaction | undefined {
  const border = operations.findLast(
    operation => isBorder(operation) && operation.connection === connection && !isElsewhere(operation, path),
  );
  return border?.kind === 'begin' ? border.transaction : undefined;
}

const isBorder = ({ kind }: Operation): boolean =>
  kind === 'begin' || kind === 'commit' || kind === 'rollback';

/** It ran on a branch that has left: `if (found) { await client.query('COMMIT'); return found; }`. */
function isElsewhere({ guards }: Operation, path: readonly Value[]): boolean {
  const there = new Assumption(undefined, false, guards);
  return path.some(guard => there.truth(guard) === false);
}
