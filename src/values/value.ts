import type { TSESTree } from '@typescript-eslint/utils';
import type { Operation } from '../operations/operation.js';

/**
 * A symbolic value: what the code says an expression is, without running it.
 * Awaiting is transparent: a promise and what it resolves to are one value.
 */
export type Value =
  | Unknown
  | Constant
  | Parameter
  | Member
  | Element
  | ObjectValue
  | ArrayValue
  | Not
  | Binary
  | Choice
  | Template
  | Call
  | Result
  | Caught
  | FunctionValue
  | ClassValue
  | Instance
  | Namespace
  | Handle;

/** Cannot be decided. Rules stay silent on it. */
export interface Unknown {
  readonly kind: 'unknown';
}

export interface Constant {
  readonly kind: 'constant';
  readonly value: string | number | boolean | bigint | null | undefined;
}

/** An input of the function under analysis, or a part of the process environment. */
export interface Parameter {
  readonly kind: 'parameter';
  readonly name: string;
}

export interface Member {
  readonly kind: 'member';
  readonly object: Value;
  readonly name: string;
}

/** Some element of a list. */
export interface Element {
  readonly kind: 'element';
  readonly of: Value;
}

export interface ObjectValue {
  readonly kind: 'object';
  readonly entries: ReadonlyMap<string, Value>;
  /** Spread sources, oldest first; an entry overrides them. */
  readonly spreads: readonly Value[];
  /** A computed key that could not be read: the entries are not all there is. */
  readonly open: boolean;
}

export interface ArrayValue {
  readonly kind: 'array';
  readonly elements: readonly Value[];
  /** A spread element or later pushes: there may be more elements. */
  readonly open: boolean;
  /** Lists that were spread into it. */
  readonly spreads?: readonly Value[] | undefined;
}

export interface Not {
  readonly kind: 'not';
  readonly operand: Value;
}

export interface Binary {
  readonly kind: 'binary';
  readonly operator: string;
  readonly left: Value;
  readonly right: Value;
}

/** `test ? whenTrue : whenFalse`; also `&&`, `||`, `??` and the join of two branches. */
export interface Choice {
  readonly kind: 'choice';
  readonly test: Value;
  readonly whenTrue: Value;
  readonly whenFalse: Value;
}

export interface Template {
  readonly kind: 'template';
  readonly parts: readonly Value[];
}

/** A call of code that is not ours to read: `email.trim()`, `randomUUID()`, `gateway.charge(order)`. */
export interface Call {
  readonly kind: 'call';
  /** Last name of the callee, `trim`. */
  readonly callee: string;
  readonly receiver: Value | undefined;
  readonly args: readonly Value[];
  /** Package the callee was imported from, where known. */
  readonly from: string | undefined;
  readonly node: TSESTree.Node;
}

/**
 * What an operation answers. The shape says how absence looks:
 * row: null or undefined; rows: empty list; count: 0; exists: false;
 * affected: number of rows written; written: the row written.
 */
export interface Result {
  readonly kind: 'result';
  readonly operation: Operation;
  readonly shape: ResultShape;
}
export type ResultShape = 'row' | 'rows' | 'count' | 'exists' | 'affected' | 'written';

/** The error bound by a catch clause. */
export interface Caught {
  readonly kind: 'caught';
  readonly clause: CatchClause;
}
export interface CatchClause {
  readonly node: TSESTree.Node;
  /** Codes, class names and column names that the clause, or a helper it calls, compares the error with. */
  readonly tests: Set<string>;
  /** The clause lets the error out on every path. */
  rethrows: boolean;
  /** What the enclosing function answers from inside the clause. */
  readonly answers: Value[];
  /** The clause reads the row that won. */
  reads: boolean;
}

export interface FunctionValue {
  readonly kind: 'function';
  readonly node: FunctionNode;
  /** Opaque to all layers but flow. */
  readonly environment: object;
  readonly self: Value | undefined;
}
export type FunctionNode =
  | TSESTree.FunctionDeclaration
  | TSESTree.FunctionExpression
  | TSESTree.ArrowFunctionExpression;

export interface ClassValue {
  readonly kind: 'class';
  readonly name: string;
  readonly node: TSESTree.ClassDeclaration | TSESTree.ClassExpression;
  readonly environment: object;
  readonly file: string;
}

export interface Instance {
  readonly kind: 'instance';
  readonly class: ClassValue;
  /** What was assigned to its fields. */
  readonly fields: Map<string, Value>;
  /** Whole objects assigned to it: `Object.assign(this, input)`. */
  readonly rest: Value[];
  /** What `extends` gives when the base class belongs to a library (`PrismaService extends PrismaClient`). */
  base: Value | undefined;
}

/** `import * as ns`, `require('./file')`. */
export interface Namespace {
  readonly kind: 'namespace';
  readonly file: string;
}

/** A value that an adapter gave and only that adapter understands. */
export interface Handle {
  readonly kind: 'handle';
  readonly adapter: string;
  readonly type: string;
  readonly data: object;
}
