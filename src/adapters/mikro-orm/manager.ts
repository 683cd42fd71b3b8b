import { noColumns, type OperationKind, type Transaction } from '../../operations/operation.js';
import { handle, undefinedValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { clientHandle, declaredClient } from '../knex/client.js';
import { newBuilder } from './builder.js';
import { entityOf, type Entity } from './entity.js';
import { entityObject } from './entity-value.js';
import { connectionOf, manager, managerOf, repository, type Manager, type Repository } from './handles.js';
import { rawQuery } from './raw.js';
import { readAgain, readMethod } from './reads.js';
import { flush, forget, persist, remove } from './unit-of-work.js';
import { assign, writeMethod } from './writes.js';

/** Methods of an entity manager. Those of a repository are the same, with the entity left out. */
export function managerMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first, ...rest] = args;
  const shared = sharedMethod(target, name, args, site);
  if (shared) return shared;
  const through = managerOf(target);
  const on = (entity: Entity | undefined): Repository => ({ ...through, entity });
  if (name === 'createQueryBuilder' || name === 'qb') return newBuilder(on(entityOf(first)), rest[0], site);
  if (name === 'getRepository' || name === 'repo') return repositoryFor(first, through, site);
  const object = TAKES_OBJECT.test(name) && first && rest.length === 0 ? entityObject(first) : undefined;
  if (object) {
    const entity = object.kind === 'instance' ? object.instance.class : object.on.entity;
    return writeMethod(on(entity), name, args, site);
  }
  const entity = entityOf(first);
  // An entity that a parameter names cannot be told.
  if (entity === undefined && first?.kind !== 'parameter' && first?.kind !== 'member') return undefined;
  return readMethod(on(entity), name, rest, site) ?? writeMethod(on(entity), name, rest, site);
}

const TAKES_OBJECT = /^(?:insert|upsert)$/u;

export function repositoryMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const on = target.data as Repository;
  switch (name) {
    case 'createQueryBuilder':
    case 'qb':
      return newBuilder(on, args[0], site);
    case 'getEntityManager':
      return manager(managerOf(target));
    case 'getEntityName':
      return undefined;
    default:
      return (
        sharedMethod(target, name, args, site) ??
        readMethod(on, name, args, site) ??
        writeMethod(on, name, args, site)
      );
  }
}

/** A class named by `@Entity({ repository: () => UserRepository })` has methods of its own. */
function repositoryFor(value: Value | undefined, through: Manager, site: CallSite): Value {
  const entity = entityOf(value);
  const plain = repository(entity, through);
  if (typeof entity !== 'object' || entity.kind !== 'class') return plain;
  const options = site.factsOf(entity).decorators.find(({ name }) => name === 'Entity')?.args[0];
  const named =
    options?.kind === 'object'
      ? (options.entries.get('repository') ?? options.entries.get('customRepository'))
      : undefined;
  const own = named?.kind === 'function' ? site.run(named, []) : undefined;
  return own?.kind === 'class' ? site.rebased(own, () => plain) : plain;
}

/** What a manager and a repository have alike: the unit of work. */
function sharedMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first, second] = args;
  const through = managerOf(target);
  switch (name) {
    case 'persist':
    case 'persistLater':
      if (first) persist(through, first, site);
      return target;
    case 'remove':
    case 'removeLater':
      if (first) remove(through, first, site);
      return target;
    case 'persistAndFlush':
      if (first) persist(through, first, site);
      flush(through, site, site);
      return undefinedValue;
    case 'removeAndFlush':
    case 'removeEntity':
      if (first) remove(through, first, site);
      flush(through, site, site);
      return undefinedValue;
    case 'flush':
    case 'tryFlush':
      flush(through, site, site);
      return undefinedValue;
    case 'clear':
      forget(through, site);
      return undefinedValue;
    case 'assign':
      return assign(first, second, site);
    case 'lock':
      readAgain(first, second, site);
      return undefinedValue;
    case 'refresh':
    case 'refreshOrFail':
      return readAgain(first, undefined, site);
    case 'populate':
      return first;
    default:
      return target.type === 'manager' ? connectionMethod(target, name, args, site) : undefined;
  }
}

const BORDERS: ReadonlyMap<string, Extract<OperationKind, 'begin' | 'commit' | 'rollback'>> = new Map([
  ['begin', 'begin'],
  ['commit', 'commit'],
  ['rollback', 'rollback'],
]);

/** https://mikro-orm.io/docs/transactions */
function connectionMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first, second] = args;
  const through = managerOf(target);
  const border = BORDERS.get(name);
  if (border) {
    recordBorder(border, through, isolationOf(first, site), site);
    return undefinedValue;
  }
  switch (name) {
    case 'transactional':
      return first && inTransaction(through, first, isolationOf(second, site), site);
    case 'fork':
      return manager({ ...through, context: {} });
    case 'getContext':
      return target;
    case 'getConnection':
    case 'getDriver':
      return handle('mikro-orm', 'sql', through);
    case 'execute':
      return rawQuery(through, args, site);
    case 'getKnex':
      return clientHandle({ ...declaredClient, transaction: through.transaction });
    default:
      return undefined;
  }
}

function isolationOf(options: Value | undefined, site: CallSite): Transaction['isolation'] {
  const level = options && site.property(options, 'isolationLevel');
  const name = level?.kind === 'constant' ? String(level.value) : '';
  if (/^serializable$/iu.test(name)) return 'serializable';
  return /^(?:repeatable[ _]read|snapshot)$/iu.test(name) ? 'repeatable-read' : 'default';
}

/**
 * The callback's manager is flushed before the transaction commits. While it lasts, managers that were not forked find
 * it by themselves.
 */
function inTransaction(
  through: Manager,
  callback: Value,
  isolation: Transaction['isolation'],
  site: CallSite,
): Value {
  const transaction: Transaction = { isolation, node: site.node, isAmbient: true };
  const inside: Manager = { ...through, transaction };
  return site.run(callback, [manager(inside)], { kind: 'transaction', transaction }, () =>
    flush(inside, site),
  );
}

/** `commit()` flushes first. */
function recordBorder(
  kind: Extract<OperationKind, 'begin' | 'commit' | 'rollback'>,
  through: Manager,
  isolation: Transaction['isolation'],
  site: CallSite,
): void {
  if (kind === 'commit') flush(through, site, site);
  if (kind === 'rollback') forget(through, site);
  site.record({
    kind,
    resource: { kind: 'table', name: undefined },
    filter: noColumns,
    columns: noColumns,
    connection: connectionOf(through, site),
    transaction: kind === 'begin' ? { isolation, node: site.node } : undefined,
  });
}
