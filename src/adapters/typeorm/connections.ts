import { noColumns, type OperationKind, type Transaction } from '../../operations/operation.js';
import { undefinedValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { SqlDialect } from '../sql/statement.js';
import { newBuilder } from './builder.js';
import { entityOf, unknownEntity } from './entity.js';
import {
  dataSource,
  manager,
  plainSource,
  queryRunner,
  repository,
  sourceOf,
  type Repository,
  type Source,
} from './handles.js';
import { rawQuery } from './raw.js';
import { repositoryMethod } from './repository.js';
import { schemaMethod } from './schema-changes.js';

const DIALECTS: ReadonlyMap<string, SqlDialect> = new Map([
  ...['postgres', 'cockroachdb', 'aurora-postgres'].map(type => [type, 'postgresql'] as const),
  ...['mysql', 'mariadb', 'aurora-mysql'].map(type => [type, 'mysql'] as const),
  ...['sqlite', 'better-sqlite3', 'sqljs', 'expo', 'react-native'].map(type => [type, 'sqlite'] as const),
]);

/**
 * `new DataSource({ type })`. Write transactions of SQLite run one after the other, and those of CockroachDB
 * are serializable: of two that read the same and write, one is sent back.
 */
export function openDataSource(options: Value | undefined, site: CallSite): Handle {
  const type = options && site.property(options, 'type');
  const name = type?.kind === 'constant' ? String(type.value) : '';
  const dialect = DIALECTS.get(name);
  const isolation = options ? isolationOf(site.property(options, 'isolationLevel')) : undefined;
  const own = dialect === 'sqlite' || name === 'cockroachdb' ? 'serializable' : 'default';
  return dataSource({ ...plainSource, dialect, isolation: isolation ?? own });
}

function isolationOf(level: Value | undefined): Transaction['isolation'] | undefined {
  if (level?.kind !== 'constant' || typeof level.value !== 'string') return undefined;
  if (/^serializable$/iu.test(level.value)) return 'serializable';
  return /^repeatable read$/iu.test(level.value) ? 'repeatable-read' : 'default';
}

/** Methods of a data source, and the functions of the same names that 0.2 exports. */
export function dataSourceMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  switch (name) {
    case 'initialize':
    case 'connect':
    case 'setOptions':
      return target;
    case 'destroy':
    case 'close':
    case 'synchronize':
    case 'runMigrations':
      return undefinedValue;
    case 'createQueryRunner':
      return queryRunner(sourceOf(target));
    case 'createEntityManager':
      return manager(sourceOf(target));
    default:
      return sharedMethod(target, name, args, site);
  }
}

/** Methods of an entity manager: those of a repository, with the entity in front. */
export function managerMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first] = args;
  if (name === 'withRepository' && first) return withRepository(first, sourceOf(target), site);
  const shared = sharedMethod(target, name, args, site);
  if (shared) return shared;
  const source = sourceOf(target);
  const takesObject = /^(?:save|remove|softRemove|recover)$/u.test(name);
  const entity = takesObject && args.length === 1 ? undefined : entityOf(first);
  if (entity && !(takesObject && (first?.kind === 'parameter' || first?.kind === 'member') && !args[1])) {
    return repositoryMethod(repository(entity, source), name, args.slice(1), site);
  }
  return takesObject ? repositoryMethod(repository(unknownEntity, source), name, args, site) : undefined;
}

function sharedMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first, second] = args;
  const source = sourceOf(target);
  switch (name) {
    case 'getRepository':
    case 'getTreeRepository':
    case 'getMongoRepository':
      return repository(entityOf(first) ?? unknownEntity, source);
    case 'getCustomRepository':
      return first && withRepository(first, source, site);
    case 'transaction':
      return inTransaction(source, args, site);
    case 'query':
      return rawQuery(target, args, site);
    case 'createQueryBuilder': {
      const entity = entityOf(first);
      const runner = entity ? args[2] : first;
      return newBuilder(repository(entity ?? unknownEntity, throughRunner(source, runner)), second, site);
    }
    default:
      return undefined;
  }
}

const throughRunner = (source: Source, runner: Value | undefined): Source =>
  runner?.kind === 'handle' && runner.type === 'query-runner' ? sourceOf(runner) : source;

/** `transaction(callback)`, `transaction('SERIALIZABLE', callback)`. */
function inTransaction(source: Source, args: readonly Value[], site: CallSite): Value | undefined {
  const callback = args.find(({ kind }) => kind === 'function') ?? args.at(-1);
  if (!callback) return undefined;
  const transaction: Transaction = {
    isolation: isolationOf(args.length > 1 ? args[0] : undefined) ?? source.isolation,
    node: site.node,
  };
  return site.run(callback, [manager({ ...source, transaction })], { kind: 'transaction', transaction });
}

/** The same repository, going through another manager. */
function withRepository(value: Value, source: Source, site: CallSite): Value | undefined {
  switch (value.kind) {
    case 'handle':
      return value.type === 'repository' ? repository((value.data as Repository).entity, source) : undefined;
    case 'class':
      return site.rebased(value, own => withRepository(own, source, site) ?? own);
    case 'instance':
      return withRepository(value.class, source, site);
    case 'object':
      return {
        ...value,
        spreads: value.spreads.map(spread => withRepository(spread, source, site) ?? spread),
      };
    default:
      return undefined;
  }
}

const BORDERS: ReadonlyMap<string, OperationKind> = new Map([
  ['startTransaction', 'begin'],
  ['commitTransaction', 'commit'],
  ['rollbackTransaction', 'rollback'],
]);

/** https://typeorm.io/docs/query-runner */
export function queryRunnerMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  if (name === 'query') return rawQuery(target, args, site);
  if (name === 'connect' || name === 'release') return undefinedValue;
  const kind = BORDERS.get(name);
  if (!kind) return schemaMethod(target, name, args, site);
  const isolation = isolationOf(args[0]) ?? sourceOf(target).isolation;
  site.record({
    kind,
    resource: { kind: 'table', name: undefined },
    filter: noColumns,
    columns: noColumns,
    connection: target,
    transaction: kind === 'begin' ? { isolation, node: site.node } : undefined,
  });
  return undefinedValue;
}
