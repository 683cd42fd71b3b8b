import { noColumns, type Columns, type Operation } from '../../operations/operation.js';
import { array, choice, not, object, result, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsOf } from '../columns.js';
import { isFalse, option, textOf } from './handles.js';
import { factsOf } from './model-facts.js';
import { record, rowLock } from './record.js';
import { draft } from './draft-row.js';
import { whereColumns } from './where.js';

/** https://sequelize.org/docs/v6/core-concepts/model-querying-finders/ */
export function readMethod(
  on: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first, second] = args;
  switch (name) {
    case 'findOne':
    case 'find':
      return rejecting(first, result(read(on, whereOf(first, site), first, site), 'row'), site);
    case 'findByPk':
    case 'findById':
    case 'findByPrimary':
      return rejecting(second, result(read(on, byKey(on, first, site), second, site), 'row'), site);
    case 'findAll':
    case 'all':
      return rejecting(first, result(read(on, whereOf(first, site), first, site), 'rows'), site);
    case 'findAndCountAll':
    case 'findAndCount': {
      const operation = read(on, whereOf(first, site), first, site);
      return object([
        ['rows', result(operation, 'rows')],
        ['count', result(operation, 'count')],
      ]);
    }
    case 'count':
      return result(read(on, whereOf(first, site), first, site), 'count');
    case 'max':
    case 'min':
    case 'sum':
      return result(read(on, whereOf(second, site), second, site, { aggregate: textOf(first) }), 'row');
    case 'aggregate': {
      const options = args[2];
      return result(read(on, whereOf(options, site), options, site, { aggregate: textOf(first) }), 'row');
    }
    case 'findOrBuild': {
      const row = result(read(on, whereOf(first, site), first, site), 'row');
      return array([choice(row, row, draft(on, foundOrMade(first, site), site)), not(row)]);
    }
    case 'findOrCreate':
    case 'findCreateFind':
      return findOrCreate(on, first, site);
    default:
      return undefined;
  }
}

export const whereOf = (options: Value | undefined, site: CallSite): Columns => {
  const where = option(options, 'where', site);
  if (where) return whereColumns(where, site);
  const isUnreadable = options !== undefined && options.kind !== 'object' && options.kind !== 'constant';
  return isUnreadable ? { ...noColumns, rest: [options] } : noColumns;
};

export function byKey(on: Handle, id: Value | undefined, site: CallSite): Columns {
  const [key = 'id'] = factsOf(on, site).keys;
  return { ...noColumns, entries: new Map([[key, id ?? unknown]]) };
}

export const read = (
  on: Handle,
  filter: Columns,
  options: Value | undefined,
  site: CallSite,
  more: Partial<Operation> = {},
): Operation =>
  record(on, 'read', options, site, {
    filter,
    rowLock: rowLock(options, site),
    ...throwing(options, site),
    ...more,
  });

/** `rejectOnEmpty: true` or an error throws where nothing is found. */
const throwing = (options: Value | undefined, site: CallSite): { throwsWhenAbsent?: true } => {
  const reject = option(options, 'rejectOnEmpty', site);
  return reject && !isFalse(reject) && reject.kind !== 'parameter' && reject.kind !== 'member'
    ? { throwsWhenAbsent: true }
    : {};
};

export function rejecting(options: Value | undefined, answer: Value, site: CallSite): Value {
  if (throwing(options, site).throwsWhenAbsent) site.throwsIf(not(answer));
  return answer;
}

/** `{ ...where, ...defaults }`: what is inserted where nothing is found. */
function foundOrMade(options: Value | undefined, site: CallSite): Value {
  const [where, defaults] = [option(options, 'where', site), option(options, 'defaults', site)];
  const equal = whereColumns(where, site);
  return object([], [object(equal.entries, equal.rest), ...(defaults ? [defaults] : [])]);
}

/**
 * Not one statement: SELECT, then INSERT in the same transaction, whose unique violation is caught and
 * answered by another SELECT (`findCreateFind` does so without a transaction of its own). Where no unique
 * constraint covers what was looked up there is no violation to catch, and both of two runs insert.
 * https://sequelize.org/docs/v6/core-concepts/model-querying-finders/#findorcreate
 */
function findOrCreate(on: Handle, options: Value | undefined, site: CallSite): Value {
  const filter = whereOf(options, site);
  const row = result(read(on, filter, options, site), 'row');
  const made = columnsOf(foundOrMade(options, site));
  const answer = site.branch(
    row,
    () => row,
    () =>
      result(
        record(on, 'upsert', options, site, { filter, columns: made, onConflict: 'ignored' }),
        'written',
      ),
  );
  return array([answer, not(row)]);
}
