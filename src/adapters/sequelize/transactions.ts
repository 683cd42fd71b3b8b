import { noColumns, type Transaction } from '../../operations/operation.js';
import { undefinedValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { option, textOf, through, transactionHandle, transactionIn, type Connection } from './handles.js';

/**
 * `transaction(callback)`, `transaction(options, callback)`; without a callback an unmanaged one, to be
 * committed or rolled back by hand. With CLS, and in version 7, a managed one is found by queries themselves:
 * a callback that takes no transaction counts on that. https://sequelize.org/docs/v6/other-topics/transactions/
 */
export function openTransaction(on: Handle, args: readonly Value[], site: CallSite): Value {
  const callback = args.find(({ kind }) => kind === 'function') ?? (args.length > 1 ? args[1] : undefined);
  const options = args[0]?.kind === 'function' ? undefined : args[0];
  if (!callback) return begin(on, options, site);
  const takesNone = callback.kind === 'function' && callback.node.params.length === 0;
  const opened = newTransaction(on, options, site, takesNone);
  return site.run(callback, [transactionHandle(opened)], { kind: 'transaction', transaction: opened });
}

export function begin(on: Handle, options: Value | undefined, site: CallSite): Value {
  const unmanaged = transactionHandle(undefined);
  recordBorder(unmanaged, 'begin', site, newTransaction(on, options, site, false));
  return unmanaged;
}

/** A transaction within another is a savepoint of it. */
function newTransaction(
  on: Handle,
  options: Value | undefined,
  site: CallSite,
  takesNone: boolean,
): Transaction {
  const outer = through(options, site).transaction;
  if (outer?.node) return outer;
  const { isolation, isAmbient } = on.data as Connection;
  return {
    isolation: isolationOf(option(options, 'isolationLevel', site)) ?? isolation,
    node: site.node,
    isAmbient: isAmbient || takesNone,
  };
}

export function isolationOf(level: Value | undefined): Transaction['isolation'] | undefined {
  const name = textOf(level) ?? (level?.kind === 'member' ? level.name : undefined);
  if (name === undefined) return undefined;
  if (/^serializable$/iu.test(name)) return 'serializable';
  return /^repeatable[ _]read$/iu.test(name) ? 'repeatable-read' : 'default';
}

export function transactionMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  switch (name) {
    case 'commit':
    case 'rollback':
      recordBorder(target, name, site, transactionIn(target));
      return undefinedValue;
    case 'afterCommit':
    case 'afterRollback':
      if (args[0]) site.run(args[0], [target]);
      return undefinedValue;
    default:
      return undefined;
  }
}

function recordBorder(
  target: Handle,
  kind: 'begin' | 'commit' | 'rollback',
  site: CallSite,
  transaction: Transaction | undefined,
): void {
  site.record({
    kind,
    resource: { kind: 'table', name: undefined },
    filter: noColumns,
    columns: noColumns,
    connection: target,
    transaction: kind === 'begin' ? transaction : undefined,
  });
}
