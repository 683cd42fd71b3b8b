import type { Columns, Operation, OperationFacts } from '../../operations/operation.js';
import { object, result, undefinedValue } from '../../values/make.js';
import type { Instance, ObjectValue, Result, Value } from '../../values/value.js';
import type { CallSite, Deferred } from '../adapter.js';
import { columnsOf } from '../columns.js';
import { draftInsert } from '../draft.js';
import { isStored, isVersioned, relationsOf } from './entity.js';
import {
  dataColumns,
  entityObject,
  identity,
  instanceColumns,
  repositoryOf,
  written,
} from './entity-value.js';
import { factsOn, repository, requestManager, type Manager, type Repository } from './handles.js';

/**
 * What is kept until the entity manager is flushed: `flush` inserts what was persisted, updates the rows that were
 * changed by their primary key, and deletes what was removed, in one transaction.
 * https://mikro-orm.io/docs/unit-of-work
 */
type Pending = {
  readonly on: Repository;
  asked: Deferred;
} & (
  | { readonly kind: 'insert'; readonly of: Operation | Instance; columns: Columns }
  | {
      readonly kind: 'update';
      readonly row: Result;
      readonly changes: Map<string, Value>;
      readonly rest: Value[];
    }
  | { readonly kind: 'delete'; readonly row: Result }
);

const units = new WeakMap<object, Map<object, Pending[]>>();

function pendingOf({ context }: Manager, { walk }: CallSite): Pending[] {
  const known = units.get(walk) ?? new Map<object, Pending[]>();
  units.set(walk, known);
  const pending = known.get(context) ?? [];
  known.set(context, pending);
  return pending;
}

/** `em.create(User, fields)` writes nothing before it is flushed. Since version 6 it is persisted at once. */
export function draft(on: Repository, fields: Value | undefined, site: CallSite): ObjectValue {
  const columns = dataColumns(fields, site);
  const { resource } = factsOn(on, 'insert', site);
  const insert = draftInsert({ resource, columns }, 'mikro-orm', site);
  pendingOf(on, site).push({ kind: 'insert', on, of: insert, columns, asked: site.defer() });
  return object(columns.entries, [result(insert, 'written')]);
}

/** A row that is known by its key and was not read: `em.getReference(User, id)`. */
export function reference(on: Repository, key: Columns, site: CallSite): ObjectValue {
  const { resource } = factsOn(on, 'read', site);
  const read = {
    ...draftInsert({ resource, columns: key }, 'mikro-orm', site),
    kind: 'read' as const,
    filter: key,
  };
  return object(key.entries, [result(read, 'row')]);
}

/** `em.persist(value)` */
export function persist(through: Manager, value: Value, site: CallSite): void {
  if (value.kind === 'array') {
    for (const element of value.elements.slice(0, MOST)) persist(through, element, site);
    return;
  }
  if (value.kind === 'choice') {
    site.branch(
      value.test,
      () => (persist(through, value.whenTrue, site), undefinedValue),
      () => (persist(through, value.whenFalse, site), undefinedValue),
    );
    return;
  }
  const given = entityObject(value);
  if (given?.kind === 'instance') return persistInstance(through, given.instance, site);
  if (given?.kind !== 'draft') return;
  const pending = pendingOf(through, site);
  const waiting = pendingInsert(through, given.insert, site);
  const columns =
    value.kind === 'object'
      ? { ...dataColumns(object(value.entries), site), rest: waiting?.columns.rest ?? [] }
      : given.insert.columns;
  if (waiting) Object.assign(waiting, { columns, asked: site.defer() });
  else pending.push({ kind: 'insert', on: given.on, of: given.insert, columns, asked: site.defer() });
}

/** Elements of a list that are told apart. */
const MOST = 4;

function pendingInsert(
  through: Manager,
  of: Operation | Instance,
  site: CallSite,
): Extract<Pending, { kind: 'insert' }> | undefined {
  for (const entry of pendingOf(through, site)) if (entry.kind === 'insert' && entry.of === of) return entry;
  return undefined;
}

function persistInstance(through: Manager, instance: Instance, site: CallSite): void {
  const waiting = pendingInsert(through, instance, site);
  if (waiting) {
    waiting.asked = site.defer();
    return;
  }
  const { data } = repository(instance.class, through);
  pendingOf(through, site).push({
    kind: 'insert',
    on: data as Repository,
    of: instance,
    columns: instanceColumns(instance, site),
    asked: site.defer(),
  });
  // What it refers to is persisted with it.
  for (const value of instance.fields.values())
    if (value.kind === 'instance' && !pendingInsert(through, value, site) && isEntity(value, site))
      persistInstance(through, value, site);
}

const isEntity = ({ class: of }: Instance, site: CallSite): boolean =>
  site.factsOf(of).decorators.some(({ name }) => name === 'Entity');

/** `row.status = 'sent'`, `em.assign(row, changes)`: the row is written back when its unit of work is flushed. */
export function change(row: Result, changes: Value, site: CallSite): void {
  const on = repositoryOf(row);
  if (!on) return;
  const pending = pendingOf(on, site);
  const given = columnsOf(changes);
  const entries = written(
    new Map(
      [...given.entries].filter(
        ([name, value]) => isStored(on.entity, name, site) && !isOfOther(name, value, on, site),
      ),
    ),
    site,
  );
  const insert = pending.find(entry => entry.kind === 'insert' && entry.of === row.operation);
  if (insert?.kind === 'insert') {
    insert.columns = { ...insert.columns, entries: new Map([...insert.columns.entries, ...entries]) };
    return;
  }
  if (entries.size + given.rest.length === 0) return;
  const asked = site.defer();
  const same = pending.find(
    entry => entry.kind === 'update' && entry.row === row && isEach(entry.asked.guards, asked.guards),
  );
  if (same?.kind === 'update') {
    for (const [name, value] of entries) same.changes.set(name, value);
    same.rest.push(...given.rest);
  } else pending.push({ kind: 'update', on, row, changes: entries, rest: [...given.rest], asked });
}

const isEach = (a: readonly Value[], b: readonly Value[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

/** `order.customer.name = name` changes the customer. */
const isOfOther = (name: string, value: Value, on: Repository, site: CallSite): boolean =>
  value.kind === 'object' &&
  value.spreads.some(spread => spread.kind === 'member' && spread.name === name) &&
  relationsOf(on.entity, site).has(name);

/** `em.remove(value)` */
export function remove(through: Manager, value: Value, site: CallSite): void {
  if (value.kind === 'choice') {
    site.branch(
      value.test,
      () => (remove(through, value.whenTrue, site), undefinedValue),
      () => (remove(through, value.whenFalse, site), undefinedValue),
    );
    return;
  }
  for (const part of value.kind === 'array' ? value.elements.slice(0, MOST) : [value]) {
    const given = entityObject(part);
    const pending = pendingOf(through, site);
    if (given?.kind === 'managed')
      pending.push({ kind: 'delete', on: given.on, row: given.row, asked: site.defer() });
    else if (given?.kind === 'draft') {
      const waiting = pendingInsert(through, given.insert, site);
      if (waiting) pending.splice(pending.indexOf(waiting), 1);
    }
  }
}

/** Does what was kept; `at`: the call that says so, where there is one. */
export function flush(through: Manager, site: CallSite, at?: CallSite): void {
  const pending = pendingOf(through, site);
  const all = pending.splice(0);
  for (const entry of all) {
    if (entry.asked.isPossible) entry.asked.record(factsOf(entry, through, site), at);
    else pending.push(entry);
  }
}

function factsOf(entry: Pending, through: Manager, site: CallSite): OperationFacts {
  const on: Repository = { ...through, entity: entry.on.entity };
  switch (entry.kind) {
    case 'insert':
      return factsOn(on, 'insert', site, {
        columns: 'fields' in entry.of ? instanceColumns(entry.of, site) : entry.columns,
      });
    case 'update':
      return factsOn(on, 'update', site, {
        filter: identity(entry.row, on, site),
        columns: { entries: entry.changes, rest: entry.rest, compared: new Set() },
        versioned: isVersioned(on.entity, site) || undefined,
      });
    case 'delete':
      return factsOn(on, 'delete', site, { filter: identity(entry.row, on, site) });
  }
}

/** `em.clear()`, and a rollback, forget what was not flushed. */
export function forget(through: Manager, site: CallSite): void {
  pendingOf(through, site).length = 0;
}

export const flushRequest = (site: CallSite): void => flush(requestManager, site);
