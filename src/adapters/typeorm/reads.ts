import type { Columns } from '../../operations/operation.js';
import { array, choice, not, object, result, undefinedValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { primaryKey } from './entity.js';
import { identity, readEntity } from './entity-value.js';
import { record, type Repository } from './handles.js';
import { areOptions, criteriaColumns, whereColumns } from './where.js';

/** Locks that hold off other writers; two holders of `pessimistic_read` both go on to write. */
const ROW_LOCK = /^(?:pessimistic_(?:partial_)?write(?:_or_fail)?|for_no_key_update)$/u;

export const isRowLock = (mode: Value | undefined): true | undefined =>
  (mode?.kind === 'constant' && typeof mode.value === 'string' && ROW_LOCK.test(mode.value)) || undefined;

interface Found {
  readonly filter: Columns;
  readonly rowLock?: true | undefined;
}

/** `on.name(...args)` where it reads. */
export function readMethod(
  on: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first, second] = args;
  const read = (found: Found, more: { aggregate?: string | undefined; throwsWhenAbsent?: boolean } = {}) =>
    record(on, 'read', site, { ...found, ...more });
  const by = (value: Value | undefined): Found => ({ filter: whereColumns(value) });
  switch (name) {
    case 'find':
      return result(read(byOptions(on, first, undefined, site)), 'rows');
    case 'findBy':
      return result(read(by(first)), 'rows');
    case 'findByIds':
      return result(read({ filter: criteriaColumns(first ?? undefinedValue, keysOf(on, site)) }), 'rows');
    case 'findAndCount':
    case 'findAndCountBy': {
      const operation = read(name === 'findAndCount' ? byOptions(on, first, undefined, site) : by(first));
      return array([result(operation, 'rows'), result(operation, 'count')]);
    }
    case 'findOne':
      return result(read(byOptions(on, first, second, site)), 'row');
    case 'findOneBy':
      return result(read(by(first)), 'row');
    case 'findOneById':
      return result(read({ filter: criteriaColumns(first, keysOf(on, site)) }), 'row');
    case 'findOneOrFail':
    case 'findOneByOrFail': {
      const found = name === 'findOneOrFail' ? byOptions(on, first, second, site) : by(first);
      const row = result(read(found, { throwsWhenAbsent: true }), 'row');
      site.throwsIf(not(row));
      return row;
    }
    case 'count':
      return result(read(byOptions(on, first, undefined, site)), 'count');
    case 'countBy':
      return result(read(by(first)), 'count');
    case 'exist':
    case 'exists':
      return result(read(byOptions(on, first, undefined, site)), 'exists');
    case 'existsBy':
      return result(read(by(first)), 'exists');
    case 'sum':
    case 'average':
    case 'minimum':
    case 'maximum':
      return result(
        read(by(second), { aggregate: first?.kind === 'constant' ? String(first.value) : undefined }),
        'row',
      );
    case 'preload':
      return preload(on, first, site);
    default:
      return undefined;
  }
}

const keysOf = (on: Handle, site: CallSite): readonly string[] =>
  primaryKey((on.data as Repository).entity, site).names;

/** `{ where, lock }`; before 0.3 also an id or conditions, with the options after them. */
function byOptions(on: Handle, first: Value | undefined, second: Value | undefined, site: CallSite): Found {
  const options = areOptions(first) ? first : second;
  const lock = options && site.property(options, 'lock');
  const rowLock = lock && isRowLock(site.property(lock, 'mode'));
  const where = options && site.property(options, 'where');
  const isGiven = where !== undefined && where !== undefinedValue;
  // Before 0.3 `where` could be a condition in SQL.
  if (isGiven && where.kind === 'constant')
    return { filter: { ...whereColumns(undefined), rest: [where] }, rowLock };
  return {
    filter: isGiven
      ? whereColumns(where)
      : criteriaColumns(first === options ? undefined : first, keysOf(on, site)),
    rowLock,
  };
}

/** `preload` reads the row by its id and answers it with the given columns changed, or undefined. */
function preload(on: Handle, value: Value | undefined, site: CallSite): Value {
  const { columns, unset } = readEntity(value, (on.data as Repository).entity, site);
  const by = identity({ columns, unset, row: undefined }, { names: keysOf(on, site), isGenerated: true });
  const row = result(
    record(on, 'read', site, {
      filter: { entries: by ?? new Map(), rest: by ? [] : columns.rest, compared: new Set() },
    }),
    'row',
  );
  const changes = [...columns.entries].filter(([name]) => !by?.has(name));
  return choice(row, object(changes, [...columns.rest, row]), undefinedValue);
}
