import { givenTransaction } from '../../operations/operation.js';
import { constant, handle, result } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { Adapter, TypeArguments } from '../adapter.js';
import { readElsewhere } from '../draft.js';
import { connectionMethod, openConnection, queryInterface } from './connections.js';
import { draft } from './draft-row.js';
import { connection, modelIn, named, nameOf, newModel, transactionHandle } from './handles.js';
import { modelMethod } from './models.js';
import { queryInterfaceMember, queryInterfaceMethod } from './query-interface.js';
import { rowMethod } from './rows.js';
import { transactionMethod } from './transactions.js';
import { classViolationTest } from '../violation-test.js';

const EXPRESSIONS = new Set(['fn', 'col', 'literal', 'where', 'and', 'or', 'cast', 'json', 'sql']);
const CORE = '@sequelize/core';

/**
 * Sequelize 6 and 7 with sequelize-typescript and NestJS. What runs under `Sequelize.useCLS(...)` is only seen
 * where a transaction's callback takes no transaction.
 * https://sequelize.org/docs/v6/
 */
export const sequelize: Adapter = {
  name: 'sequelize',
  packages: ['sequelize', CORE, 'sequelize-typescript', '@nestjs/sequelize'],
  client: 'Sequelize',

  violationTest: classViolationTest('UniqueConstraintError', ['sequelize', CORE]),

  exported: (name, specifier) => exported(name, specifier),

  typed(name, types) {
    switch (name.split('.').at(-1)) {
      case 'Sequelize':
        return connection();
      case 'Transaction':
        return transactionHandle(undefined);
      case 'QueryInterface':
        return queryInterface();
      case 'Model':
        return handle('sequelize', 'model-class');
      case 'ModelStatic':
      case 'ModelCtor':
      case 'ModelDefined':
      case 'Repository':
        return modelOfType(types);
      default:
        return undefined;
    }
  },

  given: declared => (declared.type === 'transaction' ? transactionHandle(givenTransaction) : undefined),

  injected(decorator, [target], types) {
    if (decorator === 'InjectConnection') return connection();
    if (decorator === 'InjectModel') return target?.kind === 'class' ? target : modelOfType(types);
    const isToken = decorator === 'Inject' && target?.kind === 'handle' && target.adapter === 'sequelize';
    return isToken && target.type === 'token' ? (target.data as { model: Value }).model : undefined;
  },

  construct(callee, args, site) {
    if (callee.type === 'model') return draft(callee, args[0], site);
    const isClient = callee.type === '*' || (callee.type === 'class' && nameOf(callee) === 'Sequelize');
    return isClient ? openConnection(args, versionOf(callee), site) : undefined;
  },

  invoke(callee, args) {
    switch (callee.type) {
      // `class User extends Sequelize.Model`
      case 'model-class':
      case 'data-type':
        return callee;
      case 'function':
        return called(nameOf(callee), args);
      default:
        return undefined;
    }
  },

  member(target, name) {
    switch (target.type) {
      case 'class':
        return (
          exported(name, 'sequelize') ??
          (nameOf(target) === 'Transaction' ? transactionMember(name) : undefined)
        );
      case 'connection':
        return connectionMember(name);
      case 'models':
        return newModel({ name });
      case 'transaction':
        return transactionMember(name);
      case 'names':
        return constant(nameOf(target) === 'Op' ? `$${name}` : name);
      case 'data-types':
        return named('data-type', name);
      case 'query-interface':
        return queryInterfaceMember(name);
      case 'model':
        return modelMember(target, name);
      default:
        return undefined;
    }
  },

  method(target, name, args, site) {
    switch (target.type) {
      case 'class':
        return EXPRESSIONS.has(name) ? called(name, args) : undefined;
      case 'data-types':
        return named('data-type', name);
      case 'data-type':
        return target;
      case 'connection':
        return EXPRESSIONS.has(name) ? called(name, args) : connectionMethod(target, name, args, site);
      case 'model':
        return modelMethod(target, name, args, site);
      case 'transaction':
        return transactionMethod(target, name, args, site);
      case 'query-interface':
        return queryInterfaceMethod(target, name, args, site);
      default:
        return undefined;
    }
  },

  classHandle: (base, of) => (base.type === 'model-class' ? newModel({ class: of }) : undefined),

  row(base, of) {
    if (base.type !== 'model-class') return undefined;
    return result(
      readElsewhere({ kind: 'table', name: undefined, receiver: newModel({ class: of }) }, 'sequelize', of),
      'row',
    );
  },

  registry: target => (target.type === 'connection' ? handle('sequelize', 'models') : undefined),

  migrates: parameter =>
    /^(?:queryInterface|query_interface|qi)$/iu.test(parameter)
      ? [queryInterface(), handle('sequelize', 'class', { name: 'Sequelize' })]
      : undefined,

  rowMethod,
};

function exported(name: string, specifier: string): Value | undefined {
  if (specifier === '@nestjs/sequelize')
    return name === 'getModelToken' ? named('function', name) : undefined;
  switch (name) {
    case 'default':
    case 'Sequelize':
      return handle('sequelize', 'class', { name: 'Sequelize', specifier });
    case 'Model':
      return handle('sequelize', 'model-class');
    case 'Op':
    case 'Operators':
      return named('names', 'Op');
    case 'QueryTypes':
    case 'IsolationLevel':
    case 'Lock':
    case 'LOCK':
      return named('names', name);
    case 'Transaction':
      return named('class', name);
    case 'DataTypes':
    case 'DataType':
      return handle('sequelize', 'data-types');
    case 'createIndexDecorator':
      return named('function', name);
    // A UniqueConstraintError is a ValidationError too, so that a clause for the one is one for the other.
    case 'ValidationError':
      return named('error', 'ValidationError, UniqueConstraintError');
    default:
      if (/Error$/u.test(name)) return named('error', name);
      return EXPRESSIONS.has(name) ? named('function', name) : undefined;
  }
}

const versionOf = ({ data }: Handle): 6 | 7 => ('specifier' in data && data.specifier === CORE ? 7 : 6);

function called(name: string, args: readonly Value[]): Value | undefined {
  if (name === 'getModelToken') return handle('sequelize', 'token', { model: args[0] });
  if (name === 'createIndexDecorator') return handle('sequelize', 'index-decorator', { options: args[0] });
  return handle('sequelize', 'expression', { name, args });
}

/** `ModelStatic<User>`, `Repository<User>`. */
function modelOfType(types: TypeArguments): Value | undefined {
  const value = types.value(0);
  if (value?.kind === 'class') return newModel({ class: value });
  const name = types.resource(0) ?? types.name(0);
  return name === undefined ? undefined : newModel({ name });
}

function connectionMember(name: string): Value | undefined {
  if (name === 'models') return handle('sequelize', 'models');
  if (name === 'queryInterface') return queryInterface();
  return name === 'Sequelize' || name === 'constructor'
    ? handle('sequelize', 'class', { name: 'Sequelize' })
    : undefined;
}

function transactionMember(name: string): Value | undefined {
  return name === 'LOCK' || name === 'ISOLATION_LEVELS' ? named('names', name) : undefined;
}

function modelMember(target: Handle, name: string): Value | undefined {
  if (name === 'name') return constant(modelIn(target).name ?? modelIn(target).class?.name);
  return name === 'sequelize' ? connection() : undefined;
}
