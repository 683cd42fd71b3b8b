import { givenTransaction } from '../../operations/operation.js';
import { handle, object, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { Adapter, CallSite } from '../adapter.js';
import { builderHandle, builderIn, newBuilder, type Builder } from './builder.js';
import { onBuilder } from './chain.js';
import {
  clientHandle, clientIn, declaredClient, madeClient, onCommand, onOpening, openingHandle, pooledClient,
  type Client, type Command,
} from './client.js';
import {
  build, callFunction, comparison, expressionBuilder, memberOfBuilder, onExpression,
} from './expression.js';
import { perform, rowsOf } from './perform.js';
import { fromHelper, fromTag, performRaw, rawHandle, rawIn, rawOfText, type Raw } from './raw.js';
import { onSchema } from './schema.js';
import { readTable, type Table } from './table.js';
import { onConflict } from './writes.js';

/**
 * Kysely: builders do not change, and nothing runs before `execute`, `executeTakeFirst` or `executeTakeFirstOrThrow`.
 * https://kysely-org.github.io/kysely-apidoc/classes/Kysely.html
 */
export const kysely: Adapter = {
  name: 'kysely',
  packages: ['kysely', 'nestjs-kysely'],
  client: 'Kysely',

  exported(name, specifier) {
    if (specifier !== 'kysely') return undefined;
    switch (name) {
      case 'Kysely':
        return handle('kysely', 'class');
      case 'sql':
        return handle('kysely', 'sql');
      case 'expressionBuilder':
        return handle('kysely', 'eb-factory');
      case 'CompiledQuery':
        return handle('kysely', 'compiled');
      default:
        return /^\w+Dialect$/u.test(name) ? handle('kysely', 'dialect-class', { name }) : undefined;
    }
  },

  typed(name) {
    switch (name.split('.').at(-1)) {
      case 'Kysely':
      case 'QueryCreator':
        return clientHandle(declaredClient);
      case 'Transaction':
      case 'ControlledTransaction':
        return clientHandle({ ...declaredClient, transaction: givenTransaction });
      case 'ExpressionBuilder':
        return expressionBuilder();
      default:
        return undefined;
    }
  },

  injected: decorator => (/^Inject\w*Kysely/u.test(decorator) ? clientHandle(pooledClient) : undefined),
  construct: (callee, [config], site) =>
    callee.type === 'class' ? madeClient(config, site)
    : callee.type === 'dialect-class' ? handle('kysely', 'dialect', callee.data)
    : undefined,

  invoke(callee, args, site) {
    switch (callee.type) {
      case 'sql':
        return fromTag(args[0], site);
      case 'eb':
        return comparison(args);
      case 'eb-factory':
        return expressionBuilder();
      case 'eb-method':
        return build(nameOf(callee), args);
      case 'fn':
        return namedFunction(args);
      case 'fn-method':
        return callFunction(nameOf(callee), args);
      default:
        return undefined;
    }
  },

  member(target, name) {
    switch (target.type) {
      case 'client':
        return name === 'fn' || name === 'schema' ? handle('kysely', name, target.data) : undefined;
      case 'eb':
        return memberOfBuilder(name);
      case 'fn':
        return handle('kysely', 'fn-method', { name });
      default:
        return undefined;
    }
  },

  method(target, name, args, site) {
    switch (target.type) {
      case 'client':
        return onClient(target, target.data as Client, name, args, site);
      case 'builder':
        return onBuilder(target, target.data as Builder, name, args, site);
      case 'opening':
        return onOpening(target, name, args, site);
      case 'command':
        return onCommand(target.data as Command, name, site);
      case 'sql':
        return fromHelper(name, args);
      case 'raw':
        return onRaw(target, name, args, site);
      case 'compiled':
        return name === 'raw' && args[0] ? rawOfText(args[0], args[1]) : undefined;
      case 'eb':
        return name === 'fn' ? namedFunction(args) : build(name, args);
      case 'fn':
        return name === 'agg' ? namedFunction(args) : callFunction(name, args);
      case 'expression':
        return onExpression(target, name, args);
      case 'conflict':
        return onConflict(target, name, args, site);
      default:
        return onSchema(target, name, args, site);
    }
  },
};

const nameOf = ({ data }: Handle): string => (data as { readonly name: string }).name;

/** `fn('lower', ['email'])`. */
const namedFunction = ([name, list]: readonly Value[]): Handle =>
  callFunction(name?.kind === 'constant' ? String(name.value) : '', list?.kind === 'array' ? list.elements : []);

const STARTS: Readonly<Record<string, Builder['action']>> = {
  selectFrom: 'read',
  selectNoFrom: 'read',
  insertInto: 'insert',
  // MySQL deletes the row that is there first.
  replaceInto: 'upsert',
  updateTable: 'update',
  deleteFrom: 'delete',
};

function onClient(target: Handle, client: Client, name: string, args: readonly Value[], site: CallSite): Value | undefined {
  const [first, second] = args;
  const action = STARTS[name];
  if (action) return first && start(client, first, action, site);
  switch (name) {
    case 'mergeInto':
      // Without WHEN MATCHED THEN UPDATE a row that is there stays as it is.
      return first && builderHandle({
        ...newBuilder(client, readTable(first), 'insert'),
        conflict: { columns: [], action: 'ignored', filter: { entries: new Map(), rest: [], compared: new Set() } },
      });
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
  if (raw?.pieces.length === 1 && typeof only === 'string') return readTable({ kind: 'constant', value: only });
  return readTable(value);
}

function withCommon(client: Client, name: Value | undefined, expression: Value, site: CallSite): Value {
  const query = builderIn(site.run(expression, [clientHandle(client)]));
  const text = name?.kind === 'constant' ? String(name.value).split('(')[0] : undefined;
  return clientHandle(query && text ? { ...client, common: [...client.common, { name: text, query }] } : client);
}

/** `db.executeQuery(query.compile())` answers the rows in an object. */
function execute(client: Client, query: Value, site: CallSite): Value {
  const builder = builderIn(query);
  const raw = rawIn(query);
  if (raw) return performRaw(raw, client, site);
  return builder ? object([['rows', rowsOf(perform({ ...builder, client }, site), builder)]], [], true) : unknown;
}

function onRaw(target: Handle, name: string, [first]: readonly Value[], site: CallSite): Value | undefined {
  const raw = target.data as Raw;
  if (name === 'execute') return performRaw(raw, clientIn(first) ?? declaredClient, site);
  if (name === 'as') return rawHandle({ ...raw, alias: first?.kind === 'constant' ? String(first.value) : undefined });
  return target;
}
