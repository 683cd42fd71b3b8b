import type { TSESTree } from '@typescript-eslint/utils';
import type { Scope as OperationScope } from '../operations/operation.js';
import { choice, falseValue, trueValue, unknown } from '../values/make.js';
import type { CatchClause, Value } from '../values/value.js';
import { executeBlock } from './blocks.js';
import { branched, sequence, type Completion } from './completion.js';
import type { Run } from './run.js';
import { Scope } from './scope.js';

export function executeTry(run: Run, node: TSESTree.TryStatement, scope: Scope): Completion {
  const path = run.path;
  let completion = node.handler
    ? executeGuarded(run, node.block, node.handler, scope)
    : executeBlock(run, node.block.body, scope);
  run.path = path;
  const { finalizer } = node;
  if (finalizer) {
    const last = (): Completion => executeBlock(run, finalizer.body, scope);
    completion = sequence(run.within({ kind: 'finally', node: finalizer }, last), completion);
  }
  run.path = path;
  return completion;
}

function executeGuarded(
  run: Run,
  block: TSESTree.BlockStatement,
  handler: TSESTree.CatchClause,
  scope: Scope,
): Completion {
  const clause = newClause(handler);
  const { failure, attempt, rescue } = attempted<Completion>(
    run,
    clause,
    () => executeBlock(run, block.body, scope),
    () => executeHandler(run, handler, clause, scope),
  );
  return branched(failure, rescue, { ...attempt, thrown: falseValue });
}

function executeHandler(
  run: Run,
  handler: TSESTree.CatchClause,
  clause: CatchClause,
  scope: Scope,
): Completion {
  const inner = new Scope(scope.module, scope);
  if (handler.param) run.bind(handler.param, { kind: 'caught', clause }, inner, 'declare');
  return executeBlock(run, handler.body.body, inner);
}

/** `find(id).catch(() => null)`: a catch clause round what makes the promise. */
export function evaluateCatch(
  run: Run,
  node: TSESTree.CallExpression,
  promise: TSESTree.Node,
  scope: Scope,
): Value {
  const clause = newClause(node);
  const { failure, attempt, rescue } = attempted<{ value: Value; thrown: Value }>(
    run,
    clause,
    () => run.catching(() => run.settle(run.evaluate(promise, scope), node)),
    () => run.catching(() => recover(run, node, clause, scope)),
  );
  run.throwsIf(choice(failure, rescue.thrown, falseValue));
  return choice(failure, rescue.value, attempt.value);
}

function recover(run: Run, node: TSESTree.CallExpression, clause: CatchClause, scope: Scope): Value {
  const [callback = unknown] = node.arguments.map(argument => run.evaluate(argument, scope));
  const value = run.apply(callback, [{ kind: 'caught', clause }], node, 'callback');
  if (!clause.answers.includes(value)) clause.answers.push(value);
  return value;
}

const newClause = (node: TSESTree.Node): CatchClause => ({
  node,
  tests: new Set(),
  rethrows: false,
  answers: [],
  reads: false,
});

interface Attempted<T> {
  /** Condition under which what was tried throws. */
  readonly failure: Value;
  readonly attempt: T;
  readonly rescue: T;
}

/** The rescue runs when something known throws, or for a reason that cannot be seen. */
function attempted<T extends { readonly thrown: Value }>(
  run: Run,
  clause: CatchClause,
  attempt: () => T,
  rescue: () => T,
): Attempted<T> {
  const before = run.operations.length;
  const { sides } = run;
  let failure: Value = unknown;
  const [made, rescued] = run.branch(
    unknown,
    () => {
      run.sides = sides;
      const ended = run.within({ kind: 'try', clause }, attempt);
      if (ended.thrown !== falseValue) failure = choice(ended.thrown, trueValue, unknown);
      return ended;
    },
    () => {
      run.guard(failure);
      return run.within({ kind: 'catch', clause }, rescue);
    },
  );
  clause.rethrows = isCertain(rescued.thrown);
  clause.reads = run.operations
    .slice(before)
    .some(({ kind, scopes }) => kind === 'read' && isIn(clause, scopes));
  return { failure, attempt: made, rescue: rescued };
}

/** Holds whichever way its tests go. */
const isCertain = (value: Value): boolean =>
  value === trueValue ||
  (value.kind === 'choice' &&
    (value.whenTrue === value.test || isCertain(value.whenTrue)) &&
    (isCertain(value.whenFalse) || (value.whenFalse.kind === 'not' && value.whenFalse.operand === value.test)));

const isIn = (clause: CatchClause, scopes: readonly OperationScope[]): boolean =>
  scopes.some(scope => scope.kind === 'catch' && scope.clause === clause);
