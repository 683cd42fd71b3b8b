import type { TSESTree } from '@typescript-eslint/utils';
import type { CallSite } from '../adapters/adapter.js';
import {
  type Frame,
  type KeyUse,
  type Occurrence,
  type Operation,
  type OperationFacts,
  type Scope as OperationScope,
} from '../operations/operation.js';
import { and, choice, falseValue, not, or, trueValue, unknown } from '../values/make.js';
import type { ClassValue, FunctionNode, FunctionValue, Value } from '../values/value.js';
import type { Completion } from './completion.js';
import { conjuncts } from './conjuncts.js';
import { transactionOf } from './open-transaction.js';
import type { Binding, Scope } from './scope.js';
import type { World } from './world.js';

/** The parts of the interpreter, each in a file of its own, put together in `interpreter.ts`. */
export interface Semantics {
  evaluate(run: Run, node: TSESTree.Node, scope: Scope): Value;
  execute(run: Run, statements: readonly TSESTree.Node[], scope: Scope): Completion;
  enter(run: Run, callee: FunctionValue, args: readonly Value[], node: TSESTree.Node, how: CallStyle): Value;
  apply(run: Run, callee: Value, args: readonly Value[], node: TSESTree.Node, how?: CallStyle): Value;
  invokeMethod(run: Run, target: Value, name: string, args: readonly Value[], node: TSESTree.Node): Value;
  property(run: Run, value: Value, name: string): Value;
  settle(run: Run, value: Value, node: TSESTree.Node): Value;
  site(run: Run, node: TSESTree.Node, library: string): CallSite;
  bind(run: Run, pattern: TSESTree.Node, value: Value, scope: Scope, how: 'declare' | 'assign'): void;
}

/**
 * `callback`: an argument that the callee runs, which belongs to the body it is written in; `call`: a call of
 * its own.
 */
export type CallStyle = 'call' | 'callback';

/** How code leaves where a condition does not hold: with an error, or with an answer as if all were well. */
export type Exit = 'refused' | 'answered';

export interface Answer {
  readonly value: Value;
  readonly guards: readonly Value[];
  /** Calls that lead to the body which answers. */
  readonly frames: readonly Frame[];
}

const MAX_STEPS = 60_000;
const MAX_DEPTH = 8;

/** The state of one walk through a function and everything it calls. */
export class Run {
  readonly operations: Operation[] = [];
  readonly keys: KeyUse[] = [];
  /** Where each call of unreadable code was made, by what it answers. */
  readonly calls = new Map<Value, Occurrence>();
  /** Operations whose answer a statement lets go, with that statement. */
  readonly dropped = new Map<Operation, Occurrence>();
  /** Functions made on the way, with the scope they closed over. */
  readonly made = new Map<FunctionNode, FunctionValue>();
  /** Calls under which the functions made were made. */
  readonly homes = new Map<FunctionNode, readonly Frame[]>();
  /** Functions that were walked as part of the body they are written in. */
  readonly walkedInPlace = new Set<FunctionNode>();
  readonly classes: ClassValue[] = [];
  /** What bodies on the way return or throw, with the conditions under which they do. */
  readonly answers: Answer[] = [];
  /** Conditions that hold because the code left the function where they do not. */
  readonly exits = new Map<Value, Exit>();
  readonly stack: FunctionNode[] = [];
  /** What arguments of the call under way have become by it. */
  readonly replaced = new Map<Value, Value>();
  path: readonly Value[] = [];
  /** Condition under which what was evaluated since the last reset has thrown. */
  thrown: Value = falseValue;
  scopes: readonly OperationScope[] = [];
  frames: readonly Frame[] = [];
  file: string;
  /** Sides of branches that it is on. */
  sides: readonly object[] = [];
  /** How often the code has waited so far. */
  turn = 0;
  /**
   * Operations, calls on what libraries gave (a query that is being built is changed by them), changes of an
   * instance.
   */
  effects = 0;
  private steps = 0;
  private journal: Map<Binding, Value | undefined> | undefined;

  constructor(
    readonly world: World,
    readonly semantics: Semantics,
    file: string,
  ) {
    this.file = file;
  }

  /** False once the walk has become too long; everything is unknown from then on. */
  canGoOn(): boolean {
    return ++this.steps < MAX_STEPS;
  }

  canEnter(node: FunctionNode): boolean {
    return this.stack.length < MAX_DEPTH && !this.stack.includes(node) && this.steps < MAX_STEPS;
  }

  /**
   * Frames of the body that a callback is written in, where it runs deeper than that:
   * `withTransaction(async client => ...)` calls it from a function of its own, yet what it does stands here.
   */
  homeOf(node: FunctionNode): readonly Frame[] | undefined {
    const home = this.homes.get(node);
    const isDeeper =
      home && home.length < this.frames.length && home.every((frame, index) => frame === this.frames[index]);
    return isDeeper ? home : undefined;
  }

  record(library: string, node: TSESTree.Node, facts: OperationFacts): Operation {
    return this.recordAt(library, facts, this.occurrence(node));
  }

  /** What was asked for somewhere else and is done now: at `node`, or there where nothing here says so. */
  recordDeferred(library: string, asked: Occurrence, facts: OperationFacts, node?: TSESTree.Node): Operation {
    const now = this.occurrence(node ?? asked.node);
    const { file, frames } = node ? now : asked;
    const guards = [...now.guards, ...asked.guards.filter(guard => !now.guards.includes(guard))];
    return this.recordAt(library, facts, { ...now, file, frames, guards });
  }

  private recordAt(library: string, facts: OperationFacts, occurrence: Occurrence): Operation {
    const operation: Operation = { ...facts, transaction: transactionOf(facts, this.operations, this.path), library, ...occurrence };
    this.operations.push(operation);
    this.effects++;
    return operation;
  }

  noteKey(name: string, value: Value, node: TSESTree.Node): void {
    this.keys.push({ name, value, ...this.occurrence(node) });
    this.effects++;
  }

  occurrence(node: TSESTree.Node): Occurrence {
    return {
      node,
      file: this.file,
      frames: this.frames,
      guards: this.path,
      scopes: this.scopes,
      order: this.operations.length,
      turn: this.turn,
      sides: this.sides,
    };
  }

  /**
   * From here on `condition` holds. A conjunction is kept as its parts, so that each can be asked on its own.
   */
  guard(condition: Value, exit?: Exit): void {
    if (condition === trueValue || condition.kind === 'unknown') return;
    const parts = conjuncts(condition);
    if (parts) {
      for (const part of parts) this.guard(part, exit);
      return;
    }
    if (exit) this.exits.set(condition, exit);
    this.path = [...this.path, condition];
  }

  throwsIf(condition: Value): void {
    if (condition === falseValue) return;
    this.thrown = or(this.thrown, and(not(this.thrown), condition));
    this.guard(not(condition), 'refused');
  }

  /** Runs `body` with nothing thrown yet and answers under which condition it throws. */
  catching<T>(body: () => T): { value: T; thrown: Value } {
    const before = this.thrown;
    this.thrown = falseValue;
    const value = body();
    const thrown = this.thrown;
    this.thrown = before;
    return { value, thrown };
  }

  within<T>(scope: OperationScope, body: () => T): T {
    const before = this.scopes;
    this.scopes = [...before, scope];
    const value = body();
    this.scopes = before;
    return value;
  }

  assign(binding: Binding, value: Value): void {
    if (this.journal && !this.journal.has(binding)) this.journal.set(binding, binding.value);
    binding.value = value;
    binding.pending = undefined;
  }

  /** Walks both sides of a condition; variables assigned on either side hold one or the other value after. */
  branch<T>(test: Value, whenTrue: () => T, whenFalse: () => T): [T, T] {
    const { path, sides, journal: outer } = this;
    const left = new Map<Binding, Value | undefined>();
    this.journal = left;
    this.sides = [...sides, left];
    this.guard(test);
    const first = whenTrue();
    const leftValues = restore(left);
    const right = new Map<Binding, Value | undefined>();
    this.journal = right;
    this.path = path;
    this.sides = [...sides, right];
    this.guard(not(test));
    const second = whenFalse();
    const rightValues = restore(right);
    this.journal = outer;
    this.path = path;
    this.sides = sides;
    if (left.size === 0 && right.size === 0) return [first, second];
    for (const binding of new Set([...left.keys(), ...right.keys()])) {
      const before = binding.value ?? unknown;
      this.assign(
        binding,
        choice(test, leftValues.get(binding) ?? before, rightValues.get(binding) ?? before),
      );
    }
    return [first, second];
  }

  evaluate(node: TSESTree.Node, scope: Scope): Value {
    return this.semantics.evaluate(this, node, scope);
  }
  execute(statements: readonly TSESTree.Node[], scope: Scope): Completion {
    return this.semantics.execute(this, statements, scope);
  }
  enter(callee: FunctionValue, args: readonly Value[], node: TSESTree.Node, how: CallStyle): Value {
    return this.semantics.enter(this, callee, args, node, how);
  }
  apply(callee: Value, args: readonly Value[], node: TSESTree.Node, how?: CallStyle): Value {
    return this.semantics.apply(this, callee, args, node, how);
  }
  invokeMethod(target: Value, name: string, args: readonly Value[], node: TSESTree.Node): Value {
    return this.semantics.invokeMethod(this, target, name, args, node);
  }
  property(value: Value, name: string): Value {
    return this.semantics.property(this, value, name);
  }
  settle(value: Value, node: TSESTree.Node): Value {
    return this.semantics.settle(this, value, node);
  }
  site(node: TSESTree.Node, library: string): CallSite {
    return this.semantics.site(this, node, library);
  }
  bind(pattern: TSESTree.Node, value: Value, scope: Scope, how: 'declare' | 'assign'): void {
    this.semantics.bind(this, pattern, value, scope, how);
  }
}

/** Puts the variables back to what they were and answers what they had become. */
function restore(journal: Map<Binding, Value | undefined>): ReadonlyMap<Binding, Value | undefined> {
  if (journal.size === 0) return journal;
  const values = new Map<Binding, Value | undefined>();
  for (const [binding, before] of journal) {
    values.set(binding, binding.value);
    binding.value = before;
  }
  return values;
}
