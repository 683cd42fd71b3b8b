import type { Transaction } from '../../operations/operation.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { Parameters } from './parameters.js';
import type { SqlDialect } from './parser.js';
import { recordSql, recordText, type RecordedStatement } from './record.js';
import type { SqlText } from './text.js';

/** What the handle of a driver's pool or connection holds. */
export interface Connection {
  /** Each statement runs on whatever connection is free: no transaction and no row lock outlasts it. */
  readonly isPool?: boolean;
  readonly transaction?: Transaction | undefined;
  /** Calls return when the statement is done. */
  readonly isSynchronous?: boolean;
}

/**
 * Records what SQL does on a pool or connection: text, a call of a tag that makes a query, or what was put
 * together.
 */
export function recordOn(
  target: Handle,
  sql: Value | SqlText,
  parameters: Parameters,
  site: CallSite,
  dialect: SqlDialect,
): readonly RecordedStatement[] {
  const { isPool = false, transaction, isSynchronous } = target.data as Connection;
  const facts = { connection: isPool ? undefined : target, transaction, receiver: target, dialect, isPool };
  const here: CallSite = {
    ...site,
    record: (given, at) =>
      site.record({ ...given, isSynchronous, rowLock: isPool ? undefined : given.rowLock }, at),
  };
  if ('text' in sql) return recordText(sql, parameters, here, facts);
  // Packages like `sql-template-strings` make the query object by a tag: its values are parameters.
  const [template] = sql.kind === 'call' && sql.node.type === 'TaggedTemplateExpression' ? sql.args : [];
  return template && sql.kind === 'call'
    ? recordSql(template, undefined, { ...here, node: sql.node }, { ...facts, tagged: true })
    : recordSql(sql, parameters, here, facts);
}
