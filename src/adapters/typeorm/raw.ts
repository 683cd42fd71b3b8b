import { array, object, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { sourceOf } from './handles.js';
import { recordSql } from '../sql/record.js';
import { rowCountOf, rowsOf } from '../sql/rows.js';

/** `query(sql, parameters)`: rows; of an UPDATE or DELETE what the driver answers. */
export function rawQuery(target: Handle, args: readonly Value[], site: CallSite): Value | undefined {
  const [sql, parameters] = args;
  if (!sql) return undefined;
  const { transaction, connection, dialect } = sourceOf(target);
  // A manager may be that of a transaction which a caller opened.
  const isPool = target.type === 'data-source' && transaction === undefined && connection === undefined;
  const facts = { transaction, connection, isPool, receiver: target, dialect };
  const last = recordSql(sql, parameters, site, facts).at(-1);
  if (!last) return unknown;
  const { kind } = last.statement;
  if (kind !== 'update' && kind !== 'delete') return rowsOf(last);
  // PostgreSQL's driver answers `[rows, count]`, MySQL's `{ affectedRows }`.
  if (dialect === 'mysql') return object([['affectedRows', rowCountOf(last)]], [], true);
  return array([rowsOf(last), rowCountOf(last)]);
}
