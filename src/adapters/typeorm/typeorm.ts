import { givenTransaction } from '../../operations/operation.js';
import { handle, member, nullValue, object } from '../../values/make.js';
import type { ClassValue, Handle, Instance, Result, Value } from '../../values/value.js';
import type { Adapter, CallSite, TypeArguments } from '../adapter.js';
import { builderMethod } from './builder.js';
import { dataSourceMethod, managerMethod, openDataSource, queryRunnerMethod } from './connections.js';
import { entityOf, entityOfSchema, entityOfType, unknownEntity } from './entity.js';
import { dataSource, manager, nameOf, queryRunner, repository, sourceOf } from './handles.js';
import { repositoryMethod } from './repository.js';
import { remove, save } from './save.js';
import { PARTS, schemaPart } from './schema-changes.js';
import { operatorValue, OPERATORS } from './where.js';
import { driverCodeTest } from '../violation-test.js';

const CLASSES = new Set([
  ...['DataSource', 'Connection', 'EntityManager', 'MongoEntityManager', 'EntitySchema', 'BaseEntity', 'Brackets'],
  ...['NotBrackets', 'Repository', 'TreeRepository', 'MongoRepository', 'AbstractRepository'],
]);
/** Functions of 0.2 that work on the default connection. */
const FUNCTIONS = new Set([
  ...['getConnection', 'getManager', 'getMongoManager', 'getRepository', 'getTreeRepository', 'getMongoRepository'],
  ...['getCustomRepository', 'createConnection', 'createQueryBuilder'],
]);

/**
 * TypeORM, 0.2 and 0.3, with NestJS and TypeDI. `@Transactional()` of typeorm-transactional passes its
 * transaction by the asynchronous context, where calls do not show it.
 * https://typeorm.io/docs/working-with-entity-manager/repository-api
 */
export const typeorm: Adapter = {
  name: 'typeorm',
  packages: ['typeorm', '@nestjs/typeorm', 'typeorm-typedi-extensions', 'typeorm-plus'],
  client: 'DataSource',

  violationTest(error, target) {
    const test = driverCodeTest(`${error}.driverError`, target);
    return test === undefined
      ? undefined
      : {
          code: `${error} instanceof QueryFailedError && 'code' in ${error}.driverError && ${test}`,
          imports: [{ specifier: 'typeorm', name: 'QueryFailedError' }],
        };
  },

  exported(name, specifier) {
    if (specifier.startsWith('@nestjs/')) return undefined;
    if (CLASSES.has(name) || PARTS.has(name)) return handle('typeorm', 'class', { name });
    if (FUNCTIONS.has(name)) return handle('typeorm', 'function', { name });
    return OPERATORS.has(name) ? handle('typeorm', 'operator-function', { name }) : undefined;
  },

  typed: (name, types) => typed(name.split('.').at(-1) ?? '', types),

  given(declared) {
    const source = { ...sourceOf(declared), transaction: givenTransaction };
    if (declared.type === 'manager') return manager(source);
    return declared.type === 'query-runner' ? handle('typeorm', 'query-runner', source) : undefined;
  },

  migrates: parameter => (/^queryRunner$/iu.test(parameter) ? [queryRunner()] : undefined),

  injected(decorator, [target], types) {
    switch (decorator) {
      case 'InjectRepository':
        return injectedRepository(target, types);
      case 'InjectDataSource':
        return dataSource();
      case 'InjectEntityManager':
      case 'InjectManager':
        return manager();
      default:
        return undefined;
    }
  },

  construct(callee, args, site) {
    const [first, second] = args;
    if (callee.type !== 'class') return undefined;
    if (PARTS.has(nameOf(callee))) return schemaPart(first, site);
    switch (nameOf(callee)) {
      case 'DataSource':
      case 'Connection':
        return openDataSource(first, site);
      case 'EntityManager':
        return manager(first?.kind === 'handle' ? sourceOf(first) : undefined);
      case 'EntitySchema':
        return handle('typeorm', 'entity-schema', entityOfSchema(first, site));
      case 'Brackets':
      case 'NotBrackets':
        return handle('typeorm', 'brackets', {
          callback: first ?? nullValue,
          isNegated: nameOf(callee) === 'NotBrackets',
        });
      default:
        return repository(
          entityOf(first) ?? unknownEntity,
          second?.kind === 'handle' ? sourceOf(second) : undefined,
        );
    }
  },

  invoke(callee, args, site) {
    if (callee.type === 'operator-function') return operatorValue(callee, nameOf(callee), args);
    return callee.type === 'function' ? globalFunction(nameOf(callee), args, site) : undefined;
  },

  member(target, name) {
    switch (target.type) {
      case 'data-source':
        return name === 'manager' ? manager(sourceOf(target)) : undefined;
      case 'query-runner':
        if (name === 'manager') return manager(sourceOf(target));
        return name === 'connection' || name === 'dataSource' ? dataSource() : undefined;
      case 'manager':
        return managerMember(target, name);
      case 'repository':
        if (name === 'manager') return manager(sourceOf(target));
        return name === 'repository' ? target : undefined;
      default:
        return undefined;
    }
  },

  method(target, name, args, site) {
    switch (target.type) {
      case 'data-source':
        return dataSourceMethod(target, name, args, site) ?? managerMethod(target, name, args, site);
      case 'manager':
        return managerMethod(target, name, args, site);
      case 'repository':
        return repositoryMethod(target, name, args, site);
      case 'query-runner':
        return queryRunnerMethod(target, name, args, site);
      case 'builder':
        return builderMethod(target, name, args, site);
      default:
        return undefined;
    }
  },

  classHandle: (base, of) => (base.type === 'active-record' ? activeRecord(of) : undefined),

  instanceMethod: (instance, name, args, site) =>
    isActiveRecord(instance) ? recordMethod(instance, name, args, site) : undefined,

  rowMethod(row, name, args, site, changes) {
    return recordMethod(changes.size > 0 ? object(changes, [row]) : row, name, args, site);
  },
};

function typed(name: string, types: TypeArguments): Handle | undefined {
  switch (name) {
    case 'Repository':
    case 'TreeRepository':
    case 'MongoRepository':
    case 'AbstractRepository':
    case 'EntityRepository':
      return repository(types.count > 0 ? entityOfType(types) : unknownEntity);
    case 'DataSource':
    case 'Connection':
      return dataSource();
    case 'EntityManager':
    case 'MongoEntityManager':
      return manager();
    case 'QueryRunner':
      return queryRunner();
    case 'BaseEntity':
      return handle('typeorm', 'active-record');
    default:
      return undefined;
  }
}

/** A class that is itself a repository (0.2) is what its declared type says. */
function injectedRepository(target: Value | undefined, types: TypeArguments): Handle | undefined {
  if (target?.kind === 'class' && isRepositoryClass(target)) return undefined;
  const isNamed = target?.kind === 'class' || (target?.kind === 'handle' && target.type === 'entity-schema');
  return repository((isNamed ? entityOf(target) : undefined) ?? entityOfType(types));
}

const isRepositoryClass = ({ node: { superClass } }: ClassValue): boolean =>
  superClass?.type === 'Identifier' && /Repository$/u.test(superClass.name);

function managerMember(target: Handle, name: string): Value | undefined {
  const source = sourceOf(target);
  if (name === 'connection' || name === 'dataSource')
    return dataSource({ ...source, transaction: undefined, connection: undefined });
  return name === 'queryRunner' ? source.connection : undefined;
}

function globalFunction(name: string, args: readonly Value[], site: CallSite): Value | undefined {
  if (name === 'getConnection') return dataSource();
  if (name === 'createConnection') return openDataSource(args[0], site);
  if (/Manager$/u.test(name)) return manager();
  return managerMethod(manager(), name, args, site);
}

const activeRecord = (of: ClassValue): Handle => repository({ name: undefined, class: of });

const isActiveRecord = ({ base }: Instance): boolean =>
  base?.kind === 'handle' && base.type === 'active-record';

/** `user.save()`: https://typeorm.io/docs/guides/active-record-data-mapper */
function recordMethod(
  value: Instance | Result | Value,
  name: string,
  _args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const on = repository(unknownEntity);
  switch (name) {
    case 'save':
    case 'recover':
      return save(on, value, site);
    case 'remove':
    case 'softRemove':
      return remove(on, value, site);
    case 'reload':
      return value;
    case 'hasId':
      return member(value, 'id');
    default:
      return undefined;
  }
}
