import type { Columns, Operation } from '../../operations/operation.js';
import { array, not, object, result } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { entityObject, identity } from './entity-value.js';
import { factsOn, type Repository } from './handles.js';
import { whereColumns } from './where.js';

/** Locks that hold off other writers until the transaction ends; outside of one the library refuses them. */
const ROW_LOCK = /^PESSIMISTIC_(?:PARTIAL_)?WRITE(?:_OR_FAIL)?$/u;
/** As numbers, and as the texts that `LockMode` has since version 7. */
const LOCK_NUMBERS = new Set([3, 4, 5]);

export const isRowLock = (mode: Value | undefined): true | undefined =>
  (mode?.kind === 'constant' &&
    (typeof mode.value === 'number'
      ? LOCK_NUMBERS.has(mode.value)
      : ROW_LOCK.test(String(mode.value).toUpperCase()))) ||
  undefined;

/** `on.name(...args)` where it reads. https://mikro-orm.io/docs/entity-manager */
export function readMethod(
  on: Repository,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first, second] = args;
  const option = (options: Value | undefined, key: string): Value | undefined =>
    options && site.property(options, key);
  const read = (filter: Columns, options: Value | undefined, throwsWhenAbsent?: true): Operation =>
    site.record(
      factsOn(on, 'read', site, {
        filter,
        rowLock: isRowLock(option(options, 'lockMode')),
        throwsWhenAbsent,
      }),
    );
  const by = (where: Value | undefined): Columns => whereColumns(where, on.entity, site);
  switch (name) {
    case 'find':
      return result(read(by(first), second), 'rows');
    case 'findAll':
      return result(read(by(option(first, 'where')), first), 'rows');
    case 'findOne':
      return result(read(by(first), second), 'row');
    case 'findOneOrFail': {
      // A `failHandler` only chooses the error.
      const row = result(read(by(first), second, true), 'row');
      site.throwsIf(not(row));
      return row;
    }
    case 'count':
      return result(read(by(first), second), 'count');
    case 'findAndCount': {
      const operation = read(by(first), second);
      return array([result(operation, 'rows'), result(operation, 'count')]);
    }
    case 'findByCursor': {
      // The filter was an argument of its own before version 7.
      const hasFilter = second !== undefined;
      const operation = read(by(hasFilter ? first : option(first, 'where')), hasFilter ? second : first);
      const count = result(operation, 'count');
      return object(
        [
          ['items', result(operation, 'rows')],
          ['totalCount', count],
          ['length', count],
        ],
        [],
        true,
      );
    }
    default:
      return undefined;
  }
}

/** `em.lock(row, mode)`, `em.refresh(row)`: read it once more by its key. */
export function readAgain(
  value: Value | undefined,
  mode: Value | undefined,
  site: CallSite,
): Value | undefined {
  const given = value && entityObject(value);
  if (given?.kind !== 'managed') return undefined;
  const { on, row } = given;
  site.record(factsOn(on, 'read', site, { filter: identity(row, on, site), rowLock: isRowLock(mode) }));
  return value;
}
