import type { Operation, Transaction } from '../operations/operation.js';
import { Assumption } from '../values/evaluate.js';
import type { Value } from '../values/value.js';

/** The transaction begun on a connection and not ended on the way here. */
export function openTransaction(
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
