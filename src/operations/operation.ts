import type { TSESTree } from '@typescript-eslint/utils';
import type { SchemaChange } from '../schema/schema-change.js';
import type { Table } from '../schema/table.js';
import type { CatchClause, Value } from '../values/value.js';

export type OperationKind =
  | 'read'
  | 'insert'
  /** Insert or update in one statement on a unique key. */
  | 'upsert'
  | 'update'
  | 'delete'
  /** Changes of the schema: what a migration does. */
  | 'define'
  /** Imperative transaction borders (`BEGIN`, `startTransaction()`); callback transactions are scopes. */
  | 'begin'
  | 'commit'
  | 'rollback'
  | 'lock'
  | 'unlock'
  /** Hands a message, job or event to a broker. */
  | 'send'
  | 'ack'
  | 'nack'
  /** Has a service outside act: a payment, a mail, an HTTP POST. */
  | 'call'
  /** Tests the signature of a webhook: what comes after it works on a delivery that may come again. */
  | 'receive';

/** Where in a walk something happens, and under what conditions. */
export interface Occurrence {
  /** The call, in `file`. */
  readonly node: TSESTree.Node;
  readonly file: string;
  /** Calls that lead from the function under analysis to `node`, outermost first, without `node` itself. */
  readonly frames: readonly Frame[];
  /** Conditions under which it runs. */
  readonly guards: readonly Value[];
  /** Outermost first. */
  readonly scopes: readonly Scope[];
  /** Position in the function's order of execution. */
  readonly order: number;
  /** How often the function has waited before: nothing else of the process runs between two things of one turn. */
  readonly turn: number;
  /** Sides of branches that it stands on, outermost first, also of those whose condition cannot be read. */
  readonly sides: readonly object[];
}

/** One effect on a store, lock, broker or service, as an adapter sees it. */
export interface Operation extends OperationFacts, Occurrence {
  readonly library: string;
}

/** A value that a call gives away as the name of one intended effect: `{ idempotencyKey: refundNo }`. */
export interface KeyUse extends Occurrence {
  /** As the code spells it. */
  readonly name: string;
  readonly value: Value;
}

/** What an adapter says of an operation. */
export interface OperationFacts {
  readonly kind: OperationKind;
  readonly resource: Resource;
  /** Columns the filter compares for equality (reads, updates, deletes, conflict key of an upsert). */
  readonly filter: Columns;
  /** Columns written, with their values. */
  readonly columns: Columns;
  /** What happens when an insert meets a unique violation; `undefined`: the database's error comes out. */
  readonly onConflict?: 'ignored' | 'updated' | undefined;
  /** An upsert that the library runs as a SELECT and then an INSERT or UPDATE: two at once meet the constraint. */
  readonly readsFirst?: boolean | undefined;
  /** The rows read stay locked until the transaction ends. */
  readonly rowLock?: boolean | undefined;
  /** Transaction or connection the call goes through, where the receiver says so. */
  readonly transaction?: Transaction | undefined;
  /** Connection of an imperative transaction (`client.query('BEGIN')`): operations on the same one share it. */
  readonly connection?: Value | undefined;
  /** The library adds a version test to the filter by itself (`@Version`, `optimisticConcurrency`). */
  readonly versioned?: boolean | undefined;
  /** An aggregate of a column, as in `max(order_index)`. */
  readonly aggregate?: string | undefined;
  /** The call throws when no row fits (`findOneOrFail`, Prisma's `update` and `delete`). */
  readonly throwsWhenAbsent?: boolean | undefined;
  /** It is done when the call returns, and the whole process waits for it. */
  readonly isSynchronous?: boolean | undefined;
  /** Define: the changes, in order. */
  readonly changes?: readonly SchemaChange[] | undefined;
  /** Lock, unlock, ack: the value that names the lock or message. */
  readonly subject?: Value | undefined;
  /** Call: the value by which the service tells that it was asked before; `unknown`: it cannot be read. */
  readonly key?: Value | undefined;
  /** How long a lock or key lives, in milliseconds. */
  readonly expiry?: Value | undefined;
  /** Lock: what is left of it when its holder dies. */
  readonly heldBy?: LockHolder | undefined;
  /** Lock of a session: each statement runs on whatever connection of a pool is free. */
  readonly isPooled?: boolean | undefined;
  /** Lock: it may not have been had, and only the answer says so. */
  readonly mayFail?: boolean | undefined;
  /** Commands that are sent together share it: no crash of the sender comes between them. */
  readonly batch?: Value | undefined;
}

/**
 * key: it stays in its store until it expires or is removed, by whoever removes it; session, transaction, process: it
 * ends with them.
 */
export type LockHolder = 'key' | 'session' | 'transaction' | 'process';

export interface Resource {
  readonly kind: 'table' | 'key' | 'queue' | 'lock' | 'service';
  /** Table, collection, model, queue, topic or callee as the code names it; `undefined` where it cannot be read. */
  readonly name: string | undefined;
  /** What the call is made on; two operations on one receiver share a resource even when it has no name. */
  readonly receiver?: Value | undefined;
  /**
   * What the code declares the table to be (an entity class, a table constant, a model), read when it is asked
   * for; libraries whose tables are declared elsewhere have none.
   */
  readonly declared?: (() => Table | undefined) | undefined;
}

export interface Columns {
  readonly entries: ReadonlyMap<string, Value>;
  /** Whole objects passed on as they are (`where(match)`, `data: { ...input }`), so there are more columns than listed. */
  readonly rest: readonly Value[];
  /** The filter also holds tests other than equality, by column. */
  readonly compared: ReadonlySet<string>;
  /** What those tests compare with, where it can be read: `{ position: { gt: row.position } }`. */
  readonly bounds?: ReadonlyMap<string, readonly Value[]>;
}

export const noColumns: Columns = { entries: new Map(), rest: [], compared: new Set() };

export interface Frame {
  readonly node: TSESTree.Node;
  readonly file: string;
  /** The function that is called. */
  readonly callee?: TSESTree.Node;
  /** Functions that it is given. */
  readonly given?: readonly TSESTree.Node[];
  /** A static method of a base class in another file: what it does depends on the class that it is called on. */
  readonly isInherited?: boolean;
}

/** Code that runs under one transaction, lock, try, loop, retry or delivery. */
export type Scope =
  | { readonly kind: 'transaction'; readonly transaction: Transaction; readonly node: TSESTree.Node }
  | { readonly kind: 'lock'; readonly lock: Operation }
  | { readonly kind: 'try'; readonly clause: CatchClause }
  | { readonly kind: 'catch'; readonly clause: CatchClause }
  | { readonly kind: 'loop' | 'retry'; readonly node: TSESTree.Node }
  /** Runs however the code before it ends. */
  | { readonly kind: 'finally'; readonly node: TSESTree.Node }
  /** A callback that unread code has: it runs at some time, or never. */
  | { readonly kind: 'callback'; readonly node: TSESTree.Node }
  | Receive;

/** A delivery of a broker, webhook or schedule: it can come more than once. */
export interface Receive {
  readonly kind: 'receive';
  readonly library: string;
  readonly entry: Entry;
  readonly message: Value;
  /** What names the handler: a method's name, the callee that registers it. */
  readonly node: TSESTree.Node;
  readonly file: string;
  /** Calls that lead to where the handler is registered, or to the handler itself. */
  readonly frames: readonly Frame[];
}

/** By what a handler is called: a broker or queue, a provider over HTTP, a clock. */
export type Entry = 'message' | 'webhook' | 'schedule';

export interface Transaction {
  readonly isolation: 'default' | 'repeatable-read' | 'serializable' | 'unknown';
  /** Where it is opened; `undefined`: somewhere that the walk did not come by. */
  readonly node: TSESTree.Node | undefined;
  /** Clients find it by themselves while it lasts, so that nothing needs to be passed to them. */
  readonly isAmbient?: boolean;
}

/** The one that a caller opened and passed on: all that goes through what was passed shares it. */
export const givenTransaction: Transaction = { isolation: 'unknown', node: undefined };
