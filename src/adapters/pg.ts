import { givenTransaction, type Transaction } from '../operations/operation.js';
import { handle, nullValue, object, parameter } from '../values/make.js';
import type { Handle, Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';
import { recordSql, type RecordedStatement } from './sql/record.js';
import { rowCountOf, rowsOf } from './sql/rows.js';

const CLASSES = /^(?:Pool|BoundPool|Client|PoolClient|ClientBase)$/u;

/**
 * node-postgres. A pool runs each query on whatever connection is free, so that only a client, which is one
 * connection, can hold a transaction or a row lock.
 * https://node-postgres.com/features/transactions
 */
export const pg: Adapter = {
  name: 'pg',
  packages: ['pg', 'pg-pool', '@neondatabase/serverless'],
  client: 'Pool',

  exported(name, specifier) {
    if (specifier === 'pg-pool') return handle('pg', 'class', { name: 'Pool' });
    if (specifier === 'pg' && /^(?:default|native)$/u.test(name)) return handle('pg', 'module');
    return CLASSES.test(name) ? handle('pg', 'class', { name }) : undefined;
  },

  typed: name => connected(name.split('.').at(-1) ?? ''),
  given: declared => (declared.type === 'client' ? handle('pg', 'client', { transaction: givenTransaction }) : undefined),
  construct: callee => connected(nameOf(callee)),
  invoke: callee => connected(nameOf(callee)),

  member(target, name) {
    if (target.type !== 'module') return undefined;
    if (/^(?:default|native)$/u.test(name)) return target;
    return CLASSES.test(name) ? handle('pg', 'class', { name }) : undefined;
  },

  method(target, name, args, site) {
    if (target.type === 'pool' && name === 'connect') return connect(args, site);
    if (target.type === 'client' && name === 'connect') return target;
    return name === 'query' && (target.type === 'pool' || target.type === 'client')
      ? query(target, args, site)
      : undefined;
  },
};

const nameOf = ({ data }: Handle): string => ('name' in data ? String(data.name) : '');

function connected(name: string): Handle | undefined {
  if (/Pool$/u.test(name)) return handle('pg', 'pool');
  return CLASSES.test(name) ? handle('pg', 'client') : undefined;
}

/** `await pool.connect()`, `pool.connect((error, client, release) => ...)`. */
function connect([callback]: readonly Value[], site: CallSite): Value {
  const client = handle('pg', 'client');
  return callback?.kind === 'function'
    ? site.run(callback, [nullValue, client, parameter('release')])
    : client;
}

function query(target: Handle, args: readonly Value[], site: CallSite): Value | undefined {
  const [first, second] = args;
  if (!first) return undefined;
  const config = first.kind === 'object' ? first : undefined;
  const text = config ? site.property(config, 'text') : first;
  const values =
    config && !config.entries.has('values') ? second : config ? site.property(config, 'values') : second;
  const recorded = recordText(target, text, values, site).at(-1);
  if (!recorded) return undefined;
  const answer = object(
    [
      ['rows', rowsOf(recorded)],
      ['rowCount', rowCountOf(recorded)],
    ],
    [],
    true,
  );
  const callback = args.find(({ kind }) => kind === 'function');
  if (callback) site.run(callback, [nullValue, answer]);
  return answer;
}

function recordText(
  target: Handle,
  text: Value,
  values: Value | undefined,
  site: CallSite,
): readonly RecordedStatement[] {
  const isPool = target.type === 'pool';
  const { transaction } = target.data as { readonly transaction?: Transaction };
  const connection = isPool ? undefined : target;
  const facts = { connection, transaction, receiver: target, dialect: 'postgresql' as const };
  const here: CallSite = isPool
    ? { ...site, record: (given, at) => site.record({ ...given, rowLock: undefined }, at) }
    : site;
  // Packages like `sql-template-strings` make the query object by a tag: its values are parameters.
  const [template] = text.kind === 'call' && text.node.type === 'TaggedTemplateExpression' ? text.args : [];
  if (template && text.kind === 'call')
    return recordSql(template, undefined, { ...here, node: text.node }, { ...facts, tagged: true });
  return recordSql(text, values, here, facts);
}
