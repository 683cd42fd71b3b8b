import { noColumns, type OperationFacts, type Transaction } from '../../operations/operation.js';
import { handle } from '../../values/make.js';
import type { Handle } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { tableName, tableOf, type Entity } from './entity.js';

/** An entity manager, as far as it decides what calls on it do. */
export interface Manager {
  /** The unit of work it belongs to; one for all that were not forked. */
  readonly context: object;
  /** Transaction of the callback that was given it. */
  readonly transaction: Transaction | undefined;
}

export interface Repository extends Manager {
  readonly entity: Entity | undefined;
}

/** What injection gives is the manager of the request. */
const REQUEST = {};

export const requestManager: Manager = { context: REQUEST, transaction: undefined };

export const manager = (of: Manager = requestManager): Handle => handle('mikro-orm', 'manager', of);

export const repository = (entity: Entity | undefined, through: Manager = requestManager): Handle =>
  handle('mikro-orm', 'repository', {
    context: through.context,
    transaction: through.transaction,
    entity,
  } satisfies Repository);

/** What a manager, a repository or the ORM itself goes through. */
export function managerOf({ data }: Handle): Manager {
  return 'context' in data ? (data as Manager) : requestManager;
}

/** Facts of an operation on an entity. */
export function factsOn(
  on: Repository,
  kind: OperationFacts['kind'],
  site: CallSite,
  facts: Partial<OperationFacts> = {},
): OperationFacts {
  return {
    kind,
    resource: {
      kind: 'table',
      name: tableName(on.entity, site),
      receiver: receiverOf(on),
      declared: () => tableOf(on.entity, site),
    },
    filter: noColumns,
    columns: noColumns,
    transaction: on.transaction,
    connection: connectionOf(on, site),
    ...facts,
  };
}

const connections = new WeakMap<object, Map<object, Handle>>();

/** Stands for the connection that a unit of work keeps from `begin()` on. */
export function connectionOf({ context }: Manager, { walk }: CallSite): Handle {
  const known = connections.get(walk) ?? new Map<object, Handle>();
  connections.set(walk, known);
  const connection = known.get(context) ?? handle('mikro-orm', 'connection');
  known.set(context, connection);
  return connection;
}

const receivers = new WeakMap<Repository, Handle>();

/** The repository as a value, by which rows know where they belong. */
function receiverOf(on: Repository): Handle {
  const known = receivers.get(on) ?? handle('mikro-orm', 'repository', on);
  receivers.set(on, known);
  return known;
}
