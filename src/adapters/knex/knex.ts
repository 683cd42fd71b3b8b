import { givenTransaction } from '../../operations/operation.js';
import { mentions } from '../../syntax/mentions.js';
import { call, handle, nullValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { Adapter, CallSite } from '../adapter.js';
import { builderHandle, builderIn, newBuilder, type Builder } from './builder.js';
import { chain } from './chain.js';
import { columnMethod } from './column-builder.js';
import {
  clientHandle,
  declaredClient,
  detachedTransaction,
  madeClient,
  openTransaction,
  recordBorder,
  type Client,
} from './client.js';
import { perform } from './perform.js';
import { rawHandle, rawIn, readBindings, type Raw } from './raw.js';
import { performRaw } from './perform-raw.js';
import { performSchema, schemaHandle, schemaMethod } from './schema-builder.js';
import { readTable } from './table.js';
import { tableMethod } from './table-builder.js';
import { driverViolationTest } from '../violation-test.js';

/** A transaction opened at the first call. */
interface Provider {
  readonly transaction: Handle;
  isOpen: boolean;
}

/**
 * Knex: builders are changed in place and run when they are awaited. `update`, `delete` and `increment` answer a
 * number of rows, or the rows with `returning`.
 * https://knexjs.org/guide/query-builder.html
 */
export const knex: Adapter = {
  name: 'knex',
  packages: ['knex', 'nestjs-knex', 'nest-knexjs'],
  client: 'Knex',

  violationTest: driverViolationTest,

  exported(name, specifier) {
    if (specifier !== 'knex') return undefined;
    return /^(?:default|knex|Knex)$/u.test(name) ? handle('knex', 'factory') : undefined;
  },

  typed(name) {
    if (/(?:^|\.)Transaction$/u.test(name)) return clientHandle({ ...declaredClient, transaction: givenTransaction });
    if (/^(?:(?:\w+\.)?(?:Knex|knex))?$/u.test(name)) return clientHandle(declaredClient);
    return /^(?:\w+\.)?QueryBuilder$/u.test(name) ? handle('knex', 'declared-builder') : undefined;
  },

  // Kysely's `db.schema` has builders, where Knex's is given callbacks.
  migrates: (parameter, body) =>
    parameter === 'knex' ||
    (!/^(?:query|qi$)/u.test(parameter) &&
      mentions(body, name => name === 'schema') &&
      !mentions(body, name => /^(?:addColumn|execute)$/u.test(name)))
      ? [clientHandle(declaredClient)]
      : undefined,

  injected: decorator => (decorator === 'InjectKnex' ? clientHandle(declaredClient) : undefined),

  invoke(callee, args, site) {
    const [first] = args;
    if (callee.type === 'factory') return madeClient(first, site);
    if (callee.type === 'client')
      return builderHandle(newBuilder(callee.data as Client, site, first && readTable(first)));
    return callee.type === 'provider' ? provide(callee.data as Provider, site) : undefined;
  },

  construct: (callee, args, site) => (callee.type === 'factory' ? madeClient(args[0], site) : undefined),

  member(target, name) {
    if (target.type === 'factory') return /^(?:knex|default)$/u.test(name) ? target : undefined;
    if (target.type !== 'client') return undefined;
    if (name === 'schema') return schemaHandle(target.data as Client);
    return name === 'fn' ? handle('knex', 'functions') : undefined;
  },

  method(target, name, args, site) {
    switch (target.type) {
      case 'factory':
        return /^(?:knex|default)$/u.test(name) ? madeClient(args[0], site) : undefined;
      case 'client':
        return clientMethod(target, name, args, site);
      case 'builder':
        return builderMethod(target, target.data as Builder, name, args, site);
      case 'declared-builder': {
        const builder = newBuilder(declaredClient, site);
        return chain(builderHandle(builder), builder, name, args, site);
      }
      case 'raw':
        return name === 'transacting'
          ? rawHandle({ ...(target.data as Raw), client: transacting(target.data as Raw, args[0]) })
          : undefined;
      case 'schema':
        return schemaMethod(target, name, args, site);
      case 'table-builder':
        return tableMethod(target, name, args, site);
      case 'column-builder':
        return columnMethod(target, name, args, site);
      case 'functions':
        return call(name, undefined, args, site.node);
      default:
        return undefined;
    }
  },

  settle(target, site) {
    const builder = builderIn(target);
    if (builder) return perform(builder, site);
    if (target.type === 'schema') return performSchema(target, site);
    const raw = rawIn(target);
    return raw && performRaw(raw, site);
  },
};

/** Methods that start a query on the client itself. */
const STARTS =
  /^(?:select|from|table|into|insert|with\w*|where\w*|distinct\w*|columns?|first|pluck|count\w*|max|min|sum|avg|del|delete|update|queryBuilder)$/u;

function clientMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const client = target.data as Client;
  switch (name) {
    case 'transaction':
    case 'savepoint':
      return openTransaction(client, args, site);
    case 'transactionProvider':
      return handle('knex', 'provider', {
        transaction: detachedTransaction(client, { isolation: 'default', node: site.node }),
        isOpen: false,
      } satisfies Provider);
    case 'commit':
    case 'rollback':
      if (client.origin === 'transaction') recordBorder(name, client, site);
      return undefined;
    case 'raw':
    case 'ref':
      return (
        args[0] &&
        rawHandle({
          client,
          text: args[0],
          bindings: readBindings(args[1]),
          at: { node: site.node, file: site.file },
        })
      );
    case 'batchInsert': {
      const builder = newBuilder(client, site, args[0] && readTable(args[0]));
      return chain(builderHandle(builder), builder, 'insert', args.slice(1, 2), site);
    }
    case 'withUserParams':
      return target;
    default: {
      if (!STARTS.test(name)) return undefined;
      const builder = newBuilder(client, site);
      return chain(builderHandle(builder), builder, name, args, site);
    }
  }
}

function builderMethod(
  target: Handle,
  builder: Builder,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  if (name !== 'stream' && name !== 'asCallback') return chain(target, builder, name, args, site);
  const answer = perform(builder, site);
  const [callback] = args;
  if (callback?.kind === 'function') site.run(callback, name === 'asCallback' ? [nullValue, answer] : []);
  return answer;
}

function transacting({ client }: Raw, transaction: Value | undefined): Client {
  return transaction?.kind === 'handle' && transaction.type === 'client'
    ? (transaction.data as Client)
    : { ...client, origin: 'declared' };
}

function provide(provider: Provider, site: CallSite): Value {
  if (!provider.isOpen) recordBorder('begin', provider.transaction.data as Client, site);
  provider.isOpen = true;
  return provider.transaction;
}
