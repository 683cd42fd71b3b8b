import { givenTransaction } from '../../operations/operation.js';
import { constant, handle, object, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { Adapter, CallSite, TypeArguments } from '../adapter.js';
import { builderMethod, settleBuilder } from './builder.js';
import { entityOf, entityOfType } from './entity.js';
import { manager, managerOf, repository, requestManager, type Manager } from './handles.js';
import { managerMethod, repositoryMethod } from './manager.js';
import { builders, changeProperty, newProperty } from './property-builder.js';
import { rawQuery } from './raw.js';
import { entitySchema } from './schema-table.js';
import { rowMethod } from './row.js';
import { change, flushRequest } from './unit-of-work.js';
import { assign } from './writes.js';
import { classViolationTest } from '../violation-test.js';

const CLASSES = new Set([
  'MikroORM',
  'EntitySchema',
  'EntityManager',
  'SqlEntityManager',
  'EntityRepository',
  'BaseEntity',
  'RequestContext',
  'Reference',
]);
const FUNCTIONS = new Set(['defineEntity', 'wrap', 'ref', 'rel', 'raw', 'sql']);
/** Enums whose members are told by their names. */
const ENUMS = new Set(['LockMode', 'IsolationLevel']);

/**
 * MikroORM, 4 to 7, with NestJS. `@Transactional()` passes its transaction by the asynchronous context.
 * https://mikro-orm.io/docs/entity-manager
 */
export const mikroOrm: Adapter = {
  name: 'mikro-orm',
  packages: [
    ...[
      'core',
      'postgresql',
      'mysql',
      'mariadb',
      'sqlite',
      'better-sqlite',
      'libsql',
      'mssql',
      'mongodb',
    ].map(scoped),
    ...['nestjs', 'knex', 'sql', 'decorators', 'entity-repository', 'better-sqlite3'].map(scoped),
    'mikro-orm',
  ],
  client: 'MikroORM',

  violationTest: classViolationTest('UniqueConstraintViolationException', [scoped('core')]),

  exported(name) {
    if (CLASSES.has(name)) return handle('mikro-orm', 'class', { name });
    if (FUNCTIONS.has(name)) return handle('mikro-orm', 'function', { name });
    if (ENUMS.has(name)) return handle('mikro-orm', 'enum', { name });
    if (name === 'p') return builders;
    return /(?:Exception|Error)$/u.test(name) ? handle('mikro-orm', 'error', { name }) : undefined;
  },

  typed: (name, types) => typed(name.split('.').at(-1) ?? '', types),

  // A manager that is handed over may be in its caller's transaction.
  given: declared =>
    declared.type === 'manager'
      ? manager({ ...managerOf(declared), transaction: givenTransaction })
      : undefined,

  injected(decorator, [target], types) {
    switch (decorator) {
      case 'InjectRepository':
        // A repository class of the project is what its declared type says.
        return types.count > 0 ? repository(entityOf(target) ?? entityOfType(types)) : undefined;
      case 'InjectEntityManager':
        return manager();
      case 'InjectMikroORM':
        return handle('mikro-orm', 'orm');
      default:
        return undefined;
    }
  },

  construct(callee, args, site) {
    if (callee.type !== 'class') return undefined;
    switch (nameOf(callee)) {
      case 'MikroORM':
        return handle('mikro-orm', 'orm');
      case 'EntitySchema':
        return entitySchema(args[0], builders, site);
      case 'EntityRepository':
        return repository(
          entityOf(args[1]),
          args[0]?.kind === 'handle' ? managerOf(args[0]) : requestManager,
        );
      default:
        return undefined;
    }
  },

  invoke(callee, args, site) {
    // `extends UserSchema.class`
    if (callee.type === 'schema-class') return callee;
    if (callee.type !== 'function') return undefined;
    const [first, second] = args;
    switch (nameOf(callee)) {
      case 'defineEntity':
        return entitySchema(first, builders, site);
      case 'wrap':
        return first && handle('mikro-orm', 'wrapped', { value: first });
      case 'ref':
      case 'rel':
        return second ? object([['id', second]], [], true) : first;
      default:
        return undefined;
    }
  },

  member(target, name) {
    switch (target.type) {
      case 'orm':
        return name === 'em' ? manager() : undefined;
      case 'repository':
        return /^_?em$/u.test(name) ? manager(managerOf(target)) : undefined;
      case 'enum':
        return constant(name);
      case 'entity-schema':
        return name === 'class' ? handle('mikro-orm', 'schema-class', { schema: target }) : undefined;
      default:
        return undefined;
    }
  },

  method(target, name, args, site) {
    switch (target.type) {
      case 'manager':
        return managerMethod(target, name, args, site);
      case 'repository':
        return repositoryMethod(target, name, args, site);
      case 'orm':
        return ormMethod(name);
      case 'class':
        return staticMethod(nameOf(target), name, args, site);
      case 'builder':
        return builderMethod(target, name, args, site);
      case 'sql':
        return name === 'execute' ? rawQuery(target.data as Manager, args, site) : undefined;
      case 'wrapped':
        return wrappedMethod((target.data as { value: Value }).value, name, args, site);
      case 'builders':
        return newProperty(name, args, site);
      case 'property':
        return changeProperty(target, name, args);
      default:
        return undefined;
    }
  },

  settle: (target, site) => (target.type === 'builder' ? settleBuilder(target, site) : undefined),
  rowMethod,
  assigned: change,
  ended: flushRequest,
};

function scoped(name: string): string {
  return `@mikro-orm/${name}`;
}

const nameOf = ({ data }: Handle): string => ('name' in data ? String(data.name) : '');

function typed(name: string, types: TypeArguments): Handle | undefined {
  switch (name) {
    case 'EntityRepository':
    case 'SqlEntityRepository':
    case 'MongoEntityRepository':
      return repository(types.count > 0 ? entityOfType(types) : undefined);
    case 'EntityManager':
    case 'SqlEntityManager':
    case 'MongoEntityManager':
      return manager();
    case 'MikroORM':
      return handle('mikro-orm', 'orm');
    case 'BaseEntity':
      return handle('mikro-orm', 'base-entity');
    default:
      return undefined;
  }
}

function ormMethod(name: string): Value | undefined {
  return /^(?:connect|reconnect|close|discoverEntity)$/u.test(name) ? handle('mikro-orm', 'orm') : undefined;
}

function staticMethod(of: string, name: string, args: readonly Value[], site: CallSite): Value | undefined {
  const [first, second] = args;
  if (of === 'MikroORM') return /^init(?:Sync)?$/u.test(name) ? handle('mikro-orm', 'orm') : undefined;
  if (of === 'Reference') {
    if (name === 'create') return first;
    return name === 'createFromPK' && second ? object([['id', second]], [], true) : undefined;
  }
  if (of !== 'RequestContext') return undefined;
  if (name === 'getEntityManager') return manager();
  return /^create(?:Async)?$/u.test(name) && second ? site.run(second, []) : undefined;
}

function wrappedMethod(value: Value, name: string, args: readonly Value[], site: CallSite): Value {
  switch (name) {
    case 'assign':
      return assign(value, args[0], site) ?? value;
    case 'getEntity':
    case 'init':
    case 'populate':
    case 'toReference':
    case 'toObject':
    case 'toPOJO':
    case 'serialize':
      return value;
    default:
      return unknown;
  }
}
