import type { Columns, Operation } from '../../operations/operation.js';
import { noColumns } from '../../operations/operation.js';
import { member, result } from '../../values/make.js';
import type { Instance, Result, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsOf, isGiven } from '../columns.js';
import { isDraft, isUnrecorded } from '../draft.js';
import { primaryKey } from './entity.js';
import type { Repository } from './handles.js';
import { keyOf } from './where.js';

/** What an object is that is handed to the entity manager. */
export type EntityObject =
  /** Read before, or a reference to a row. */
  | { readonly kind: 'managed'; readonly row: Result; readonly on: Repository }
  /** Made by `em.create()`. */
  | { readonly kind: 'draft'; readonly insert: Operation; readonly on: Repository }
  /** `new User()` */
  | { readonly kind: 'instance'; readonly instance: Instance };

export function entityObject(value: Value): EntityObject | undefined {
  if (value.kind === 'instance') return { kind: 'instance', instance: value };
  const row = rowIn(value);
  if (!row) return undefined;
  const on = repositoryOf(row);
  if (!on) return undefined;
  return isDraft(row.operation) && row.operation.kind === 'insert'
    ? { kind: 'draft', insert: row.operation, on }
    : { kind: 'managed', row, on };
}

/** The row that a value is, with or without properties assigned since. */
function rowIn(value: Value): Result | undefined {
  switch (value.kind) {
    case 'result':
      return value.operation.library === 'mikro-orm' ? rowOf(value) : undefined;
    case 'element':
      return value.of.kind === 'result' ? rowIn(value.of) : undefined;
    case 'object':
      return value.spreads.map(rowIn).findLast(found => found !== undefined);
    default:
      return undefined;
  }
}

const rowOf = (value: Result): Result => (value.shape === 'rows' ? result(value.operation, 'row') : value);

export function repositoryOf({ operation }: Result): Repository | undefined {
  const { receiver } = operation.resource;
  return receiver?.kind === 'handle' && receiver.type === 'repository'
    ? (receiver.data as Repository)
    : undefined;
}

/** By which columns the row is written back: its primary key. */
export function identity(row: Result, on: Repository, site: CallSite): Columns {
  const names = primaryKey(on.entity, site);
  const { operation } = row;
  const entries = new Map(
    names.map(name => [
      name,
      (isUnrecorded(operation) ? operation.filter.entries.get(name) : undefined) ?? member(row, name),
    ]),
  );
  return { ...noColumns, entries };
}

/** Columns of what is inserted or set; a list has those of its first element. */
export function dataColumns(value: Value | undefined, site: CallSite): Columns {
  const { entries, rest } = columnsOf(
    value?.kind === 'array' && value.elements[0] ? value.elements[0] : value,
  );
  return {
    entries: written(entries, site),
    rest: rest.filter(part => part.kind !== 'result'),
    compared: new Set(),
  };
}

/** Properties with a value, relations as the key of their row. */
export const written = (entries: ReadonlyMap<string, Value>, site: CallSite): Map<string, Value> =>
  new Map(
    [...entries].flatMap(([name, value]) =>
      isGiven(value) && value.kind !== 'function' ? [[name, stored(value, site)] as const] : [],
    ),
  );

function stored(value: Value, site: CallSite): Value {
  if (value.kind === 'instance') return value.fields.get('id') ?? value;
  // `raw('count + 1')` and `sql\`...\`` are computed by the database.
  return keyOf(value, site);
}

/** Columns of a `new User()`: what was assigned to it. */
export function instanceColumns({ fields, rest }: Instance, site: CallSite): Columns {
  const entries = [...fields].filter(([, { kind }]) => kind !== 'handle' && kind !== 'function');
  return { entries: written(new Map(entries), site), rest, compared: new Set() };
}

