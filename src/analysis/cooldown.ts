import type { Operation } from '../operations/operation.js';
import { isClock, some } from '../values/traits.js';
import type { Value } from '../values/value.js';
import { columnsRead } from './row-columns.js';

/** Columns that tell when something was last done; one that tells until when a row holds is another matter. */
const DONE_AT = /creat|sent|last|request|issued|added/iu;

/** `if (now - last.createdAt < minutes) return`: what is there is no hindrance, only what is too young. */
export const isCooldown = (guard: Value, read: Operation): boolean =>
  some(
    guard,
    part =>
      part.kind === 'binary' &&
      /^[<>]=?$/u.test(part.operator) &&
      isClock(part) &&
      columnsRead(part, read).some(column => DONE_AT.test(column)),
  );

/** `find({ createdAt: { gt: minutesAgo } })` */
export const isRecent = ({ filter }: Operation): boolean =>
  [...(filter.bounds ?? [])].some(([column, bounds]) => DONE_AT.test(column) && bounds.some(isClock));
