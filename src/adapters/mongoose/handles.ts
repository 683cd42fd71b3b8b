import { givenTransaction, type Frame, type Transaction } from '../../operations/operation.js';
import { handle, undefinedValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';

export interface Model {
  readonly name: string | undefined;
  /** The schema says `optimisticConcurrency`, so that `save()` tests the version it read. */
  readonly versioned: boolean;
  /** What declares its documents: a schema, an object of definitions, or a class with decorators. */
  readonly source: () => Value | undefined;
  /** Where the model is made: statements there may add to the schema first. */
  readonly file?: string | undefined;
  /** Collection, where it is given. */
  readonly collection?: string | undefined;
  /** A discriminator keeps its documents in the collection of this model. */
  readonly base?: Model | undefined;
  /** What its documents are told by, where that is not its name. */
  readonly value?: Value | undefined;
}

/** A query that runs when it is awaited. */
export interface Query {
  /** The model handle it was made on. */
  readonly on: Handle;
  readonly verb: Verb;
  /** Filter objects, all of which must fit. */
  readonly filters: readonly Value[];
  /** The update, replacement, or pipeline. */
  readonly update: Value | undefined;
  readonly options: readonly Value[];
  readonly session: Value | undefined;
  /** Path that the next `equals()` or `gt()` tests. */
  readonly path: string | undefined;
  readonly throwsWhenAbsent: boolean;
  /** The call that made it. */
  readonly at: Frame;
}

/** A session; within `withTransaction` everything that is given the session runs in its transaction. */
export interface Session {
  /** Only what is given the session is in its transaction: the driver has no `transactionAsyncLocalStorage`. */
  readonly isExplicit: boolean;
  transaction: Transaction | undefined;
}

export type Verb =
  | 'find'
  | 'findOne'
  | 'exists'
  | 'countDocuments'
  | 'distinct'
  | 'aggregate'
  | 'updateOne'
  | 'updateMany'
  | 'findOneAndUpdate'
  | 'replaceOne'
  | 'findOneAndReplace'
  | 'deleteOne'
  | 'deleteMany'
  | 'findOneAndDelete';

export const model = (name: string | undefined, facts: Partial<Model> = {}): Handle =>
  handle('mongoose', 'model', { name, versioned: false, source: () => undefined, ...facts } satisfies Model);
export const namespace: Handle = handle('mongoose', 'namespace');
export const connection: Handle = handle('mongoose', 'connection');
export const newSession = (isExplicit = false): Handle =>
  handle('mongoose', 'session', { isExplicit, transaction: undefined } satisfies Session);

export function newQuery(
  on: Handle,
  verb: Verb,
  filter: Value | undefined,
  site: CallSite,
  more: Partial<Query> = {},
): Handle {
  const query: Query = {
    on,
    verb,
    filters: filter ? [filter] : [],
    update: undefined,
    options: [],
    session: undefined,
    path: undefined,
    throwsWhenAbsent: false,
    at: { node: site.node, file: site.file },
    ...more,
  };
  return handle('mongoose', 'query', query);
}

/** What of an operation says through which session it goes. */
export function throughSession(session: Value | undefined): {
  connection?: Value;
  transaction?: Transaction | undefined;
} {
  if (!session || session === undefinedValue || session.kind === 'constant' || session.kind === 'unknown')
    return {};
  const own = sessionIn(session);
  return { connection: own ?? session, transaction: own ? (own.data as Session).transaction : givenTransaction };
}

/** A session that may also be absent: `options?.session`. */
function sessionIn(value: Value): Handle | undefined {
  if (value.kind === 'choice') return sessionIn(value.whenTrue) ?? sessionIn(value.whenFalse);
  return value.kind === 'handle' && value.type === 'session' ? value : undefined;
}

export const isTrue = (value: Value | undefined): boolean =>
  value?.kind === 'constant' && value.value === true;
