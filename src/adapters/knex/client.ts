import { noColumns, type OperationKind, type Transaction } from '../../operations/operation.js';
import { handle, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';

/** What a `Knex` or `Knex.Transaction` value stands for. */
export interface Client {
  /** `client` of its configuration: `pg`, `mysql2`, `better-sqlite3`. */
  readonly dialect: string | undefined;
  /** A client made here takes another pooled connection for each statement; a declared one may be a transaction. */
  readonly origin: 'made' | 'declared' | 'transaction';
  readonly transaction: Transaction | undefined;
  /** The handle itself, where its user commits and rolls back. */
  readonly connection: Value | undefined;
}

export const declaredClient: Client = {
  dialect: undefined,
  origin: 'declared',
  transaction: undefined,
  connection: undefined,
};

export const clientHandle = (client: Client): Handle => handle('knex', 'client', client);

/** `knex(config)`, `knex('postgres://...')`. */
export function madeClient(config: Value | undefined, site: CallSite): Handle {
  const dialect = config?.kind === 'constant' ? config : config ? site.property(config, 'client') : unknown;
  const name =
    dialect.kind === 'constant' && typeof dialect.value === 'string'
      ? dialect.value.split(':')[0]
      : undefined;
  return clientHandle({ ...declaredClient, origin: 'made', dialect: name });
}

/** The client in a value that may also be absent: `options.trx ?? knex`. */
export function clientIn(value: Value | undefined): Client | undefined {
  if (value?.kind === 'handle' && value.adapter === 'knex' && value.type === 'client')
    return value.data as Client;
  return value?.kind === 'choice' ? (clientIn(value.whenTrue) ?? clientIn(value.whenFalse)) : undefined;
}

/** `transaction(async trx => ...)`, `await transaction()`; inside a transaction it is a savepoint. */
export function openTransaction(client: Client, args: readonly Value[], site: CallSite): Value {
  const config = args.find(({ kind }) => kind === 'object');
  const transaction = client.transaction ?? { isolation: isolationOf(config, site), node: site.node };
  const [callback] = args;
  if (callback && callback.kind !== 'object' && callback.kind !== 'constant') {
    const inner = clientHandle({ ...client, origin: 'transaction', transaction });
    return site.run(callback, [inner], { kind: 'transaction', transaction });
  }
  const opened = detachedTransaction(client, transaction);
  recordBorder('begin', opened.data as Client, site);
  return opened;
}

/** A transaction that its user ends, and so is known by its handle. */
export function detachedTransaction(client: Client, transaction: Transaction): Handle {
  const data: { -readonly [Key in keyof Client]: Client[Key] } = {
    ...client,
    origin: 'transaction',
    transaction,
    connection: undefined,
  };
  const opened = clientHandle(data);
  data.connection = opened;
  return opened;
}

export function recordBorder(
  kind: Extract<OperationKind, 'begin' | 'commit' | 'rollback'>,
  { transaction, connection }: Client,
  site: CallSite,
): void {
  site.record({
    kind,
    resource: { kind: 'table', name: undefined },
    filter: noColumns,
    columns: noColumns,
    transaction,
    connection,
  });
}

function isolationOf(config: Value | undefined, site: CallSite): Transaction['isolation'] {
  const level = config ? site.property(config, 'isolationLevel') : unknown;
  if (level.kind !== 'constant') return 'default';
  if (level.value === 'serializable') return 'serializable';
  return level.value === 'repeatable read' || level.value === 'snapshot' ? 'repeatable-read' : 'default';
}
