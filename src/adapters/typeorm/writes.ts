import type { Columns, Operation } from '../../operations/operation.js';
import { array, assigned, nullValue, object, result, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { primaryKey } from './entity.js';
import { atomic, dataColumns, draft } from './entity-value.js';
import { record, type Repository } from './handles.js';
import { remove, save } from './save.js';
import { criteriaColumns } from './where.js';

/** `on.name(...args)` where it writes, or makes what will be written. */
export function writeMethod(
  on: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first, second, third] = args;
  const criteria = (value: Value | undefined): Columns =>
    criteriaColumns(value, primaryKey((on.data as Repository).entity, site).names);
  switch (name) {
    case 'create':
      return first?.kind === 'array'
        ? array(
            first.elements.map(part => draft(on, part, site)),
            first.open,
          )
        : draft(on, first, site);
    case 'merge':
      return merge(args, site);
    case 'save':
      return first && save(on, first, site);
    case 'insert':
      return inserted(
        record(on, 'insert', site, { columns: dataColumns(first, on.data as Repository, site) }),
      );
    case 'upsert':
      return inserted(
        record(
          on,
          'upsert',
          site,
          upsertFacts(dataColumns(first, on.data as Repository, site), conflictPaths(second, site)),
        ),
      );
    case 'update':
      return affected(
        record(on, 'update', site, {
          filter: criteria(first),
          columns: dataColumns(second, on.data as Repository, site),
        }),
      );
    case 'restore':
      return affected(record(on, 'update', site, { filter: criteria(first), columns: deletedAt(nullValue) }));
    case 'increment':
    case 'decrement': {
      const columns =
        second?.kind === 'constant'
          ? new Map([[String(second.value), atomic(third ?? unknown, site)]])
          : new Map<string, Value>();
      return affected(
        record(on, 'update', site, {
          filter: criteria(first),
          columns: { entries: columns, rest: [], compared: new Set() },
        }),
      );
    }
    case 'delete':
    case 'softDelete':
      return affected(record(on, 'delete', site, { filter: criteria(first) }));
    case 'deleteAll':
    case 'clear':
      return affected(record(on, 'delete', site));
    case 'remove':
    case 'softRemove':
      return remove(on, first, site);
    case 'recover':
      return first && save(on, first, site);
    default:
      return undefined;
  }
}

const deletedAt = (value: Value): Columns => ({
  entries: new Map([['deletedAt', value]]),
  rest: [],
  compared: new Set(),
});

/** `merge(row, ...changes)` changes the row that it is given and answers it. */
function merge([row, ...changes]: readonly Value[], site: CallSite): Value | undefined {
  if (!row) return undefined;
  const merged = assigned(row, changes);
  site.replace(row, merged);
  return merged;
}

/** `['email']`, `{ conflictPaths: ['email'] }`, `{ conflictPaths: { email: true } }`. */
function conflictPaths(value: Value | undefined, site: CallSite): readonly string[] {
  if (!value) return [];
  if (value.kind === 'array')
    return value.elements.flatMap(part => (part.kind === 'constant' ? [String(part.value)] : []));
  if (value.kind !== 'object') return [];
  const paths = value.entries.has('conflictPaths') ? site.property(value, 'conflictPaths') : undefined;
  return paths?.kind === 'object' ? [...paths.entries.keys()] : conflictPaths(paths, site);
}

/** The conflict target is the filter, with the values that are inserted. */
export function upsertFacts(
  columns: Columns,
  paths: readonly string[],
): { filter: Columns; columns: Columns; onConflict: 'updated' } {
  const entries = new Map(paths.map(path => [path, columns.entries.get(path) ?? unknown]));
  return { filter: { entries, rest: [], compared: new Set() }, columns, onConflict: 'updated' };
}

/** `UpdateResult`, `DeleteResult`. */
export const affected = (operation: Operation): Value =>
  object(
    [
      ['affected', result(operation, 'affected')],
      ['raw', result(operation, 'rows')],
    ],
    [],
    true,
  );

/** `InsertResult`; where a conflict is ignored the lists may be empty. */
export function inserted(operation: Operation): Value {
  const rows =
    operation.onConflict === 'ignored'
      ? result(operation, 'rows')
      : array([result(operation, 'written')], true);
  return object(
    ['raw', 'identifiers', 'generatedMaps'].map(name => [name, rows]),
    [],
    true,
  );
}
