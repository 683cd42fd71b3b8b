import { array, object, unknown } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { SqlDialect } from '../sql/parser.js';
import { recordSql, type RecordedStatement } from '../sql/record.js';
import { rowCountOf, rowsOf } from '../sql/rows.js';
import type { Raw } from './raw.js';

/** `await knex.raw(text, bindings)`: answers what the driver does. */
export function performRaw({ client, text, bindings, at }: Raw, site: CallSite): Value {
  const { transaction, connection, origin } = client;
  const dialect = dialectOf(client.dialect);
  const here: CallSite = {
    ...site,
    // Outside a transaction a row lock ends with the statement.
    record: facts => site.record(origin === 'made' ? { ...facts, rowLock: undefined } : facts, at),
  };
  const isPool = origin === 'made' && transaction === undefined && connection === undefined;
  const recorded = recordSql(text, bindings, here, { transaction, connection, isPool, dialect }).at(-1);
  return recorded ? answerOf(recorded, dialect) : unknown;
}

function dialectOf(name = ''): SqlDialect | undefined {
  if (/^(?:pg|postgres|cockroach|redshift)/u.test(name)) return 'postgresql';
  if (/^(?:mysql|mariadb)/u.test(name)) return 'mysql';
  return /sqlite|libsql|^d1$/u.test(name) ? 'sqlite' : undefined;
}

/** PostgreSQL's driver answers an object, MySQL's a pair, SQLite's a list; which one it is may be up to the environment. */
function answerOf(recorded: RecordedStatement, dialect: SqlDialect | undefined): Value {
  const [rows, count] = [rowsOf(recorded), rowCountOf(recorded)];
  if (dialect === 'sqlite') return rows;
  const isRead = recorded.statement.kind === 'select';
  const first = isRead
    ? rows
    : object(
        [
          ['affectedRows', count],
          ['changedRows', count],
        ],
        [],
        true,
      );
  if (dialect === 'mysql') return array([first], true);
  return object([['rows', rows], ['rowCount', count], ...(dialect ? [] : [['0', first] as const])], [], true);
}
