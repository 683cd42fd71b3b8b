import { rangeOf } from '../modules/range.js';
import type { Operation, Transaction } from '../operations/operation.js';
import { transactionsOf } from './protection.js';
import { isOutside } from './outside-calls.js';
import type { UnitOfWork } from './unit-of-work.js';

/** Something outside is done while a transaction is open that may be rolled back. */
export interface OutsideInTransaction {
  readonly effect: Operation;
  /** What the transaction writes. */
  readonly write: Operation;
  readonly form: 'called' | 'sent';
}

export function* outsideInTransactions(unit: UnitOfWork): Generator<OutsideInTransaction> {
  for (const effect of unit.operations) {
    const opened = openedBefore(effect);
    if (!opened || effect.frames.length > MOST_CALLS || !isLost(effect)) continue;
    // A transaction that only reads leaves nothing behind that could be taken back.
    const write = unit.operations.find(other => WRITES.has(other.kind) && isIn(other, opened.transaction));
    if (write && (unit.joins(effect, write) || isHere(effect, opened.node, unit.file)))
      yield { effect, write, form: effect.kind === 'send' ? 'sent' : 'called' };
  }
}

/** Further away (hooks of hooks of models) whoever opens the transaction has no say in what is done. */
const MOST_CALLS = 3;

const WRITES = new Set<Operation['kind']>(['insert', 'update', 'upsert', 'delete']);

type Opened = Extract<Operation['scopes'][number], { kind: 'transaction' }>;

/** The callback of a transaction that it runs in, where nothing has failed yet: a clause of `catch` takes back. */
function openedBefore({ scopes }: Operation): Opened | undefined {
  const at = scopes.findLastIndex(({ kind }) => kind === 'transaction');
  const scope = scopes[at];
  const isRescue = scopes.slice(at + 1).some(({ kind }) => kind === 'catch');
  return scope?.kind === 'transaction' && !isRescue ? scope : undefined;
}

/** The transaction is opened in the function at hand: the way to what is done begins within it. */
function isHere({ frames: [first] }: Operation, node: Opened['node'], file: string): boolean {
  if (first?.file !== file) return false;
  const [inner, outer] = [rangeOf(first.node), rangeOf(node)];
  return inner[0] >= outer[0] && inner[1] <= outer[1];
}

const isIn = (operation: Operation, transaction: Transaction): boolean =>
  operation.resource.kind === 'table' &&
  (operation.transaction === transaction ||
    (transaction.isAmbient === true && transactionsOf(operation).includes(transaction)));

/** It is done whether the transaction commits or not, and nobody could tell that it was done before. */
const isLost = (effect: Operation): boolean =>
  effect.kind === 'send' ? effect.transaction === undefined : effect.key === undefined && isOutside(effect);
