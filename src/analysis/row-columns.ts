import type { Operation } from '../operations/operation.js';
import { parts, resultsIn, some } from '../values/traits.js';
import type { Choice, Value } from '../values/value.js';
import { columnName } from './same-fact.js';

/**
 * Columns of the rows that a read found which a value is made of; what a key holds is a column of its own.
 */
export function columnsRead(value: Value, read: Operation): readonly string[] {
  const columns = [...parts(value)].flatMap(part =>
    part.kind === 'member' && isRowOf(part.object, read) ? [part.name] : [],
  );
  return read.resource.kind === 'key' && resultsIn(value, read).some(({ shape }) => shape === 'row')
    ? [...columns, 'value']
    : columns;
}

/** A row that the read found, or one of them. */
function isRowOf(value: Value, read: Operation, depth = 0): boolean {
  if (depth > 8) return false;
  switch (value.kind) {
    case 'result':
      return value.operation === read && value.shape !== 'count';
    case 'element':
      return isRowOf(value.of, read, depth + 1);
    case 'call':
      return (
        value.receiver !== undefined &&
        /^(?:find|filter|at|get|toJSON|toObject|lean)$/u.test(value.callee) &&
        isRowOf(value.receiver, read, depth + 1)
      );
    case 'choice':
      return isRowOf(value.whenTrue, read, depth + 1) || isRowOf(value.whenFalse, read, depth + 1);
    case 'object':
      return value.spreads.some(spread => isRowOf(spread, read, depth + 1));
    default:
      return false;
  }
}

/** The value is that column of a row that the read found, as it is. */
export const isColumnOf = (value: Value, read: Operation, column: string): boolean =>
  value.kind === 'member' && isRowOf(value.object, read) && columnName(value.name) === columnName(column);

/**
 * Columns whose test decides: not those that only lead to a further test of something else, as in
 * `if (row.x && !(await send()).ok) throw`.
 */
export function testedIn(guard: Value, read: Operation): readonly string[] {
  const tests = leavesOf(guard);
  const isOurs = (test: Value): boolean => columnsRead(test, read).length > 0;
  if (tests.length > 1 && tests.some(test => !isOurs(test) && some(test, part => isOutside(part, read))))
    return [];
  return tests.flatMap(test => columnsTested(test, read));
}

/** The single tests of a condition that ask for a column. */
export const testsOf = (guard: Value, read: Operation, column: string): readonly Value[] =>
  leavesOf(guard).filter(test => columnsTested(test, read).includes(column));

/**
 * Columns whose own value a single test asks for: compared, looked up in a list, or taken as true or false.
 * One that is handed to a function (`mayAct(user, row.role)`, `compare(password, user.password)`) is a matter
 * of that function.
 */
function columnsTested(test: Value, read: Operation): readonly string[] {
  switch (test.kind) {
    case 'binary':
      return [...columnAt(test.left, read), ...columnAt(test.right, read)];
    case 'call': {
      const [first] = test.args;
      if (!/^(?:includes|has|indexOf|some)$/u.test(test.callee) || !test.receiver || !first) return [];
      const list =
        test.receiver.kind === 'call' && test.receiver.callee === 'get'
          ? (test.receiver.args[0] ?? test.receiver)
          : test.receiver;
      return test.receiver.kind === 'array' ? columnAt(first, read) : columnAt(list, read);
    }
    default:
      return columnAt(test, read);
  }
}

/** `row.status`, `row.status.id`, `row.expires.getTime()`; of a key, what it holds. */
function columnAt(value: Value, read: Operation, depth = 0): readonly string[] {
  if (depth > 6) return [];
  switch (value.kind) {
    case 'member':
      return isRowOf(value.object, read) ? [value.name] : columnAt(value.object, read, depth + 1);
    case 'call':
      return value.receiver && value.args.length === 0 ? columnAt(value.receiver, read, depth + 1) : [];
    case 'choice':
      return [...columnAt(value.whenTrue, read, depth + 1), ...columnAt(value.whenFalse, read, depth + 1)];
    case 'result':
      return read.resource.kind === 'key' && value.operation === read ? ['value'] : [];
    default:
      return [];
  }
}

const isOutside = (part: Value, read: Operation): boolean =>
  part.kind === 'unknown' ||
  (part.kind === 'call' && part.receiver === undefined) ||
  (part.kind === 'result' && part.operation !== read);

/** `a && b` or `a || b`, and not one value or another. */
const isJunction = ({ test, whenTrue, whenFalse }: Choice): boolean =>
  [whenTrue, whenFalse].some(
    side => side === test || side.kind === 'constant' || side.kind === 'not' || side.kind === 'binary',
  );

/** The single tests that a condition is put together from. */
function leavesOf(value: Value, depth = 0): readonly Value[] {
  if (depth > 8) return [value];
  if (value.kind === 'not') return leavesOf(value.operand, depth + 1);
  if (value.kind === 'constant') return [];
  if (value.kind !== 'choice' || !isJunction(value)) return [value];
  return [value.test, value.whenTrue, value.whenFalse]
    .filter((part, index) => index === 0 || part !== value.test)
    .flatMap(part => leavesOf(part, depth + 1));
}
