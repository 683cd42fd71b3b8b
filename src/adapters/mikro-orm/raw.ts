import { object, unknown } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { recordSql } from '../sql/record.js';
import { rowCountOf, rowsOf } from '../sql/rows.js';
import { connectionOf, type Manager } from './handles.js';
import { textIn } from './property-options.js';

/**
 * `execute(sql, parameters, method)`: all rows; one row with the method `get`, numbers with `run`.
 * https://mikro-orm.io/docs/query-builder#running-native-sql-query
 */
export function rawQuery(through: Manager, args: readonly Value[], site: CallSite): Value | undefined {
  const [sql, parameters, method] = args;
  if (!sql || sql.kind === 'handle') return undefined;
  const { transaction } = through;
  const last = recordSql(sql, parameters, site, { transaction, connection: connectionOf(through, site) }).at(
    -1,
  );
  if (!last) return unknown;
  switch (textIn(method)) {
    case 'run':
      return object(
        [
          ['affectedRows', rowCountOf(last)],
          ['rows', rowsOf(last)],
        ],
        [],
        true,
      );
    case 'get':
      return site.property(rowsOf(last), '0');
    default:
      return rowsOf(last);
  }
}
