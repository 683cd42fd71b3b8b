import type { Columns, Operation } from '../../operations/operation.js';
import { noColumns } from '../../operations/operation.js';
import { call, member, object, result } from '../../values/make.js';
import { isFresh, some } from '../../values/traits.js';
import type { Call, ClassValue, Handle, Instance, ObjectValue, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { isGiven } from '../columns.js';
import { draftInsert, isDraft } from '../draft.js';
import { relationsOf, tableOf, type Entity, type PrimaryKey } from './entity.js';
import type { Repository } from './handles.js';
import { declaredBy } from './table.js';
import { foreignKey } from './where.js';

/** What is known of an object that is handed to `save`, `insert` or `remove`. */
export interface EntityValue {
  /** Columns that were given or assigned. */
  readonly columns: Columns;
  /** Columns that were set to undefined: `{ ...row, id: undefined }` is a copy. */
  readonly unset: ReadonlySet<string>;
  /** The row that it is or was copied from. */
  readonly row: Value | undefined;
  /** Class of a `new User()`. */
  readonly class: ClassValue | undefined;
  /** Repository whose `create()` made it, or whose row it is. */
  readonly repository: Handle | undefined;
}

/**
 * `repository.create(fields)` writes nothing until it is saved. It is the row of an insert that is not recorded
 * yet, under the fields known so far, so that later assignments are kept like those to a row that was read.
 */
export function draft(on: Handle, fields: Value | undefined, site: CallSite): ObjectValue {
  const { entity } = on.data as Repository;
  const given = readEntity(fields, entity, site);
  const declared = declaredBy(entity, site);
  const resource = { kind: 'table', name: tableOf(entity, site), receiver: on, declared } as const;
  const insert = draftInsert({ resource, columns: given.columns }, 'typeorm', site);
  return object(given.columns.entries, [...(given.row ? [given.row] : []), result(insert, 'written')]);
}


interface Reading {
  readonly entries: Map<string, Value>;
  readonly rest: Value[];
  readonly seen: Set<Value>;
  row: Value | undefined;
  class: ClassValue | undefined;
  repository: Handle | undefined;
}

export function readEntity(value: Value | undefined, entity: Entity, site: CallSite): EntityValue {
  const reading: Reading = {
    entries: new Map(),
    rest: [],
    seen: new Set(),
    row: undefined,
    class: undefined,
    repository: undefined,
  };
  if (value) read(value, reading);
  const known =
    entity.class || entity.name !== undefined
      ? entity
      : ((reading.repository?.data as Repository | undefined)?.entity ?? entity);
  const relations = relationsOf({ name: undefined, class: known.class ?? reading.class }, site);
  const entries = new Map<string, Value>();
  const unset = new Set<string>();
  for (const [name, entry] of reading.entries) {
    if (!isGiven(entry)) {
      unset.add(name);
      continue;
    }
    // `row.country = translate(row.country)`: the column holds the key, which stays.
    if (!relations.has(name) || !isCopyOfRow(entry))
      // `count: () => 'count + 1'` is computed by the database.
      entries.set(name, entry.kind === 'function' ? atomic(entry, site) : entry);
    // `user: { id }` and `user: row` write the foreign key.
    if (isRelated(entry) || (relations.has(name) && entry.kind !== 'constant'))
      entries.set(foreignKey(name, 'id'), site.property(entry, 'id'));
  }
  return {
    columns: { entries, rest: reading.rest, compared: new Set() },
    unset,
    row: reading.row,
    class: reading.class,
    repository: reading.repository,
  };
}

function read(value: Value, into: Reading): void {
  if (into.seen.has(value)) return;
  into.seen.add(value);
  switch (value.kind) {
    case 'constant':
    case 'handle':
    case 'function':
      return;
    case 'result':
      return readResult(value.operation, value, into);
    case 'object':
      for (const spread of value.spreads) read(spread, into);
      for (const [name, entry] of value.entries) into.entries.set(name, entry);
      if (value.open) into.rest.push(value);
      return;
    case 'instance':
      return readInstance(value, into);
    case 'choice':
      // Alternatives of a spread: a column that may be there counts.
      read(value.whenTrue, into);
      read(value.whenFalse, into);
      return;
    case 'call':
      return readCall(value, into);
    case 'member':
    case 'element':
      if (isFromRow(value)) into.row = value;
      else into.rest.push(value);
      return;
    default:
      into.rest.push(value);
  }
}

function readResult(operation: Operation, value: Value, into: Reading): void {
  const { receiver } = operation.resource;
  if (operation.library === 'typeorm' && receiver?.kind === 'handle') into.repository ??= receiver;
  if (!isDraft(operation)) {
    into.row = value;
    return;
  }
  const { entries, rest } = operation.columns;
  for (const [name, entry] of entries) into.entries.set(name, entry);
  into.rest.push(...rest);
}

function readInstance(value: Instance, into: Reading): void {
  into.class ??= value.class;
  for (const part of value.rest) read(part, into);
  for (const [name, entry] of value.fields)
    if (entry.kind !== 'function' && entry.kind !== 'handle') into.entries.set(name, entry);
}

const COPIES = new Set([
  ...['map', 'plainToClass', 'plainToInstance', 'classToPlain', 'instanceToPlain', 'deserialize'],
  ...['clone', 'cloneDeep', 'structuredClone', 'merge', 'assign', 'defaults', 'extend', 'pick', 'omit'],
]);

/** A copy or mix of other objects has their columns. */
function readCall(value: Call, into: Reading): void {
  if (isFromRow(value)) {
    into.row = value;
    return;
  }
  const parts = COPIES.has(value.callee)
    ? value.args.filter(({ kind }) => kind !== 'class' && kind !== 'constant' && kind !== 'array')
    : [];
  const [entityClass] = value.args;
  if (entityClass?.kind === 'class') into.class ??= entityClass;
  const names = listedIn(value);
  if (names) readSome(value.callee, names, parts, into);
  else for (const part of parts) read(part, into);
  if (parts.length === 0) into.rest.push(value);
}

/** `pick(row, ['id', ...names])` and `omit(row, ['items'])`; `undefined` for any other copy. */
function listedIn({ callee, args: [, ...named] }: Call): ReadonlySet<string> | undefined {
  if (!/^(?:pick|omit)$/u.test(callee)) return undefined;
  const names = named.flatMap(name => (name.kind === 'array' ? name.elements : [name]));
  return new Set(names.flatMap(name => (name.kind === 'constant' ? [String(name.value)] : [])));
}

function readSome(callee: string, names: ReadonlySet<string>, parts: readonly Value[], into: Reading): void {
  const before = new Map(into.entries);
  for (const part of parts) read(part, into);
  for (const name of [...into.entries.keys()])
    if (names.has(name) === (callee === 'omit') && !before.has(name)) into.entries.delete(name);
  const [source] = parts;
  // What is taken along with its key is there already.
  if (callee === 'pick' && source && names.has('id') && !into.entries.has('id')) into.entries.set('id', member(source, 'id'));
}

/** `rows.find(...)`, `cart.items[0]`: part of what was read. */
function isFromRow(value: Value): boolean {
  switch (value.kind) {
    case 'result':
      return !isDraft(value.operation);
    case 'element':
      return isFromRow(value.of);
    case 'member':
      return isFromRow(value.object);
    case 'call':
      return (
        value.receiver !== undefined &&
        isFromRow(value.receiver) &&
        !/^(?:map|reduce|flatMap)$/u.test(value.callee)
      );
    default:
      return false;
  }
}

/** A row of another table, or an object that only names one. */
function isRelated(entry: Value): boolean {
  if (entry.kind !== 'object') return entry.kind === 'result';
  if (entry.spreads.length > 0) return entry.spreads.some(isFromRow);
  return entry.entries.has('id') && entry.entries.size === 1;
}

/** A change that the database computes from what is there. */
export const atomic = (amount: Value, site: CallSite): Value =>
  call('atomic', undefined, [amount], site.node);

const isCopyOfRow = (entry: Value): boolean => entry.kind === 'object' && entry.spreads.some(isFromRow);

/** Columns of what is inserted; a list has those of its first element. */
export function dataColumns(value: Value | undefined, { entity }: Repository, site: CallSite): Columns {
  if (value?.kind !== 'array') return readEntity(value, entity, site).columns;
  return value.elements[0]
    ? readEntity(value.elements[0], entity, site).columns
    : { ...noColumns, rest: [value] };
}

/** `if (dto.id) user.id = dto.id` leaves it to the caller, as `save(dto)` does. */
const mayBeMissing = (value: Value): boolean =>
  (value.kind === 'constant' && (value.value === null || value.value === undefined)) ||
  (value.kind === 'choice' && (mayBeMissing(value.whenTrue) || mayBeMissing(value.whenFalse)));

/** By which columns a `save` finds the row that it updates; `undefined` where it inserts. */
export function identity(
  { columns: { entries }, unset, row }: Pick<EntityValue, 'columns' | 'unset' | 'row'>,
  key: PrimaryKey,
): ReadonlyMap<string, Value> | undefined {
  const given = key.names.flatMap(name => {
    const value = entries.get(name);
    return value ? [[name, value] as const] : [];
  });
  const isFromRead = given.some(([, value]) => some(value, part => part.kind === 'result' && !isDraft(part.operation)));
  const isNew =
    key.names.some(name => unset.has(name)) ||
    given.some(([, value]) => isFresh(value) || (!isFromRead && mayBeMissing(value)));
  if (isNew) return undefined;
  if (row)
    return new Map(given.length > 0 ? given : [[key.names[0] ?? 'id', member(row, key.names[0] ?? 'id')]]);
  const isKnown = given.length > 0 && (key.isGenerated || isFromRead);
  return isKnown ? new Map(given) : undefined;
}
