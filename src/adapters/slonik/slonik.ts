import { givenTransaction, type Transaction } from '../../operations/operation.js';
import { handle, not, object, result, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { Adapter, CallSite } from '../adapter.js';
import { recordOn, type Connection } from '../sql/connection.js';
import { firstColumnOf } from '../sql/first-column.js';
import type { RecordedStatement } from '../sql/record.js';
import { rowCountOf, rowsOf } from '../sql/rows.js';
import { sqlFromPieces } from '../sql/text.js';
import { fragmentIn, fromTag, helper } from './sql-tag.js';

/**
 * Slonik: `one`, `many` and their kin throw NotFoundError where no row is there, `maybeOne` answers null. A
 * pool takes a connection for each query; `connect` and `transaction` hold one for their callback.
 * https://github.com/gajus/slonik#query-methods
 */
export const slonik: Adapter = {
  name: 'slonik',
  packages: ['slonik', '@silverhand/slonik'],
  client: 'createPool',

  exported(name) {
    if (name === 'sql') return handle('slonik', 'tag');
    return name === 'createPool' || name === 'createSqlTag'
      ? handle('slonik', 'factory', { name })
      : undefined;
  },

  typed(name) {
    if (name === 'DatabaseTransactionConnection') return client({ transaction: givenTransaction });
    if (name === 'DatabasePoolConnection') return client({});
    return /^(?:DatabasePool|CommonQueryMethods)$/u.test(name) ? client({ isPool: true }) : undefined;
  },

  invoke(callee, [first], site) {
    if (callee.type === 'factory')
      return (callee.data as { name: string }).name === 'createPool'
        ? client({ isPool: true })
        : handle('slonik', 'tag');
    return callee.type === 'tag' || callee.type === 'typed-tag' ? fromTag(first, site) : undefined;
  },

  member: (target, name) =>
    target.type === 'tag' && TAGS.test(name) ? handle('slonik', 'typed-tag') : undefined,

  method(target, name, args, site) {
    if (target.type === 'client') return onClient(target, name, args, site);
    if (target.type !== 'tag') return undefined;
    if (site.node.type === 'TaggedTemplateExpression') return fromTag(args[0], site);
    return name === 'type' || name === 'typeAlias' ? handle('slonik', 'typed-tag') : helper(name, args);
  },
};

const TAGS = /^(?:unsafe|fragment)$/u;

const client = (data: Connection): Handle => handle('slonik', 'client', data);

function onClient(target: Handle, name: string, args: readonly Value[], site: CallSite): Value | undefined {
  const [first] = args;
  if (!first) return undefined;
  if (name === 'connect') return site.run(first, [client({})]);
  if (name === 'transaction') {
    const transaction: Transaction = (target.data as Connection).transaction ?? {
      isolation: 'default',
      node: site.node,
    };
    return site.run(first, [client({ transaction })], { kind: 'transaction', transaction });
  }
  const query = fragmentIn(first);
  if (!query || !READS.test(name)) return undefined;
  const recorded = recordOn(target, sqlFromPieces(query.pieces), undefined, site, 'postgresql').at(-1);
  return recorded ? answerOf(name, recorded, site) : unknown;
}

const READS = /^(?:query|exists|(?:one|maybeOne|any|many)(?:First)?)$/u;

function answerOf(name: string, recorded: RecordedStatement, site: CallSite): Value {
  const rows = rowsOf(recorded);
  const row = site.property(rows, '0');
  switch (name) {
    case 'query':
      return object(
        [
          ['rows', rows],
          ['rowCount', rowCountOf(recorded)],
        ],
        [],
        true,
      );
    case 'exists':
      return recorded.operation ? result(recorded.operation, 'exists') : unknown;
    case 'one':
      site.throwsIf(not(row));
      return row;
    case 'oneFirst':
      site.throwsIf(not(row));
      return firstColumnOf(recorded, site);
    case 'maybeOne':
      return row;
    case 'maybeOneFirst':
      return firstColumnOf(recorded, site);
    case 'many':
      site.throwsIf(not(row));
      return rows;
    default:
      return rows;
  }
}
