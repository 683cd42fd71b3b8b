import type { Columns } from '../../operations/operation.js';
import { array, assigned, object, result, unknown } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { draft, change, reference } from './unit-of-work.js';
import { tableOf } from './entity.js';
import { dataColumns, entityObject, instanceColumns } from './entity-value.js';
import { factsOn, type Repository } from './handles.js';
import { namesIn, isFalse, isTrue, textIn } from './property-options.js';
import { whereColumns } from './where.js';

/**
 * `on.name(...args)` where it writes by a statement of its own, or makes what will be written. The native ones answer
 * the number of rows; `upsert` answers the entity.
 */
export function writeMethod(
  on: Repository,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first, second] = args;
  const by = (where: Value | undefined): Columns => whereColumns(where, on.entity, site);
  switch (name) {
    case 'create':
      return created(on, first, second, site);
    case 'insert':
    case 'nativeInsert':
    case 'insertMany': {
      const written = result(
        site.record(factsOn(on, 'insert', site, { columns: objectColumns(first, site) })),
        'written',
      );
      // They answer primary keys.
      return name === 'insertMany'
        ? array([site.property(written, 'id')], true)
        : site.property(written, 'id');
    }
    case 'nativeUpdate':
      return result(
        site.record(factsOn(on, 'update', site, { filter: by(first), columns: objectColumns(second, site) })),
        'affected',
      );
    case 'nativeDelete':
      return result(site.record(factsOn(on, 'delete', site, { filter: by(first) })), 'affected');
    case 'upsert':
      return upsert(on, first, second, site);
    case 'upsertMany': {
      const row = upsert(on, first, second, site);
      return array([row], true);
    }
    case 'getReference':
      return reference(on, by(first), site);
    case 'merge':
    case 'map':
      return first && reference(on, by(first), site);
    default:
      return undefined;
  }
}

function created(
  on: Repository,
  fields: Value | undefined,
  options: Value | undefined,
  site: CallSite,
): Value {
  const says = (name: string): Value | undefined => options && site.property(options, name);
  if (isTrue(says('managed'))) return reference(on, dataColumns(fields, site), site);
  if (isFalse(says('persist'))) return object(dataColumns(fields, site).entries, [], true);
  return draft(on, fields, site);
}

/** Also of an entity that was made: `em.insert(user)`. */
function objectColumns(value: Value | undefined, site: CallSite): Columns {
  const given = value && entityObject(value);
  if (given?.kind === 'instance') return instanceColumns(given.instance, site);
  return given?.kind === 'draft' && value?.kind !== 'object'
    ? given.insert.columns
    : dataColumns(value, site);
}

/**
 * One statement. Without `onConflictFields` the conflict target is the primary key or the first unique property or
 * constraint that the data fills. https://mikro-orm.io/docs/entity-manager#upsert
 */
function upsert(on: Repository, data: Value | undefined, options: Value | undefined, site: CallSite): Value {
  const columns = objectColumns(data, site);
  const option = (name: string): Value | undefined => options && site.property(options, name);
  const filter = conflictTarget(on, columns, option('onConflictFields'), site);
  const isIgnored = textIn(option('onConflictAction')) === 'ignore';
  const operation = site.record(
    factsOn(on, isIgnored ? 'insert' : 'upsert', site, {
      filter,
      columns,
      onConflict: isIgnored ? 'ignored' : 'updated',
    }),
  );
  return object(columns.entries, [result(operation, 'written')]);
}

export function conflictTarget(
  on: Repository,
  columns: Columns,
  fields: Value | undefined,
  site: CallSite,
): Columns {
  const given = fields && namesIn(fields);
  const target = given ?? uniqueIn(on, columns, site);
  const isUnreadable =
    fields !== undefined &&
    given === undefined &&
    !(fields.kind === 'constant' && fields.value === undefined);
  return {
    entries: new Map((isUnreadable ? [] : target).map(name => [name, columns.entries.get(name) ?? unknown])),
    rest: isUnreadable ? [fields] : [],
    compared: new Set(),
  };
}

function uniqueIn(on: Repository, columns: Columns, site: CallSite): readonly string[] {
  for (const { parts, where } of tableOf(on.entity, site)?.uniques ?? []) {
    const names = parts.flatMap(({ column, expression }) =>
      column !== undefined && expression === undefined ? [column] : [],
    );
    if (
      where === undefined &&
      names.length === parts.length &&
      names.every(name => columns.entries.has(name))
    )
      return names;
  }
  return [];
}

/** `em.assign(row, changes)`, `wrap(row).assign(changes)`: changes the row that it is given and answers it. */
export function assign(
  target: Value | undefined,
  changes: Value | undefined,
  site: CallSite,
): Value | undefined {
  if (!target || !changes) return target;
  if (target.kind === 'choice') {
    return site.branch(
      target.test,
      () => assign(target.whenTrue, changes, site) ?? unknown,
      () => assign(target.whenFalse, changes, site) ?? unknown,
    );
  }
  const given = entityObject(target);
  if (given?.kind === 'managed') change(given.row, changes, site);
  else if (given?.kind === 'draft') change(result(given.insert, 'written'), changes, site);
  else if (given?.kind === 'instance') {
    for (const [name, value] of dataColumns(changes, site).entries) given.instance.fields.set(name, value);
    return target;
  }
  const merged = assigned(target, [changes]);
  site.replace(target, merged);
  return merged;
}
