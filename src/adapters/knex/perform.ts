import { noColumns, type Columns, type Operation, type OperationFacts } from '../../operations/operation.js';
import { array, call, result, unknown } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsOf, isGiven } from '../columns.js';
import { aggregatedColumn, aggregateRow } from './aggregate.js';
import type { Builder } from './builder.js';
import { finishedFilter } from './conditions.js';
import { rawIn, writtenValue } from './raw.js';
import { readColumn } from './table.js';

/** Runs the query that was built, as awaiting it does, and says what it answers. */
export function perform(builder: Builder, site: CallSite): Value {
  switch (builder.action) {
    case 'read':
      return performRead(builder, site);
    case 'insert':
    case 'upsert':
      return performInsert(builder, site);
    case 'update': {
      const operation = record(builder, site, {
        kind: 'update',
        filter: filterOf(builder),
        columns: updatedColumns(builder),
      });
      return result(operation, builder.returns ? 'rows' : 'affected');
    }
    case 'delete':
      return result(
        record(builder, site, { kind: 'delete', filter: filterOf(builder) }),
        builder.returns ? 'rows' : 'affected',
      );
  }
}

function record(
  { client, table, at }: Builder,
  site: CallSite,
  facts: Pick<OperationFacts, 'kind'> & Partial<OperationFacts>,
): Operation {
  return site.record(
    {
      resource: { kind: 'table', name: table.name, receiver: table.receiver },
      filter: noColumns,
      columns: noColumns,
      transaction: client.transaction,
      connection: client.connection,
      ...facts,
    },
    at,
  );
}

const filterOf = ({ filter, table }: Builder): Columns => finishedFilter(filter, table);

function performRead(builder: Builder, site: CallSite): Value {
  const operation = record(builder, site, {
    kind: 'read',
    filter: filterOf(builder),
    aggregate: aggregatedColumn(builder),
    // Outside a transaction the lock ends with the statement.
    rowLock: builder.locksRows && builder.client.origin !== 'made' ? true : undefined,
  });
  if (builder.aggregates.length > 0 && !builder.isGrouped) return aggregateRow(operation, builder);
  return result(operation, builder.answersOneRow ? 'row' : 'rows');
}

function performInsert(builder: Builder, site: CallSite): Value {
  const [data] = builder.written;
  const columns = named(columnsOf(data), builder);
  const { conflict } = builder;
  if (builder.action === 'upsert' || conflict?.resolution === 'updated') {
    const filter = conflictColumns(conflict?.columns, columns, builder);
    return rowsWritten(
      record(builder, site, { kind: 'upsert', filter, columns, onConflict: 'updated' }),
      data,
    );
  }
  if (conflict?.resolution === 'ignored') {
    const filter = conflictColumns(conflict.columns, columns, builder);
    return result(record(builder, site, { kind: 'insert', filter, columns, onConflict: 'ignored' }), 'rows');
  }
  return rowsWritten(record(builder, site, { kind: 'insert', columns }), data);
}

/** The rows or ids written: as many as were given. */
const rowsWritten = (operation: Operation, data: Value | undefined): Value =>
  array([result(operation, 'written')], data?.kind !== 'object');

/** Columns of `onConflict(...)` with the values written to them, and what `merge().where(...)` compares. */
function conflictColumns(target: Value | undefined, columns: Columns, { filter, table }: Builder): Columns {
  const names = targetNames(target);
  const entries = new Map(names.map(name => [name, columns.entries.get(name) ?? unknown]));
  const { compared, entries: tested } = finishedFilter(filter, table);
  return {
    entries,
    rest: target && names.length === 0 ? [target] : [],
    compared: new Set([...compared, ...tested.keys()]),
  };
}

/** `'email'`, `['tenant_id', 'email']`, `raw('(lower(email)) where deleted_at is null')`. */
function targetNames(target: Value | undefined): readonly string[] {
  if (!target) return [];
  if (target.kind === 'array') return target.elements.flatMap(targetNames);
  const raw = rawIn(target)?.text;
  if (raw?.kind === 'constant')
    return (
      /\((?<list>.*?)\)\s*(?:where|$)/iu
        .exec(String(raw.value))
        ?.groups?.['list']?.match(/\b\w+\b(?!\s*\()/gu) ?? []
    );
  return target.kind === 'constant' && typeof target.value === 'string' ? [target.value] : [];
}

function updatedColumns(builder: Builder): Columns {
  const parts = builder.written.map(part => named(columnsOf(part), builder));
  const atomic = [...builder.atomic].map(([name, amount]): [string, Value] => [
    name,
    call('atomic', undefined, [amount], builder.at.node),
  ]);
  return {
    entries: new Map([...parts.flatMap(({ entries }) => [...entries]), ...atomic]),
    rest: parts.flatMap(({ rest }) => rest),
    compared: new Set(),
  };
}

/** Columns without their table's name and with SQL fragments in place. */
function named({ entries, rest }: Columns, { table }: Builder): Columns {
  const given = [...entries].filter(([, value]) => isGiven(value));
  return {
    entries: new Map(
      given.map(([name, value]) => {
        const { column } = readColumn(name, table);
        return [column, writtenValue(column, value)];
      }),
    ),
    rest,
    compared: new Set(),
  };
}
