import type { Operation } from '../operations/operation.js';
import type { Value } from '../values/value.js';
import type { UnitOfWork } from './unit-of-work.js';

/** What is filtered by is of a row that this very run has inserted: nobody else knows it yet. */
export const isOfOwnRow = (unit: UnitOfWork, { filter, order }: Operation): boolean =>
  [...filter.entries.values()].some(value => isOwn(unit, value, order));

function isOwn(unit: UnitOfWork, value: Value, before: number, depth = 0): boolean {
  if (depth > 6) return false;
  switch (value.kind) {
    case 'member':
      return isOwn(unit, value.object, before, depth + 1);
    case 'object':
      return value.spreads.some(spread => isOwn(unit, spread, before, depth + 1));
    case 'result': {
      const { operation } = value;
      if (operation.order >= before) return false;
      // It was read again by what it was inserted with.
      if (operation.kind === 'read')
        return [...operation.filter.entries.values()].some(sought => isOwn(unit, sought, operation.order, depth + 1));
      return operation.kind === 'insert' && operation.onConflict === undefined && unit.operations.includes(operation);
    }
    default:
      return false;
  }
}
