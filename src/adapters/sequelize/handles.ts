import { givenTransaction, type Transaction } from '../../operations/operation.js';
import type { Place } from '../../schema/table.js';
import { handle, undefinedValue } from '../../values/make.js';
import type { ClassValue, Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { SqlDialect } from '../sql/statement.js';

/** A model: a class of the project, or what `define` was given. */
export interface Model {
  readonly name: string | undefined;
  readonly class: ClassValue | undefined;
  readonly definition: Definition | undefined;
}

/** `define(name, attributes, options)`, `User.init(attributes, options)`. */
export interface Definition {
  readonly attributes: Value | undefined;
  readonly options: Value | undefined;
  readonly place: Place;
}

/** An instance of `Sequelize`. */
export interface Connection {
  readonly dialect: SqlDialect | undefined;
  /** Isolation of a transaction that names none. */
  readonly isolation: Transaction['isolation'];
  /** Version 7 passes a managed transaction on by the asynchronous context. */
  readonly isAmbient: boolean;
}

/** `sequelize.fn(...)`, `col(...)`, `literal(...)`, `where(...)`, `and(...)`. */
export interface Expression {
  readonly name: string;
  readonly args: readonly Value[];
}

export const newModel = (model: Partial<Model>): Handle =>
  handle('sequelize', 'model', { name: undefined, class: undefined, definition: undefined, ...model });

export const plainConnection: Connection = { dialect: undefined, isolation: 'default', isAmbient: false };

export const connection = (data: Connection = plainConnection): Handle =>
  handle('sequelize', 'connection', data);

/** A transaction; `undefined`: one that `begin` opened, told by the operations before. */
export const transactionHandle = (transaction: Transaction | undefined): Handle =>
  handle('sequelize', 'transaction', { transaction });

export const transactionIn = (target: Handle): Transaction | undefined =>
  (target.data as { transaction: Transaction | undefined }).transaction;

export const named = (type: string, name: string): Handle => handle('sequelize', type, { name });

export const nameOf = ({ data }: Handle): string => ('name' in data ? String(data.name) : '');

/** Name of a handle of this library, `''` for anything else. */
export const handleName = (value: Value | undefined): string =>
  value?.kind === 'handle' ? nameOf(value) : '';

export const modelIn = (target: Handle): Model => target.data as Model;

export const expressionIn = (value: Value | undefined): Expression | undefined =>
  value?.kind === 'handle' && value.adapter === 'sequelize' && value.type === 'expression'
    ? (value.data as Expression)
    : undefined;

/** A value of the options of a call; `undefined` where it is not given. */
export function option(options: Value | undefined, name: string, site: CallSite): Value | undefined {
  const value =
    options && options.kind !== 'constant' && options.kind !== 'unknown'
      ? site.property(options, name)
      : undefined;
  return value === undefinedValue || value?.kind === 'unknown' ? undefined : value;
}

export const textOf = (value: Value | undefined): string | undefined =>
  value?.kind === 'constant' && typeof value.value === 'string' ? value.value : undefined;

export const isTrue = (value: Value | undefined): boolean =>
  value?.kind === 'constant' && value.value === true;

export const isFalse = (value: Value | undefined): boolean =>
  value?.kind === 'constant' && value.value === false;

/** `transaction: undefined`, `transaction: null`. */
const isNone = (value: Value): boolean =>
  value.kind === 'constant' && (value.value === null || value.value === undefined);

interface Through {
  readonly connection?: Value | undefined;
  readonly transaction?: Transaction | undefined;
}

/** What of an operation says through which transaction it goes: `{ transaction: t }`, `...ctx.context`. */
export function through(options: Value | undefined, site: CallSite): Through {
  const given = option(options, 'transaction', site);
  return given ? throughTransaction(given) : {};
}

function throughTransaction(value: Value): Through {
  if (isNone(value) || value.kind === 'unknown') return {};
  const own = handleIn(value);
  return own
    ? { connection: own, transaction: transactionIn(own) }
    : { connection: value, transaction: givenTransaction };
}

/** A transaction that may also be absent: `options?.transaction`. */
function handleIn(value: Value): Handle | undefined {
  if (value.kind === 'choice') return handleIn(value.whenTrue) ?? handleIn(value.whenFalse);
  return value.kind === 'handle' && value.type === 'transaction' ? value : undefined;
}
