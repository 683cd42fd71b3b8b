import type { Operation } from '../operations/operation.js';
import { resultsIn } from '../values/traits.js';
import type { UnitOfWork } from './unit-of-work.js';

/** Whether code looks at what the operation answers, or hands it on to somebody who may. */
export function isAnswerRead(unit: UnitOfWork, operation: Operation): boolean {
  const { operations, answers, calls, dropped } = unit;
  if ([...operations, ...answers].some(({ guards }) => guards.some(guard => resultsIn(guard, operation).length > 0)))
    return true;
  if (dropped.has(operation)) return false;
  return (
    answers.some(({ value }) => resultsIn(value, operation).length > 0) ||
    [...calls.keys()].some(value => resultsIn(value, operation).length > 0) ||
    operations.some(({ columns, filter }) =>
      [...columns.entries.values(), ...columns.rest, ...filter.entries.values()].some(
        value => resultsIn(value, operation).length > 0,
      ),
    )
  );
}
