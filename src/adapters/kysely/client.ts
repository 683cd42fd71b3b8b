import { noColumns, type OperationKind, type Transaction } from '../../operations/operation.js';
import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { SqlDialect } from '../sql/parser.js';
import type { Builder } from './builder.js';

/** What a `Kysely`, `Transaction` or query creator stands for. */
export interface Client {
  /** Of the dialect that the client is made with. */
  readonly dialect?: SqlDialect | undefined;
  /**
   * Made or injected: each statement takes another pooled connection. A declared one may be a transaction.
   */
  readonly isPool: boolean;
  readonly transaction: Transaction | undefined;
  /** The handle itself, where its user commits and rolls back. */
  readonly connection: Value | undefined;
  /** Common table expressions added by `with`, in order. */
  readonly common: readonly Common[];
}

export interface Common {
  readonly name: string;
  readonly query: Builder;
}

export const declaredClient: Client = {
  isPool: false,
  transaction: undefined,
  connection: undefined,
  common: [],
};
export const pooledClient: Client = { ...declaredClient, isPool: true };

export const clientHandle = (client: Client): Handle => handle('kysely', 'client', client);

/** `new Kysely({ dialect: new SqliteDialect(...) })`. */
export function madeClient(config: Value | undefined, site: CallSite): Handle {
  const dialect = config ? site.property(config, 'dialect') : undefined;
  const name =
    dialect?.kind === 'handle' && dialect.type === 'dialect' ? (dialect.data as { name: string }).name : '';
  return clientHandle({ ...pooledClient, dialect: DIALECTS.find(([word]) => name.startsWith(word))?.[1] });
}

const DIALECTS: readonly (readonly [string, SqlDialect])[] = [
  ['Postgres', 'postgresql'],
  ['PGlite', 'postgresql'],
  ['Mysql', 'mysql'],
  ['Sqlite', 'sqlite'],
];

/** The client in a value that may also be absent: `trx ?? this.db`. */
export function clientIn(value: Value | undefined): Client | undefined {
  if (value?.kind === 'handle' && value.adapter === 'kysely' && value.type === 'client')
    return value.data as Client;
  return value?.kind === 'choice' ? (clientIn(value.whenTrue) ?? clientIn(value.whenFalse)) : undefined;
}

/** `transaction()`, `startTransaction()` and `connection()` before they are executed. */
export interface Opening {
  readonly client: Client;
  readonly isolation: Transaction['isolation'];
  /** A controlled transaction is ended by its user; a connection begins none. */
  readonly of: 'transaction' | 'controlled' | 'connection';
}

export const openingHandle = (opening: Opening): Handle => handle('kysely', 'opening', opening);

export function onOpening(
  target: Handle,
  name: string,
  [first]: readonly Value[],
  site: CallSite,
): Value | undefined {
  const opening = target.data as Opening;
  if (name === 'setIsolationLevel') return openingHandle({ ...opening, isolation: isolationOf(first) });
  if (name !== 'execute') return name === 'setAccessMode' ? target : undefined;
  const { client, of } = opening;
  if (of === 'connection') return first && site.run(first, [clientHandle({ ...client, isPool: false })]);
  const transaction = client.transaction ?? { isolation: opening.isolation, node: site.node };
  const inner: Client = { ...declaredClient, dialect: client.dialect, transaction };
  if (of === 'controlled') return controlled(inner, site);
  return first && site.run(first, [clientHandle(inner)], { kind: 'transaction', transaction });
}

/** https://kysely-org.github.io/kysely-apidoc/types/IsolationLevel.html */
function isolationOf(level: Value | undefined): Transaction['isolation'] {
  if (level?.kind !== 'constant') return 'unknown';
  if (level.value === 'serializable') return 'serializable';
  return level.value === 'repeatable read' || level.value === 'snapshot' ? 'repeatable-read' : 'default';
}

function controlled(client: Client, site: CallSite): Handle {
  const data: { -readonly [Key in keyof Client]: Client[Key] } = { ...client };
  const opened = clientHandle(data);
  data.connection = opened;
  recordBorder('begin', data, site);
  return opened;
}

/** `trx.commit()` does nothing until it is executed. */
export interface Command {
  readonly client: Client;
  readonly border: Extract<OperationKind, 'commit' | 'rollback'> | undefined;
}

export function onCommand({ client, border }: Command, name: string, site: CallSite): Value | undefined {
  if (name !== 'execute') return undefined;
  if (border) recordBorder(border, client, site);
  return clientHandle(client);
}

function recordBorder(
  kind: 'begin' | 'commit' | 'rollback',
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
