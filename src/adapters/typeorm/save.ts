import { array, member, object, result } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { primaryKey } from './entity.js';
import { identity, readEntity, type EntityValue } from './entity-value.js';
import { record, repository, sourceOf, type Repository } from './handles.js';

/**
 * `save` inserts what has no primary key and updates what has one. It does not test a `@VersionColumn`: the
 * filter of its UPDATE is the primary key alone.
 * https://typeorm.io/docs/working-with-entity-manager/repository-api
 */
export function save(on: Handle, value: Value, site: CallSite): Value {
  switch (value.kind) {
    case 'constant':
      return value;
    case 'array': {
      const saved = value.elements.slice(0, 4).map(element => save(on, element, site));
      if (value.elements.length === 0) saveOne(on, value, site);
      return array(saved, value.open || value.elements.length > 4);
    }
    case 'choice':
      if (isObject(value.whenTrue) || isObject(value.whenFalse)) {
        return site.branch(
          value.test,
          () => save(on, value.whenTrue, site),
          () => save(on, value.whenFalse, site),
        );
      }
      return saveOne(on, value, site);
    case 'call':
      if (value.callee === 'map') return array([saveOne(on, value, site)], true);
      return saveOne(on, value, site);
    default:
      return saveOne(on, value, site);
  }
}

const isObject = ({ kind }: Value): boolean =>
  kind !== 'parameter' && kind !== 'member' && kind !== 'unknown';

function saveOne(on: Handle, value: Value, site: CallSite): Value {
  const given = readEntity(value, (on.data as Repository).entity, site);
  const through = repositoryOf(on, given);
  const { entity } = through.data as Repository;
  const by = identity(given, primaryKey(entity, site));
  if (by) {
    const changes = [...given.columns.entries].filter(([name]) => !by.has(name));
    record(through, 'update', site, {
      filter: { entries: by, rest: [], compared: new Set() },
      columns: { ...given.columns, entries: new Map(changes) },
    });
    return value;
  }
  const operation = record(through, 'insert', site, { columns: given.columns });
  const [key = 'id'] = primaryKey(entity, site).names;
  const written = result(operation, 'written');
  // The object that was handed over has its generated columns from here on.
  const saved =
    value.kind === 'instance'
      ? object([[key, member(written, key)]], [written, value])
      : object(given.columns.entries, [written]);
  site.replace(value, saved);
  return saved;
}

/** `manager.save(user)` takes the entity from the object. */
function repositoryOf(on: Handle, given: EntityValue): Handle {
  const { entity } = on.data as Repository;
  if (entity.name !== undefined || entity.class !== undefined) return on;
  if (given.class) return repository({ name: undefined, class: given.class }, sourceOf(on));
  return given.repository ? repository((given.repository.data as Repository).entity, sourceOf(on)) : on;
}

/** `remove` deletes by primary key, whether or not the row is still there. */
export function remove(on: Handle, value: Value | undefined, site: CallSite): Value | undefined {
  for (const part of value?.kind === 'array' ? value.elements.slice(0, 4) : value ? [value] : []) {
    const given = readEntity(part, (on.data as Repository).entity, site);
    const through = repositoryOf(on, given);
    const key = primaryKey((through.data as Repository).entity, site);
    const by = identity(given, { ...key, isGenerated: true });
    const filter = by
      ? { entries: by, rest: [], compared: new Set<string>() }
      : { entries: new Map(), rest: [part], compared: new Set<string>() };
    record(through, 'delete', site, { filter });
  }
  return value;
}
