import { noColumns, type Columns, type Operation, type OperationFacts } from '../../operations/operation.js';
import { array, object, result, unknown } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsOf, isGiven } from '../columns.js';
import { aggregatedColumn, aggregateRows, aggregatesOf } from './aggregate.js';
import { readFilter } from './filter.js';
import { placeholderName } from './fragment.js';
import { queryIn, type Query } from './query.js';
import { columnsIn } from './sql-text.js';
import { writtenValue } from './written-value.js';

/** Runs the query that was built, as awaiting it does, and says what it answers. */
export function perform(query: Query, site: CallSite, parameters?: Value): Value {
  for (const inner of query.common) if (inner.action !== 'read') perform(inner, site);
  const record = (facts: Pick<OperationFacts, 'kind'> & Partial<OperationFacts>): Operation =>
    recordQuery(query, facts, parameters, site);
  switch (query.action) {
    case 'read':
      return performRead(query, record, site);
    case 'insert':
      return performInsert(query, record, site);
    case 'update':
      return changed(
        query,
        record({
          kind: 'update',
          filter: filterOf(query, site),
          columns: columnsWritten(query.written, site),
        }),
      );
    case 'delete':
      return changed(query, record({ kind: 'delete', filter: filterOf(query, site) }));
  }
}

type Recorder = (facts: Pick<OperationFacts, 'kind'> & Partial<OperationFacts>) => Operation;

function recordQuery(
  { client, table, at }: Query,
  facts: Parameters<Recorder>[0],
  parameters: Value | undefined,
  site: CallSite,
): Operation {
  const given = { filter: noColumns, columns: noColumns, ...facts };
  const fill = (columns: Columns): Columns => (parameters ? filled(columns, parameters, site) : columns);
  const { name, receiver, declared } = table;
  return site.record(
    {
      resource: { kind: 'table', name, receiver, declared: declared && (() => declared) },
      transaction: client.transaction,
      ...given,
      filter: fill(given.filter),
      columns: fill(given.columns),
    },
    at,
  );
}

/** `prepared.execute({ email })` puts what it is given in the place of the placeholders. */
function filled(columns: Columns, parameters: Value, site: CallSite): Columns {
  const entries = [...columns.entries].map(([name, value]): [string, Value] => {
    const parameter = placeholderName(value);
    return [name, parameter === undefined ? value : site.property(parameters, parameter)];
  });
  return { ...columns, entries: new Map(entries) };
}

const filterOf = ({ conditions, table, client }: Query, site: CallSite): Columns =>
  readFilter(conditions, { table, dialect: client.driver.dialect, site });

function performRead(query: Query, record: Recorder, site: CallSite): Value {
  const aggregates = aggregatesOf(query);
  const operation = record({
    kind: 'read',
    filter: filterOf(query, site),
    aggregate: aggregates && aggregatedColumn(aggregates.values()),
    // Outside a transaction the lock ends with the statement.
    rowLock: query.locksRows && query.client.origin !== 'made' ? true : undefined,
  });
  if (aggregates) return aggregateRows(operation, aggregates, site);
  return result(operation, query.answers);
}

function performInsert(query: Query, record: Recorder, site: CallSite): Value {
  const { conflict, written, source } = query;
  const from = queryIn(source);
  if (from) perform(from, site);
  const columns = source ? selectedColumns(from, source) : columnsWritten(written, site);
  const filter = conflict ? targetColumns(conflict.target, columns) : noColumns;
  if (conflict?.action === 'updated')
    return inserted(query, record({ kind: 'upsert', filter, columns, onConflict: 'updated' }));
  if (!conflict) return inserted(query, record({ kind: 'insert', columns }));
  const operation = record({ kind: 'insert', filter, columns, onConflict: 'ignored' });
  // Where the row was there, nothing is answered.
  return query.returns ? result(operation, 'rows') : statementAnswer(operation);
}

/** Columns that `insert().select(...)` fills: their values are those of other rows. */
function selectedColumns(from: Query | undefined, source: Value): Columns {
  const { entries, rest } = columnsOf(from?.fields);
  const isWhole = from?.fields === undefined;
  return {
    entries: new Map([...entries].map(([name, value]) => [name, value.kind === 'handle' ? unknown : value])),
    rest: isWhole ? [source] : rest,
    compared: new Set(),
  };
}

/** Rows written are there; one was given, or a list of them. */
const inserted = (query: Query, operation: Operation): Value =>
  query.returns
    ? array([result(operation, 'written')], query.written?.kind !== 'object')
    : statementAnswer(operation);

const changed = (query: Query, operation: Operation): Value =>
  query.returns ? result(operation, 'rows') : statementAnswer(operation);

/**
 * What a statement without rows answers is up to the driver: `rowCount` (node-postgres, Neon, Vercel),
 * `count` (postgres.js), `[{ affectedRows }]` (mysql2), `rowsAffected` (PlanetScale, libSQL), `changes`
 * (better-sqlite3), `meta.changes` (D1). Code reads the one its driver gives.
 */
export function statementAnswer(operation: Operation, rows: Value = array([])): Value {
  const count = result(operation, 'affected');
  const named = ['rowCount', 'count', 'affectedRows', 'rowsAffected', 'changes'].map(
    (name): [string, Value] => [name, count],
  );
  const header = object(
    [
      ['affectedRows', count],
      ['changedRows', count],
    ],
    [],
    true,
  );
  return object(
    [...named, ['meta', object([['changes', count]], [], true)], ['0', header], ['rows', rows]],
    [],
    true,
  );
}

/** Columns of `onConflictDoUpdate({ target })` with the values written to them. */
function targetColumns(target: Value | undefined, columns: Columns): Columns {
  if (!target) return noColumns;
  const parts = target.kind === 'array' ? target.elements : [target];
  const names = parts.flatMap(part => columnsIn(part).map(({ name }) => name));
  return {
    entries: new Map(names.map(name => [name, columns.entries.get(name) ?? unknown])),
    rest: names.length === 0 ? [target] : [],
    compared: new Set(),
  };
}

function columnsWritten(written: Value | undefined, site: CallSite): Columns {
  const { entries, rest } = columnsOf(written);
  return {
    entries: new Map(
      [...entries]
        .filter(([, value]) => isGiven(value))
        .map(([name, value]) => [name, writtenValue(name, value, site)]),
    ),
    rest,
    compared: new Set(),
  };
}
