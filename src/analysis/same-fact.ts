import type { Columns, Operation } from '../operations/operation.js';
import { isFresh, isSame } from '../values/traits.js';
import type { Value } from '../values/value.js';

/** Both touch one table, collection or key, by name or because they are called on one receiver. */
export function isSameResource(a: Operation, b: Operation): boolean {
  const [first, second] = [a.resource, b.resource];
  if (first.name !== undefined && second.name !== undefined)
    return resourceName(first.name) === resourceName(second.name);
  if (first.name !== undefined || second.name !== undefined) return false;
  return (
    first.receiver !== undefined && second.receiver !== undefined && isSame(first.receiver, second.receiver)
  );
}

/** Table names compare without schema, case, quotes and underscores. */
export const resourceName = (name: string): string =>
  name.toLowerCase().replace(/^.*\./u, '').replace(/[_"`]/gu, '');

/** Column names compare without case and underscores: `user_id` in SQL is `userId` in the entity. */
export const columnName = (name: string): string =>
  name.toLowerCase().replace(/^.*\./u, '').replace(/_/gu, '');

export const valueAt = (columns: Columns, name: string): Value | undefined => {
  const wanted = columnName(name);
  for (const [column, value] of columns.entries) if (columnName(column) === wanted) return value;
  return undefined;
};

export type Match = 'certain' | 'possible' | 'none';

/**
 * Whether an insert fills the columns that a read looked up by: `certain` with the columns known on both
 * sides, `possible` where a whole object is passed on, `none` where they are known and have nothing in
 * common, or where the value written is made anew and so was not looked up.
 */
export function matchOf(read: Operation, insert: Operation): Match {
  const names = [...read.filter.entries.keys()];
  if (names.length === 0)
    return read.filter.rest.length > 0 || read.filter.compared.size > 0 ? 'possible' : 'certain';
  const shared = names.filter(name => valueAt(insert.columns, name));
  const telling = shared.filter(name => {
    const [sought, written] = [read.filter.entries.get(name), valueAt(insert.columns, name)];
    return (
      !written ||
      !sought ||
      isSame(sought, written) ||
      !(isFresh(written) || isOtherConstant(sought, written))
    );
  });
  if (telling.length > 0) return 'certain';
  if (shared.length > 0) return 'none';
  return insert.columns.rest.length > 0 || read.filter.rest.length > 0 ? 'possible' : 'none';
}

const isOtherConstant = (a: Value, b: Value): boolean =>
  a.kind === 'constant' && b.kind === 'constant' && a.value !== b.value;
