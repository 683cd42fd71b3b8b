import { givenTransaction, type Transaction } from '../../operations/operation.js';
import { handle, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite, TypeArguments } from '../adapter.js';
import { driverOf, type Driver } from './driver.js';

/** What a database or transaction object of Drizzle stands for. */
export interface Client {
  readonly driver: Driver;
  /**
   * One made here takes another pooled connection for each statement; a declared one may be a transaction.
   */
  readonly origin: 'made' | 'declared' | 'transaction';
  readonly transaction: Transaction | undefined;
  /** Tables by the names that `db.query` has them under. */
  readonly schema: Value | undefined;
  /** The driver's own client, `db.$client`. */
  readonly inner: Value | undefined;
}

export const clientHandle = (client: Client): Handle => handle('drizzle', 'client', client);

/** The client in a value that may also be absent: `ctx.db ?? db`. */
export function clientIn(value: Value | undefined): Client | undefined {
  if (value?.kind === 'handle' && value.adapter === 'drizzle' && value.type === 'client')
    return value.data as Client;
  return value?.kind === 'choice' ? (clientIn(value.whenTrue) ?? clientIn(value.whenFalse)) : undefined;
}

/**
 * `drizzle(pool, { schema })`, `drizzle({ client, schema })`, `drizzle(url)`; `drizzle('node-postgres', url)`
 * of the bare package. Relational queries of version 1 take `relations` instead of `schema`.
 * https://orm.drizzle.team/docs/connect-overview
 */
export function madeClient(driver: Driver, args: readonly Value[], site: CallSite): Handle {
  const [first, second] = args;
  const isConfig = first?.kind === 'object' && args.length === 1;
  const config = isConfig ? first : second;
  const of = (name: string): Value | undefined => {
    const value = config && site.property(config, name);
    return value && value.kind !== 'unknown' && value.kind !== 'constant' ? value : undefined;
  };
  const relations = of('relations');
  return clientHandle({
    driver,
    origin: 'made',
    transaction: waitless(driver),
    schema: of('schema') ?? (relations && (schemaOfRelations(relations) ?? relations)),
    inner: isConfig ? of('client') : first,
  });
}

/**
 * A driver that never waits lets nothing of its process in between two statements, and one process is what
 * such a database is made for. What else the code awaits in between is not looked at.
 */
const waitless = ({ isSync }: Driver): Transaction | undefined =>
  isSync ? { isolation: 'serializable', node: undefined, isAmbient: true } : undefined;

const schemaOfRelations = (value: Value): Value | undefined =>
  value.kind === 'handle' && value.type === 'relations'
    ? (value.data as { readonly schema: Value | undefined }).schema
    : undefined;

/** `NodePgDatabase<typeof schema>`, `PgTransaction<..., typeof schema, ...>`. */
export function declaredClient(name: string, types: TypeArguments): Handle | undefined {
  const groups = /^(?<driver>\w+?)(?<kind>Database|Transaction)$/u.exec(name)?.groups;
  if (!groups) return undefined;
  const driver = driverOf(name);
  const schema = [0, 1, 2, 3].map(index => types.value(index)).find(isSchema);
  return clientHandle({
    driver,
    origin: 'declared',
    transaction: groups['kind'] === 'Transaction' ? givenOf(driver) : waitless(driver),
    schema,
    inner: undefined,
  });
}

const isSchema = (value: Value | undefined): boolean =>
  value?.kind === 'namespace' || value?.kind === 'object';

/** SQLite serialises what its callers open. */
const givenSerially: Transaction = { isolation: 'serializable', node: undefined };

/** The transaction that a caller has opened, if it has. */
const givenOf = ({ dialect, hasTransactions }: Driver): Transaction | undefined =>
  !hasTransactions ? undefined : dialect === 'sqlite' ? givenSerially : givenTransaction;

/** The client as a function is given it, whose caller may have opened a transaction. */
export const givenClient = (client: Client): Handle =>
  clientHandle({ ...client, origin: 'declared', transaction: givenOf(client.driver) ?? client.transaction });

/**
 * `db.transaction(async tx => ..., { isolationLevel })`; inside a transaction it is a savepoint. SQLite has
 * one writer: a transaction that read and then finds its snapshot changed cannot write.
 * https://orm.drizzle.team/docs/transactions, https://www.sqlite.org/isolation.html
 */
export function openTransaction(client: Client, args: readonly Value[], site: CallSite): Value {
  const [callback, config] = args;
  if (!callback) return unknown;
  const isOpen = client.origin === 'transaction' || client.transaction === givenOf(client.driver);
  const transaction: Transaction =
    isOpen && client.transaction
      ? client.transaction
      : { isolation: isolationOf(client, config, site), node: site.node };
  const inner = clientHandle({ ...client, origin: 'transaction', transaction });
  return site.run(callback, [inner], { kind: 'transaction', transaction });
}

function isolationOf(
  { driver }: Client,
  config: Value | undefined,
  site: CallSite,
): Transaction['isolation'] {
  if (driver.dialect === 'sqlite') return 'serializable';
  if (!config) return 'default';
  const level = site.property(config, 'isolationLevel');
  if (level.kind !== 'constant') return level.kind === 'unknown' ? 'unknown' : 'default';
  if (level.value === 'serializable') return 'serializable';
  return level.value === 'repeatable read' ? 'repeatable-read' : 'default';
}
