import { givenTransaction } from '../operations/operation.js';
import { handle, nullValue, object, parameter } from '../values/make.js';
import type { Handle, Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';
import { recordOn } from './sql/connection.js';
import type { RecordedStatement } from './sql/record.js';
import { rowCountOf, rowsOf } from './sql/rows.js';
import { sqlFromTagged } from './sql/text.js';
import { driverViolationTest } from './violation-test.js';

const CLASSES = /^(?:(?:Vercel)?Pool|BoundPool|(?:Vercel)?Client|(?:Vercel)?PoolClient|ClientBase)$/u;

/**
 * node-postgres, and the serverless drivers that have its clients. A pool runs each query on whatever
 * connection is free, so that only a client, which is one connection, can hold a transaction or a row lock.
 * https://node-postgres.com/features/transactions
 * `@vercel/postgres` adds the tag `sql`, which answers what `query` does:
 * https://vercel.com/docs/storage/vercel-postgres/sdk
 */
export const pg: Adapter = {
  name: 'pg',
  packages: ['pg', 'pg-pool', '@neondatabase/serverless', '@vercel/postgres'],
  client: 'Pool',

  violationTest: driverViolationTest,

  exported(name, specifier) {
    if (specifier === 'pg-pool') return handle('pg', 'class', { name: 'Pool' });
    if (specifier === 'pg' && /^(?:default|native)$/u.test(name)) return handle('pg', 'module');
    if (specifier === '@vercel/postgres') {
      if (name === 'sql' || name === 'db') return pool();
      if (name === 'createPool' || name === 'createClient')
        return handle('pg', 'class', { name: name.slice('create'.length) });
    }
    return CLASSES.test(name) ? handle('pg', 'class', { name }) : undefined;
  },

  typed: name => connected(name.split('.').at(-1) ?? ''),
  given: declared =>
    declared.type === 'client' ? handle('pg', 'client', { transaction: givenTransaction }) : undefined,
  construct: callee => connected(nameOf(callee)),

  invoke: (callee, args, site) =>
    callee.type === 'class' ? connected(nameOf(callee)) : tagged(callee, args, site),

  member(target, name) {
    if (target.type !== 'module') return undefined;
    if (/^(?:default|native)$/u.test(name)) return target;
    return CLASSES.test(name) ? handle('pg', 'class', { name }) : undefined;
  },

  method(target, name, args, site) {
    if (target.type === 'pool' && name === 'connect') return connect(args, site);
    if (target.type === 'client' && name === 'connect') return target;
    if (target.type !== 'pool' && target.type !== 'client') return undefined;
    if (name === 'sql') return tagged(target, args, site);
    return name === 'query' ? query(target, args, site) : undefined;
  },
};

const nameOf = ({ data }: Handle): string => ('name' in data ? String(data.name) : '');

const pool = (): Handle => handle('pg', 'pool', { isPool: true });

function connected(name: string): Handle | undefined {
  if (/Pool$/u.test(name)) return pool();
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
  const recorded = recordOn(target, text, values, site, 'postgresql').at(-1);
  if (!recorded) return undefined;
  const answer = answerOf(recorded);
  const callback = args.find(({ kind }) => kind === 'function');
  if (callback) site.run(callback, [nullValue, answer]);
  return answer;
}

function tagged(target: Handle, [text]: readonly Value[], site: CallSite): Value | undefined {
  const source =
    text && site.node.type === 'TaggedTemplateExpression' ? sqlFromTagged(text, site.node) : undefined;
  const recorded = source && recordOn(target, source, undefined, site, 'postgresql').at(-1);
  return recorded && answerOf(recorded);
}

const answerOf = (recorded: RecordedStatement): Value =>
  object(
    [
      ['rows', rowsOf(recorded)],
      ['rowCount', rowCountOf(recorded)],
    ],
    [],
    true,
  );
