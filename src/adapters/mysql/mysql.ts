import { givenTransaction } from '../../operations/operation.js';
import { array, constant, handle, member, nullValue, object, result, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { Adapter, CallSite } from '../adapter.js';
import { recordOn } from '../sql/connection.js';
import type { RecordedStatement } from '../sql/record.js';
import { rowCountOf, rowsOf } from '../sql/rows.js';
import { sqlFromValue } from '../sql/text.js';
import { expandValues } from './expand.js';
import { driverViolationTest } from '../violation-test.js';

/**
 * mysql2 and mysql. Both the promise and the callback form are read off the call: a callback gets the rows,
 * a promise resolves to `[rows, fields]`; a write answers a header with `affectedRows` and `insertId` in
 * their place.
 * https://sidorares.github.io/node-mysql2/docs/documentation
 * A pool takes a connection for each query:
 * https://sidorares.github.io/node-mysql2/docs#using-connection-pools
 */
export const mysql: Adapter = {
  name: 'mysql2',
  packages: ['mysql2', 'mysql'],
  client: 'createPool',

  violationTest: driverViolationTest,

  exported(name) {
    if (name === 'default') return handle('mysql2', 'module');
    return FACTORIES.test(name) ? handle('mysql2', 'factory', { name }) : undefined;
  },

  typed: name => connected(name.split('.').at(-1) ?? ''),
  given: declared =>
    declared.type === 'connection'
      ? handle('mysql2', 'connection', { transaction: givenTransaction })
      : undefined,

  member: (target, name) =>
    target.type === 'module' && FACTORIES.test(name) ? handle('mysql2', 'factory', { name }) : undefined,

  invoke: (callee, args, site) =>
    callee.type === 'factory' ? made((callee.data as { name: string }).name, args, site) : undefined,

  method(target, name, args, site) {
    switch (target.type) {
      case 'module':
        return FACTORIES.test(name) ? made(name, args, site) : undefined;
      case 'pool':
      case 'connection':
        return onConnection(target, name, args, site);
      case 'statement':
        return name === 'execute' ? prepared(target.data as Prepared, args, site) : undefined;
      default:
        return undefined;
    }
  },
};

const FACTORIES = /^create(?:Pool|PoolPromise|PoolCluster|Connection|ConnectionPromise)$/u;

const pool = (): Handle => handle('mysql2', 'pool', { isPool: true });
const connection = (): Handle => handle('mysql2', 'connection');

function connected(name: string): Handle | undefined {
  if (/^(?:Pool|PoolNamespace|PoolCluster)$/u.test(name)) return pool();
  return /^(?:Pool)?Connection$/u.test(name) ? connection() : undefined;
}

const made = (name: string, args: readonly Value[], site: CallSite): Value =>
  handOver(/Pool/u.test(name) ? pool() : connection(), args, site);

/** `(error, value) => ...` gets the value, a promise resolves to it. */
function handOver(value: Value, args: readonly Value[], site: CallSite, more: readonly Value[] = []): Value {
  const callback = args.find(({ kind }) => kind === 'function');
  if (callback) site.run(callback, [nullValue, value, ...more]);
  return value;
}

interface Prepared {
  readonly target: Handle;
  readonly text: Value;
}

function onConnection(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  switch (name) {
    case 'query':
    case 'execute':
      return query(target, name, args, site);
    case 'getConnection':
      return handOver(connection(), args, site);
    case 'promise':
    case 'of':
      return target;
    case 'prepare':
      return args[0] && handOver(handle('mysql2', 'statement', { target, text: args[0] }), args, site);
    case 'beginTransaction':
    case 'commit':
    case 'rollback':
      recordOn(target, constant(name === 'beginTransaction' ? 'BEGIN' : name), undefined, site, 'mysql');
      return handOver(unknown, args, site);
    case 'connect':
      return handOver(target, args, site);
    default:
      return undefined;
  }
}

function query(target: Handle, name: string, args: readonly Value[], site: CallSite): Value | undefined {
  const [first, second] = args;
  if (!first) return undefined;
  const options = first.kind === 'object' ? first : undefined;
  const text = options ? site.property(options, 'sql') : first;
  const given = second && second.kind !== 'function' ? second : undefined;
  const values = options?.entries.get('values') ?? given;
  const source = name === 'query' ? sqlFromValue(text) : undefined;
  const recorded = recordOn(target, source ? expandValues(source, values) : text, values, site, 'mysql').at(
    -1,
  );
  return recorded && answered(recorded, args, site);
}

function prepared({ target, text }: Prepared, args: readonly Value[], site: CallSite): Value | undefined {
  const recorded = recordOn(target, text, args[0], site, 'mysql').at(-1);
  return recorded && answered(recorded, args, site);
}

function answered(recorded: RecordedStatement, args: readonly Value[], site: CallSite): Value {
  const answer = recorded.statement.kind === 'select' ? rowsOf(recorded) : headerOf(recorded);
  handOver(answer, args, site, [unknown]);
  return array([answer, unknown]);
}

function headerOf(recorded: RecordedStatement): Value {
  const { operation } = recorded;
  const count = rowCountOf(recorded);
  return object(
    [
      ['affectedRows', count],
      ['changedRows', count],
      ['insertId', operation ? member(result(operation, 'written'), 'insertId') : unknown],
    ],
    [],
    true,
  );
}
