import { array, constant, object, result, undefinedValue, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { SqlDialect } from '../sql/statement.js';
import { recordSql } from '../sql/record.js';
import { rowCountOf, rowsOf } from '../sql/rows.js';
import {
  connection,
  handleName,
  isTrue,
  named,
  newModel,
  option,
  plainConnection,
  textOf,
  through,
  type Connection,
} from './handles.js';
import { begin, isolationOf, openTransaction } from './transactions.js';

const DIALECTS: readonly (readonly [RegExp, SqlDialect])[] = [
  [/^(?:postgres|cockroach)/iu, 'postgresql'],
  [/^(?:mysql|mariadb)/iu, 'mysql'],
  [/^sqlite/iu, 'sqlite'],
];

/** `new Sequelize(options)`, `new Sequelize(url, options)`, `new Sequelize(name, user, password, options)`. */
export function openConnection(args: readonly Value[], version: 6 | 7, site: CallSite): Handle {
  const options = args.findLast(({ kind }) => kind === 'object');
  const given =
    textOf(option(options, 'dialect', site)) ??
    textOf(args[0]) ??
    handleName(option(options, 'dialect', site));
  const dialect = DIALECTS.find(([test]) => test.test(given))?.[1];
  return connection({
    ...plainConnection,
    dialect,
    // Of two transactions of SQLite that read and then write, one is sent back.
    isolation:
      isolationOf(option(options, 'isolationLevel', site)) ??
      (dialect === 'sqlite' ? 'serializable' : 'default'),
    isAmbient: version === 7 && !isTrue(option(options, 'disableClsTransactions', site)),
  });
}

export function connectionMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first, second, third] = args;
  switch (name) {
    case 'define': {
      const place = { file: site.file, line: site.line };
      return newModel({ name: textOf(first), definition: { attributes: second, options: third, place } });
    }
    case 'model':
      return newModel({ name: textOf(first) });
    case 'getRepository':
      return first;
    case 'transaction':
      return openTransaction(target, args, site);
    case 'startUnmanagedTransaction':
      return begin(target, first, site);
    case 'query':
      return rawQuery(target, first, second, site);
    case 'getQueryInterface':
      return queryInterface();
    case 'addModels':
    case 'authenticate':
    case 'sync':
    case 'close':
    case 'drop':
      return undefinedValue;
    default:
      return undefined;
  }
}

export const queryInterface = (): Handle => named('query-interface', '');

/**
 * `query(sql, { replacements, bind, type })`: rows where `type` is SELECT, what is written where it says so,
 * and `[results, metadata]` without it. https://sequelize.org/docs/v6/core-concepts/raw-queries/
 */
function rawQuery(
  target: Handle,
  sql: Value | undefined,
  options: Value | undefined,
  site: CallSite,
): Value | undefined {
  if (!sql) return undefined;
  const text = sql.kind === 'object' ? option(sql, 'query', site) : sql;
  const given = option(options, 'replacements', site) ?? option(options, 'bind', site);
  const { dialect } = target.data as Connection;
  const within = through(options, site);
  const isPool = within.transaction === undefined && site.ambientTransaction === undefined;
  const facts = { ...within, isPool, receiver: target, dialect };
  const last = recordSql(text ?? sql, given, site, facts).at(-1);
  if (!last) return unknown;
  const rows = rowsOf(last);
  const type = handleName(option(options, 'type', site)) || textOf(option(options, 'type', site)) || '';
  if (isTrue(option(options, 'plain', site)) && last.operation) return result(last.operation, 'row');
  if (/^SELECT$/iu.test(type)) return rows;
  if (/^(?:UPDATE|BULKUPDATE|BULKDELETE|DELETE|INSERT|UPSERT)$/iu.test(type))
    return /^(?:UPDATE|BULK)/iu.test(type)
      ? array([rows, rowCountOf(last)])
      : array([rows, constant(1)], true);
  const metadata = object(
    [
      ['rowCount', rowCountOf(last)],
      ['affectedRows', rowCountOf(last)],
    ],
    [],
    true,
  );
  return array([rows, metadata]);
}
