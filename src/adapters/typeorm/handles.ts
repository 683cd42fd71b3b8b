import type { Operation, OperationFacts, Transaction } from '../../operations/operation.js';
import { noColumns } from '../../operations/operation.js';
import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { SqlDialect } from '../sql/statement.js';
import { tableOf, type Entity } from './entity.js';
import { declaredBy } from './table.js';

/** How a call reaches the database. */
export interface Source {
  /** Transaction of the callback whose manager this is. */
  readonly transaction: Transaction | undefined;
  /** The query runner, which is one connection. */
  readonly connection: Value | undefined;
  readonly dialect: SqlDialect | undefined;
  /** Isolation of a transaction that names none. */
  readonly isolation: Transaction['isolation'];
}

export interface Repository extends Source {
  readonly entity: Entity;
}

export const plainSource: Source = {
  transaction: undefined,
  connection: undefined,
  dialect: undefined,
  isolation: 'default',
};

export const dataSource = (source: Source = plainSource): Handle => handle('typeorm', 'data-source', source);
export const manager = (source: Source = plainSource): Handle => handle('typeorm', 'manager', source);
export const repository = (entity: Entity, source: Source = plainSource): Handle =>
  handle('typeorm', 'repository', { ...source, entity } satisfies Repository);
export const queryRunner = ({ dialect, isolation }: Source = plainSource): Handle =>
  handle('typeorm', 'query-runner', { ...plainSource, dialect, isolation } satisfies Source);

/** What a data source, manager, repository or query runner goes through. */
export function sourceOf(target: Handle): Source {
  const { transaction, connection, dialect, isolation } = target.data as Source;
  return {
    transaction,
    connection: target.type === 'query-runner' ? target : connection,
    dialect,
    isolation,
  };
}

export const nameOf = ({ data }: Handle): string => ('name' in data ? String(data.name) : '');

/** Records what a call on a repository does. */
export function record(
  on: Handle,
  kind: OperationFacts['kind'],
  site: CallSite,
  facts: Partial<OperationFacts> = {},
): Operation {
  const { entity, transaction, connection } = on.data as Repository;
  return site.record({
    kind,
    resource: {
      kind: 'table',
      name: tableOf(entity, site),
      receiver: on,
      declared: declaredBy(entity, site),
    },
    filter: noColumns,
    columns: noColumns,
    transaction,
    connection,
    ...facts,
  });
}
