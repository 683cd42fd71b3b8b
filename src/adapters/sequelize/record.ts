import { noColumns, type Operation, type OperationFacts, type Resource } from '../../operations/operation.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { declaredTable } from './declared-table.js';
import { isTrue, option, textOf, through } from './handles.js';
import { factsOf } from './model-facts.js';

export const resourceOf = (on: Handle, site: CallSite): Resource => ({
  kind: 'table',
  name: factsOf(on, site).name,
  receiver: on,
  declared: () => declaredTable(on, site),
});

/** Records what a call on a model does, through the transaction that its options name. */
export function record(
  on: Handle,
  kind: OperationFacts['kind'],
  options: Value | undefined,
  site: CallSite,
  facts: Partial<OperationFacts> = {},
): Operation {
  return site.record({
    kind,
    resource: resourceOf(on, site),
    filter: noColumns,
    columns: noColumns,
    ...through(options, site),
    ...facts,
  });
}

/**
 * `lock: true`, `lock: t.LOCK.UPDATE`, `lock: { level, of }`. A shared lock lets both of two holders go on to
 * write. Without a transaction the lock ends with the statement; one that is ambient cannot be seen here.
 * https://sequelize.org/docs/v6/other-topics/transactions/#locks
 */
export function rowLock(options: Value | undefined, site: CallSite): true | undefined {
  const lock = option(options, 'lock', site);
  if (!lock || !locksRows(lock, site)) return undefined;
  const { connection, transaction } = through(options, site);
  return connection || transaction || site.ambientTransaction ? true : undefined;
}

function locksRows(lock: Value, site: CallSite): boolean {
  if (lock.kind === 'choice') return locksRows(lock.whenTrue, site) || locksRows(lock.whenFalse, site);
  if (lock.kind === 'object') {
    const level = option(lock, 'level', site);
    return level !== undefined && locksRows(level, site);
  }
  if (isTrue(lock)) return true;
  const name = textOf(lock) ?? (lock.kind === 'member' ? lock.name : '');
  return /update/iu.test(name);
}
