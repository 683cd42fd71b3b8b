import { noColumns, type Operation, type OperationFacts } from '../../operations/operation.js';
import { array, binary, constant, member, not, object, result } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { both, type Builder } from './builder.js';
import { conflictFilter } from './writes.js';

/** Runs the query; common table expressions that write run with it. */
export function perform(builder: Builder, site: CallSite, more: Partial<OperationFacts> = {}): Operation {
  const { client, table } = builder;
  const own = client.common.find(({ name }) => name === table.name);
  let source: Operation | undefined;
  for (const { name, query } of client.common) {
    if (query.action === 'read') continue;
    const inner = perform({ ...query, client: { ...client, common: [] } }, site);
    if (name === own?.name) source = inner;
  }
  // `with('added', db => db.insertInto(...).returning('id')).selectFrom('added')`: the rows are those of the
  // insert.
  if (source && builder.action === 'read') return source;
  return record(own ? inside(builder, own.query) : builder, site, more);
}

/** A query of a common table expression reads what that reads, unless another table is joined to it. */
const inside = (builder: Builder, { table, filter }: Builder): Builder =>
  builder.isJoined
    ? { ...builder, table: { name: undefined, alias: undefined, receiver: undefined } }
    : { ...builder, table, filter: both(builder.filter, filter) };

function record(builder: Builder, site: CallSite, more: Partial<OperationFacts>): Operation {
  const { client, table, action, filter, written, conflict } = builder;
  const isUpsert = action === 'upsert' || (action === 'insert' && conflict?.action === 'updated');
  const isInsert = action === 'insert' || action === 'upsert';
  return site.record({
    kind: isUpsert ? 'upsert' : action,
    resource: { kind: 'table', name: table.name, receiver: table.receiver },
    filter: isInsert ? (conflict ? conflictFilter(conflict, written) : noColumns) : filter,
    columns: written,
    onConflict: isUpsert ? 'updated' : conflict?.action,
    // Outside a transaction the lock ends with the statement.
    rowLock: builder.locksRows && !client.isPool ? true : undefined,
    aggregate: builder.aggregates.find(({ function: name }) => name !== 'count')?.column,
    transaction: client.transaction,
    connection: client.connection,
    ...more,
  });
}

/**
 * The list that `execute` answers. Without RETURNING it has one item that says how many rows were changed.
 */
export function rowsOf(operation: Operation, builder: Builder): Value {
  if (operation.kind === 'read')
    return isAggregated(builder) ? array([aggregateRow(operation, builder)]) : result(operation, 'rows');
  if (!builder.returns && builder.action !== 'read') return array([countsOf(operation)]);
  return isSure(operation) ? array([result(operation, 'written')], true) : result(operation, 'rows');
}

/** A row comes back whatever was there before. */
const isSure = ({ kind, onConflict }: Operation): boolean =>
  (kind === 'insert' && onConflict !== 'ignored') || kind === 'upsert';

/**
 * `executeTakeFirstOrThrow` throws NoResultError where no row came back. An update without RETURNING never
 * does: it always answers how many rows it changed.
 * https://kysely-org.github.io/kysely-apidoc/classes/UpdateQueryBuilder.html#executeTakeFirstOrThrow
 */
export function takeFirst(builder: Builder, throws: boolean, site: CallSite): Value {
  const answersRow = builder.action === 'read' ? !isAggregated(builder) : builder.returns;
  const operation = perform(builder, site, throws && answersRow ? { throwsWhenAbsent: true } : {});
  const row = site.property(rowsOf(operation, builder), '0');
  if (throws && answersRow && !isSure(operation)) site.throwsIf(not(row));
  return row;
}

/** https://kysely-org.github.io/kysely-apidoc/classes/UpdateResult.html: counts are bigints. */
const countsOf = (operation: Operation): Value =>
  object(
    [
      ...['numUpdatedRows', 'numChangedRows', 'numDeletedRows', 'numInsertedOrUpdatedRows'].map(
        (name): [string, Value] => [name, result(operation, 'affected')],
      ),
      ['insertId', member(result(operation, 'written'), 'id')],
    ],
    [],
    true,
  );

const isAggregated = ({ aggregates, isGrouped }: Builder): boolean => aggregates.length > 0 && !isGrouped;

function aggregateRow(operation: Operation, { aggregates }: Builder): Value {
  return object(
    aggregates.map(({ function: name, alias, isRaised }): [string, Value] => {
      const value = name === 'count' ? result(operation, 'count') : member(result(operation, 'row'), alias);
      return [alias, isRaised ? binary('+', value, constant(1)) : value];
    }),
  );
}
