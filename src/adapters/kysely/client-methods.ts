import { constant, handle, object, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { builderHandle, builderIn, emptyFilter, newBuilder, type Builder } from './builder.js';
import { clientHandle, openingHandle, type Client, type Command } from './client.js';
import { expressionBuilder, namedFunction } from './expression.js';
import { perform, rowsOf } from './perform.js';
import { performRaw, rawIn } from './raw.js';
import { readTable, type Table } from './table.js';

const STARTS: Readonly<Record<string, Builder['action']>> = {
  selectFrom: 'read',
  selectNoFrom: 'read',
  insertInto: 'insert',
  // MySQL deletes the row that is there first.
  replaceInto: 'upsert',
  updateTable: 'update',
  deleteFrom: 'delete',
};

/** `client.name(...args)`: what starts a query, a transaction, or another client. */
export function onClient(
  target: Handle,
  client: Client,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first, second] = args;
  const action = STARTS[name];
  if (action) return first && start(client, first, action, site);
  switch (name) {
    case 'mergeInto':
      // Without WHEN MATCHED THEN UPDATE a row that is there stays as it is.
      return (
        first &&
        builderHandle({
          ...newBuilder(client, readTable(first), 'insert'),
          conflict: {
            columns: [],
            action: 'ignored',
            filter: emptyFilter,
          },
        })
      );
    case 'with':
    case 'withRecursive':
      return second && withCommon(client, first, second, site);
    case 'transaction':
    case 'startTransaction':
      // SQLite has one connection, which transactions take in turn.
      return openingHandle({
        client,
        isolation: client.dialect === 'sqlite' ? 'serializable' : 'default',
        of: name === 'transaction' ? name : 'controlled',
      });
    case 'connection':
      return openingHandle({ client, isolation: 'default', of: name });
    case 'commit':
    case 'rollback':
      return handle('kysely', 'command', { client, border: name } satisfies Command);
    case 'savepoint':
    case 'rollbackToSavepoint':
    case 'releaseSavepoint':
      return handle('kysely', 'command', { client, border: undefined } satisfies Command);
    case 'executeQuery':
      return first && execute(client, first, site);
    case 'fn':
      return namedFunction(args);
    default:
      return /^(?:with[A-Z]\w*|\$\w+)$/u.test(name) ? target : undefined;
  }
}

/** A query in the place of a table stands for that table, with its conditions. */
function start(client: Client, from: Value, action: Builder['action'], site: CallSite): Handle {
  const given = from.kind === 'array' ? from.elements[0] : from;
  const source = given?.kind === 'function' ? site.run(given, [expressionBuilder()]) : given;
  const inner = builderIn(source);
  if (inner) return builderHandle({ ...newBuilder(client, inner.table, action), filter: inner.filter });
  return builderHandle(newBuilder(client, tableOf(source ?? unknown), action));
}

function tableOf(value: Value): Table {
  const raw = rawIn(value);
  const [only] = raw?.pieces ?? [];
  if (raw?.pieces.length === 1 && typeof only === 'string') return readTable(constant(only));
  return readTable(value);
}

function withCommon(client: Client, name: Value | undefined, expression: Value, site: CallSite): Value {
  const query = builderIn(site.run(expression, [clientHandle(client)]));
  const text = name?.kind === 'constant' ? String(name.value).split('(')[0] : undefined;
  return clientHandle(
    query && text ? { ...client, common: [...client.common, { name: text, query }] } : client,
  );
}

/** `db.executeQuery(query.compile())` answers the rows in an object. */
function execute(client: Client, query: Value, site: CallSite): Value {
  const builder = builderIn(query);
  const raw = rawIn(query);
  if (raw) return performRaw(raw, client, site);
  return builder
    ? object([['rows', rowsOf(perform({ ...builder, client }, site), builder)]], [], true)
    : unknown;
}
