import type { Operation } from '../operations/operation.js';
import { Assumption } from '../values/evaluate.js';
import { binary, choice, not, template, constant } from '../values/make.js';
import { isClock, isFresh, some } from '../values/traits.js';
import type { Value } from '../values/value.js';
import { ownGuards } from './absence.js';
import { isColumnOf } from './row-columns.js';
import { columnName, isSameResource } from './same-fact.js';
import { isRepeated } from './state-tests.js';
import type { UnitOfWork } from './unit-of-work.js';

/**
 * Both runs leave the row as one of them would: the update writes only what is settled, and nothing is done beside
 * it that is seen twice. `column` is the one that was tested, `guard` its test, where there is one.
 */
export function isConvergent(
  unit: UnitOfWork,
  { read, update }: Readonly<Record<'read' | 'update', Operation>>,
  column: string,
  guard: Value | undefined,
): boolean {
  const written = [...update.columns.entries].find(([name]) => columnName(name) === columnName(column))?.[1];
  if (!written || CLAIM.test(columnName(column)) || !isTwoSided(written)) return false;
  if (guard && isOrdered(guard, read, column)) return false;
  if (guard && passesAgain(guard, read, column, written)) return true;
  return (
    isTwoStated(written) &&
    update.columns.rest.length === 0 &&
    [...update.columns.entries].every(([name, value]) => isSettledColumn(name, value, read)) &&
    !isSeenTwice(unit, read, update)
  );
}

/** What can be had once: whoever wrote it believes that it is his. */
const CLAIM = new RegExp(
  [
    '(?<!pa|foc|ca)used|redeem|claim|consum|reserv|book(?!mark)|taken|paid|sold|accept|owner|assign|(?<!b)lock',
    'process|handled|granted|award|charged|refund|settled|deliver|(?<!con|pre|ab)sent|notified|publish|start',
  ].join('|'),
  'u',
);

/** `if (row.expires > at) throw`: it is not only there or not there. */
const isOrdered = (guard: Value, read: Operation, column: string): boolean =>
  some(
    guard,
    part =>
      part.kind === 'binary' &&
      /^[<>]=?$/u.test(part.operator) &&
      [part.left, part.right].some(side => some(side, inner => isColumnOf(inner, read, column))),
  );

/** There, or not there; true, or false: not one of several states that another run may have chosen differently. */
const isTwoSided = (value: Value): boolean => isTwoStated(value) || isMadeSecret(value);

const isTwoStated = (value: Value): boolean =>
  value.kind === 'constant'
    ? typeof value.value === 'boolean' || value.value === null || value.value === undefined
    : isClock(value);

/** A token, or the hash of a secret: there is one, whichever it is. */
const isMadeSecret = (value: Value): boolean =>
  isFresh(value) || some(value, part => part.kind === 'call' && /hash|bcrypt|encrypt/iu.test(part.callee));

/** Who did it and why is told of the last one. */
const TELLS = /(?:by|byid|byuserid|reason|comment|note)$/u;

const isSettledColumn = (name: string, value: Value, read: Operation): boolean =>
  isTwoStated(value) || value.kind === 'constant' || isFresh(value) || isColumnOf(value, read, name)
  || TELLS.test(columnName(name));

/** The column as it is after the update passes the test again: two runs in a row do what two at once do. */
function passesAgain(guard: Value, read: Operation, column: string, written: Value): boolean {
  const after = isMadeSecret(written) || isClock(written) ? template([constant('made')]) : written;
  return new Assumption(undefined, false, [guard]).truth(withColumn(guard, read, column, after)) === true;
}

function withColumn(value: Value, read: Operation, column: string, written: Value): Value {
  if (isColumnOf(value, read, column)) return written;
  const replaced = (part: Value): Value => withColumn(part, read, column, written);
  switch (value.kind) {
    case 'not':
      return not(replaced(value.operand));
    case 'binary':
      return binary(value.operator, replaced(value.left), replaced(value.right));
    case 'choice':
      return choice(replaced(value.test), replaced(value.whenTrue), replaced(value.whenFalse));
    default:
      return value;
  }
}

/** Rows that tell what happened: one more of them does nothing. */
const LOG = /(?:^|_)logs?$|Logs?$|[Aa]udit|[Hh]istory|[Aa]ctivit/u;

/** Under the same conditions something else is done that is seen twice. */
function isSeenTwice(unit: UnitOfWork, read: Operation, update: Operation): boolean {
  const guards = ownGuards(update, read);
  const isSeen = (other: Operation): boolean =>
    other !== update &&
    other.order > read.order &&
    other.resource.kind !== 'key' &&
    (isRepeated(other) || isOtherRow(other, update)) &&
    !LOG.test(other.resource.name ?? '') &&
    guards.some(guard => other.guards.includes(guard));
  return unit.operations.some(isSeen);
}

/** A row of another table is written along with it: a password set by a token that is then marked. */
const isOtherRow = (other: Operation, update: Operation): boolean =>
  other.kind === 'update' &&
  !isSameResource(other, update) &&
  [...other.columns.entries.values()].some(value => !isTwoStated(value));
