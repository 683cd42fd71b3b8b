import { noColumns, type Operation, type OperationFacts } from '../../operations/operation.js';
import { call, either, member, result } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columns, keyName, readsAsLock } from './key.js';

/** A command being sent. */
export interface Command {
  /** The client or pipeline it goes through. */
  readonly client: Handle;
  /** In lower case, as the server knows it. */
  readonly name: string;
  readonly args: readonly Value[];
  readonly site: CallSite;
  /** The pipeline it is queued in. */
  readonly batch?: Handle | undefined;
}

/** What a command does; `undefined` where that is not known. */
export type Run = (command: Command) => Value | undefined;

/**
 * One operation on one key. A key is a row with the columns `key` and `value`; a hash has its fields for columns.
 * Every operation names its key in `subject`, so that a DEL can be told to release a lock.
 */
export function record(
  { client, site, batch }: Command,
  kind: OperationFacts['kind'],
  key: Value | undefined,
  facts: Partial<OperationFacts> = {},
): Operation {
  return site.record({
    kind,
    resource: {
      kind: kind === 'lock' || kind === 'unlock' ? 'lock' : 'key',
      name: keyName(key),
      receiver: client,
    },
    filter: key ? columns([['key', key]]) : noColumns,
    columns: noColumns,
    connection: client,
    subject: key,
    batch,
    ...facts,
  });
}

/**
 * A write that only the first run makes: SET NX, SETNX. It is a lock where the key or the value reads like one,
 * else a row that is inserted once. Absence of its result means that another run was first.
 */
export function acquire(
  command: Command,
  key: Value,
  value: Value | undefined,
  expiry: Value | undefined,
): Operation {
  if (readsAsLock(key, value))
    return record(command, 'lock', key, {
      columns: value ? columns([['value', value]]) : noColumns,
      expiry,
      heldBy: 'key',
      mayFail: true,
    });
  const written = columns(
    value
      ? [
          ['key', key],
          ['value', value],
        ]
      : [['key', key]],
  );
  return record(command, 'insert', key, { columns: written, onConflict: 'ignored', expiry });
}

/** A change that the server makes to what is there; the answer is what it has become. */
export function atomically(
  command: Command,
  key: Value | undefined,
  amount: Value | undefined,
  column = 'value',
): Value {
  const value = call('atomic', undefined, amount ? [amount] : [], command.site.node);
  return member(
    result(record(command, 'update', key, { columns: columns([[column, value]]) }), 'written'),
    'value',
  );
}

/** 1 or 0 in one client, true or false in another: only its truth can be told. */
export const flag = (operation: Operation): Value =>
  either(result(operation, 'affected'), result(operation, 'exists'));
