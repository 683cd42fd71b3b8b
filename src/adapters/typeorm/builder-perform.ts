import { noColumns, type Operation, type OperationFacts } from '../../operations/operation.js';
import { array, not, nullValue, object, result } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { filterColumns } from './builder-conditions.js';
import type { Builder } from './builder.js';
import { dataColumns } from './entity-value.js';
import { record, type Repository } from './handles.js';
import { affected, inserted, upsertFacts } from './writes.js';

/** Runs the query if the method does; `undefined` where it is another step of the chain. */
export function performMethod(builder: Builder, name: string, site: CallSite): Value | undefined {
  switch (name) {
    case 'execute':
      return execute(builder, site);
    case 'getOne':
      return result(read(builder, site), 'row');
    case 'getOneOrFail': {
      const row = result(read(builder, site, { throwsWhenAbsent: true }), 'row');
      site.throwsIf(not(row));
      return row;
    }
    case 'getMany':
    case 'stream':
      return result(read(builder, site), 'rows');
    case 'getRawMany':
      return isAggregated(builder) ? array([rawRow(builder, site)]) : result(read(builder, site), 'rows');
    case 'getRawOne':
      return rawRow(builder, site);
    case 'getRawAndEntities': {
      const rows = result(read(builder, site), 'rows');
      return object([
        ['entities', rows],
        ['raw', rows],
      ]);
    }
    case 'getCount':
      return result(read(builder, site), 'count');
    case 'getExists':
      return result(read(builder, site), 'exists');
    case 'getManyAndCount': {
      const operation = read(builder, site);
      return array([result(operation, 'rows'), result(operation, 'count')]);
    }
    default:
      return undefined;
  }
}

function read(builder: Builder, site: CallSite, facts: Partial<OperationFacts> = {}): Operation {
  return record(
    builder.on,
    'read',
    { ...site, record: given => site.record(given, builder.at) },
    {
      filter: filterColumns(builder, site),
      rowLock: builder.locksRows || undefined,
      ...facts,
    },
  );
}

const AGGREGATE =
  /^\s*(?:coalesce\s*\(\s*)?(max|min|sum|avg|count)\s*\(\s*(?:distinct\s+)?(?:["`]?\w+["`]?\.)?["`]?(\w+|\*)["`]?\s*\)/iu;

const isAggregated = ({ selected }: Builder): boolean =>
  selected.length === 1 && AGGREGATE.test(selected[0]?.expression ?? '');

/** `select('MAX(card.position)', 'max').getRawOne()`. */
function rawRow(builder: Builder, site: CallSite): Value {
  const [first] = builder.selected;
  const [, name, column] = AGGREGATE.exec(first?.expression ?? '') ?? [];
  const operation = read(builder, site, { aggregate: column });
  if (name?.toLowerCase() !== 'count') return result(operation, 'row');
  return object([[first?.name ?? 'count', result(operation, 'count')]], [], true);
}

function execute(builder: Builder, site: CallSite): Value {
  const { on, action, conflict, written } = builder;
  const at: CallSite = { ...site, record: given => site.record(given, builder.at) };
  switch (action) {
    case 'insert': {
      const columns = dataColumns(written, on.data as Repository, site);
      if (conflict?.action === 'updated')
        return inserted(record(on, 'upsert', at, upsertFacts(columns, conflict.columns)));
      return inserted(record(on, 'insert', at, { columns, onConflict: conflict?.action }));
    }
    case 'update':
      return affected(
        record(on, 'update', at, {
          filter: filterColumns(builder, site),
          columns: dataColumns(written, on.data as Repository, site),
        }),
      );
    case 'restore':
      return affected(
        record(on, 'update', at, {
          filter: filterColumns(builder, site),
          columns: { ...noColumns, entries: new Map([['deletedAt', nullValue]]) },
        }),
      );
    case 'delete':
      return affected(record(on, 'delete', at, { filter: filterColumns(builder, site) }));
    default:
      return result(read(builder, site), 'rows');
  }
}
