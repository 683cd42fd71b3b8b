import { noColumns, type Columns, type OperationFacts } from '../../operations/operation.js';
import { array, object, unknown } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { recordText, type RecordedStatement } from '../sql/record.js';
import { rowCountOf, rowsOf } from '../sql/rows.js';
import { sqlFromValue } from '../sql/text.js';
import type { Client } from './client.js';
import { fragmentIn } from './fragment.js';
import { perform, statementAnswer } from './perform.js';
import { queryIn } from './query.js';
import { columnsIn, sqlToRead, tablesIn } from './sql-text.js';
import { codeName, type TableReference } from './table.js';

/**
 * `db.execute(sql...)` of PostgreSQL and MySQL, `db.run`, `db.all`, `db.get` and `db.values` of SQLite.
 * https://orm.drizzle.team/docs/sql#query-raw-sql
 */
export function performRaw(
  client: Client,
  name: string,
  [statement]: readonly Value[],
  site: CallSite,
): Value | undefined {
  const query = queryIn(statement);
  if (query) return perform(query, site);
  if (!statement) return undefined;
  const { dialect } = client.driver;
  const text = fragmentIn(statement) ? sqlToRead(statement, dialect) : sqlFromValue(statement);
  if (!text) return undefined;
  const tables = [...tablesIn(statement), ...columnsIn(statement).map(({ table }) => table)];
  const here: CallSite = { ...site, record: (facts, at) => site.record(onTable(facts, tables, client), at) };
  const recorded = recordText(text, undefined, here, { transaction: client.transaction, dialect }).at(-1);
  return recorded ? answerOf(recorded, name, client, site) : unknown;
}

/** Columns get the names that the code has for them, and the table what it is declared to be. */
function onTable(
  facts: OperationFacts,
  tables: readonly TableReference[],
  { origin }: Client,
): OperationFacts {
  const table = tables.find(({ name }) => name !== undefined && name === facts.resource.name);
  const renamed = ({ entries, rest, compared }: Columns): Columns =>
    table && (entries.size > 0 || compared.size > 0)
      ? {
          entries: new Map([...entries].map(([name, value]) => [codeName(table, name), value])),
          rest,
          compared: new Set([...compared].map(name => codeName(table, name))),
        }
      : { entries, rest, compared };
  const declared = table?.declared;
  return {
    ...facts,
    resource: declared ? { ...facts.resource, declared: () => declared } : facts.resource,
    filter: facts.filter === noColumns ? noColumns : renamed(facts.filter),
    columns: facts.columns === noColumns ? noColumns : renamed(facts.columns),
    // Outside a transaction the lock ends with the statement.
    rowLock: origin === 'made' ? undefined : facts.rowLock,
  };
}

/**
 * node-postgres answers an object with `rows`, postgres.js the rows, mysql2 a pair, SQLite what the method
 * says.
 */
function answerOf(recorded: RecordedStatement, name: string, { driver }: Client, site: CallSite): Value {
  const [rows, count] = [rowsOf(recorded), rowCountOf(recorded)];
  if (name === 'all' || name === 'values') return rows;
  if (name === 'get') return site.property(rows, '0');
  const { operation, statement } = recorded;
  const isSilent = statement.kind !== 'select' && !statement.returning;
  if (operation && isSilent) return statementAnswer(operation, rows);
  if (driver.answersRows) return rows;
  if (driver.dialect === 'mysql') return array([rows], true);
  return object(
    [['rows', rows], ['rowCount', count], ...(driver.dialect ? [] : [['0', rows] as const])],
    [],
    true,
  );
}
