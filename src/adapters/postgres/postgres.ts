import { givenTransaction, type Transaction } from '../../operations/operation.js';
import { handle, object } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { Adapter, CallSite } from '../adapter.js';
import { recordOn, type Connection } from '../sql/connection.js';
import type { RecordedStatement } from '../sql/record.js';
import { rowCountOf, rowsOf } from '../sql/rows.js';
import { piecesOfTagged, sqlFromPieces } from '../sql/text.js';
import { piecesOf, type Helper, type Query } from './splice.js';
import { driverViolationTest } from '../violation-test.js';

/**
 * postgres.js: the client is a tag. A query runs when it is awaited and answers its rows, with their number
 * beside them; `begin` reserves a connection for its callback.
 * https://github.com/porsager/postgres#transactions
 */
export const postgres: Adapter = {
  name: 'postgres',
  packages: ['postgres'],
  client: 'postgres',

  violationTest: driverViolationTest,

  exported: name =>
    /^(?:default|require|postgres)$/u.test(name) ? handle('postgres', 'factory') : undefined,
  typed(name) {
    const last = name.split('.').at(-1) ?? '';
    if (last === 'TransactionSql') return client({ transaction: givenTransaction });
    if (last === 'ReservedSql') return client({});
    return /^I?Sql$/u.test(last) ? client({ isPool: true }) : undefined;
  },
  member: (target, name) => (target.type === 'factory' && name === 'default' ? target : undefined),

  invoke(callee, [first, ...rest], site) {
    if (callee.type === 'factory') return client({ isPool: true });
    if (callee.type !== 'client' || !first) return undefined;
    return site.node.type === 'TaggedTemplateExpression'
      ? handle('postgres', 'query', { on: callee, pieces: piecesOfTagged(first, site.node) } satisfies Query)
      : handle('postgres', 'helper', { value: first, columns: rest } satisfies Helper);
  },

  method(target, name, args, site) {
    if (target.type === 'client') return onClient(target, name, args, site);
    return target.type === 'query' ? onQuery(target, name, args, site) : undefined;
  },

  settle: (target, site) => (target.type === 'query' ? perform(target.data as Query, site) : undefined),
};

const client = (data: Connection): Handle => handle('postgres', 'client', data);

function onClient(target: Handle, name: string, args: readonly Value[], site: CallSite): Value | undefined {
  const [first] = args;
  switch (name) {
    case 'unsafe':
      return (
        first &&
        handle('postgres', 'query', {
          on: target,
          unsafe: { text: first, parameters: args[1] },
        } satisfies Query)
      );
    case 'begin':
    case 'savepoint':
      return inTransaction(target, args, site);
    case 'reserve':
      return client({});
    case 'json':
    case 'array':
    case 'typed':
      return first;
    default:
      return undefined;
  }
}

/** `begin(async sql => ...)`, `begin('isolation level serializable', sql => [sql`...`, sql`...`])`. */
function inTransaction({ data }: Handle, args: readonly Value[], site: CallSite): Value | undefined {
  const callback = args.find(({ kind }) => kind !== 'constant');
  if (!callback) return undefined;
  const [options] = args;
  const transaction = (data as Connection).transaction ?? {
    isolation: options?.kind === 'constant' ? isolationOf(String(options.value)) : 'default',
    node: site.node,
  };
  const answer = site.run(callback, [client({ transaction })], { kind: 'transaction', transaction });
  return answer.kind === 'array'
    ? { ...answer, elements: answer.elements.map(part => site.settle(part)) }
    : answer;
}

function isolationOf(options: string): Transaction['isolation'] {
  if (/\bserializable\b/iu.test(options)) return 'serializable';
  return /\brepeatable\s+read\b/iu.test(options) ? 'repeatable-read' : 'default';
}

function onQuery(
  target: Handle,
  name: string,
  [callback]: readonly Value[],
  site: CallSite,
): Value | undefined {
  switch (name) {
    case 'simple':
    case 'raw':
    case 'values':
    case 'readable':
      return target;
    case 'execute':
      return perform(target.data as Query, site);
    case 'forEach':
    case 'cursor': {
      const rows = perform(target.data as Query, site);
      if (callback?.kind === 'function') site.run(callback, [site.property(rows, '0')]);
      return rows;
    }
    default:
      return undefined;
  }
}

function perform(query: Query, site: CallSite): Value {
  const { unsafe, on } = query;
  const source = unsafe ? unsafe.text : sqlFromPieces(piecesOf(query, site));
  const recorded = recordOn(on, source, unsafe?.parameters, site, 'postgresql').at(-1);
  return recorded ? answerOf(recorded, site) : object([], [], true);
}

/** Rows; what changes without RETURNING answers an empty list that says how many rows it changed. */
function answerOf(recorded: RecordedStatement, site: CallSite): Value {
  const rows = rowsOf(recorded);
  if (recorded.statement.kind === 'select' || recorded.statement.returning) return rows;
  return object(
    [
      ['count', rowCountOf(recorded)],
      ['length', site.property(rows, 'length')],
    ],
    [],
    true,
  );
}
