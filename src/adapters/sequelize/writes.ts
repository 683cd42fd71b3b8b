import { noColumns, type Columns } from '../../operations/operation.js';
import { array, nullValue, object, result, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { draft } from './draft-row.js';
import { isTrue, option, textOf } from './handles.js';
import { runBeforeInsert } from './hooks.js';
import { whereOf } from './reads.js';
import { record } from './record.js';
import { incrementedColumns, writtenColumns } from './written.js';

/** https://sequelize.org/api/v6/class/src/model.js~model */
export function writeMethod(
  on: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first, second] = args;
  switch (name) {
    case 'build':
      return draft(on, first, site);
    case 'bulkBuild':
      return array([draft(on, first?.kind === 'array' ? first.elements[0] : undefined, site)], true);
    case 'create':
      return insert(on, first, second, site);
    case 'bulkCreate':
      return bulkCreate(on, first, second, site);
    case 'upsert':
    case 'insertOrUpdate':
      return upsert(on, first, second, site);
    case 'update': {
      // https://sequelize.org/api/v6/class/src/model.js~model#static-method-update
      const operation = record(on, 'update', second, site, {
        filter: whereOf(second, site),
        columns: writtenColumns(first, site),
      });
      return array([result(operation, 'affected'), result(operation, 'rows')]);
    }
    case 'increment':
    case 'decrement': {
      const columns = incrementedColumns(first, option(second, 'by', site), site);
      const operation = record(on, 'update', second, site, { filter: whereOf(second, site), columns });
      return array([array([result(operation, 'rows'), result(operation, 'affected')], true)], true);
    }
    case 'restore': {
      const columns: Columns = { ...noColumns, entries: new Map([['deletedAt', nullValue]]) };
      return result(record(on, 'update', first, site, { filter: whereOf(first, site), columns }), 'affected');
    }
    case 'destroy':
      return result(record(on, 'delete', first, site, { filter: whereOf(first, site) }), 'affected');
    case 'truncate':
      record(on, 'delete', first, site);
      return unknown;
    default:
      return undefined;
  }
}

/** `create(fields, options)`: hooks that run before it may refuse. */
export function insert(
  on: Handle,
  fields: Value | undefined,
  options: Value | undefined,
  site: CallSite,
): Value {
  runBeforeInsert(on, draft(on, fields, site), options, site);
  const columns = writtenColumns(fields, site);
  const operation = record(on, 'insert', options, site, {
    columns,
    onConflict: isTrue(option(options, 'ignoreDuplicates', site)) ? 'ignored' : undefined,
  });
  return object(columns.entries, [result(operation, 'written')]);
}

/**
 * One INSERT. `ignoreDuplicates` is ON CONFLICT DO NOTHING; `updateOnDuplicate` updates, by
 * `conflictAttributes` or what unique key Sequelize finds:
 * https://sequelize.org/api/v6/class/src/model.js~model#static-method-bulkCreate
 */
function bulkCreate(on: Handle, rows: Value | undefined, options: Value | undefined, site: CallSite): Value {
  const columns = writtenColumns(rows, site);
  const updated = option(options, 'updateOnDuplicate', site);
  if (updated) {
    const filter = conflictFilter(option(options, 'conflictAttributes', site), columns);
    return result(record(on, 'upsert', options, site, { filter, columns, onConflict: 'updated' }), 'rows');
  }
  const isIgnoring = isTrue(option(options, 'ignoreDuplicates', site));
  const operation = record(on, 'insert', options, site, {
    columns,
    onConflict: isIgnoring ? 'ignored' : undefined,
  });
  return isIgnoring
    ? result(operation, 'rows')
    : array([object(columns.entries, [result(operation, 'written')])], true);
}

/**
 * One statement, ON CONFLICT DO UPDATE or ON DUPLICATE KEY UPDATE. Without `conflictFields` Sequelize takes
 * the primary key if it is given, else the first unique key with a column that is.
 * https://sequelize.org/api/v6/class/src/model.js~model#static-method-upsert
 */
function upsert(on: Handle, fields: Value | undefined, options: Value | undefined, site: CallSite): Value {
  const columns = writtenColumns(fields, site);
  const filter = conflictFilter(option(options, 'conflictFields', site), columns);
  const operation = record(on, 'upsert', options, site, { filter, columns, onConflict: 'updated' });
  return array([object(columns.entries, [result(operation, 'written')]), unknown]);
}

function conflictFilter(fields: Value | undefined, { entries }: Columns): Columns {
  const names = fields?.kind === 'array' ? fields.elements.flatMap(field => textOf(field) ?? []) : [];
  return { ...noColumns, entries: new Map(names.map(name => [name, entries.get(name) ?? unknown])) };
}
