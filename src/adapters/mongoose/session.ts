import { noColumns, type OperationKind, type Transaction } from '../../operations/operation.js';
import { undefinedValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { newSession, type Session } from './handles.js';

const BORDERS: ReadonlyMap<string, OperationKind> = new Map([
  ['startTransaction', 'begin'],
  ['commitTransaction', 'commit'],
  ['abortTransaction', 'rollback'],
]);

/** https://mongoosejs.com/docs/transactions.html */
export function sessionMethod(
  session: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const kind = BORDERS.get(name);
  if (kind) {
    const transaction: Transaction | undefined =
      kind === 'begin' ? { isolation: 'repeatable-read', node: site.node } : undefined;
    site.record({
      kind,
      resource: { kind: 'table', name: undefined },
      filter: noColumns,
      columns: noColumns,
      connection: session,
      transaction,
    });
    return undefinedValue;
  }
  if (name === 'withTransaction' && args[0]) return inTransaction(session, args[0], site);
  return name === 'endSession' ? undefinedValue : undefined;
}

export function connectionTransaction(callback: Value, site: CallSite): Value {
  return inTransaction(newSession(), callback, site);
}

/** Snapshot isolation: two transactions that write one document collide, two that insert do not. */
function inTransaction(session: Handle, callback: Value, site: CallSite): Value {
  // A callback that takes no session counts on `transactionAsyncLocalStorage`.
  const state = session.data as Session;
  const isAmbient = !state.isExplicit && callback.kind === 'function' && callback.node.params.length === 0;
  const transaction: Transaction = { isolation: 'repeatable-read', node: site.node, isAmbient };
  const before = state.transaction;
  state.transaction = transaction;
  const answer = site.run(callback, [session], { kind: 'transaction', transaction });
  state.transaction = before;
  return answer;
}
