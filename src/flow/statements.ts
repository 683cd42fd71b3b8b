import type { TSESTree } from '@typescript-eslint/utils';
import { binary, falseValue, not, trueValue, undefinedValue } from '../values/make.js';
import type { CatchClause, Value } from '../values/value.js';
import { executeTry } from './attempts.js';
import { declareVariables, executeBlock, executeNested } from './blocks.js';
import {
  branched, breaking, exitOf, looped, normal, returning, sequence, throwing, throwingIf, type Completion,
} from './completion.js';
import { drop } from './dropped-results.js';
import { noteErrorTest } from './error-tests.js';
import { executeForEach, executeLoop } from './loops.js';
import type { Run } from './run.js';
import { Scope } from './scope.js';

/** Walks statements in order, each under the condition that those before it have not left the block. */
export function execute(run: Run, statements: readonly TSESTree.Node[], scope: Scope): Completion {
  let completion = normal;
  for (const statement of statements) {
    if (!run.canGoOn()) return completion;
    const next = executeOne(run, statement, scope);
    if (next !== normal) {
      completion = sequence(completion, next);
      const exit = exitOf(next);
      if (exit === trueValue) return completion;
      run.guard(not(exit), next.thrown !== falseValue || isRefusal(next.answer) ? 'refused' : 'answered');
    }
  }
  return completion;
}

function executeOne(run: Run, node: TSESTree.Node, scope: Scope): Completion {
  switch (node.type) {
    case 'ExpressionStatement':
      return evaluated(run, () => drop(run, node.expression, run.evaluate(node.expression, scope)));
    case 'VariableDeclaration':
      return evaluated(run, () => declareVariables(run, node, scope));
    case 'ReturnStatement':
      return executeReturn(run, node, scope);
    case 'ThrowStatement':
      answer(run, run.evaluate(node.argument, scope));
      return throwing;
    case 'IfStatement':
      return executeIf(run, node, scope);
    case 'BlockStatement':
      return executeBlock(run, node.body, scope);
    case 'TryStatement':
      return executeTry(run, node, scope);
    case 'ForOfStatement':
    case 'ForInStatement':
      return executeForEach(run, node, scope);
    case 'ForStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return executeLoop(run, node, scope);
    case 'SwitchStatement':
      return executeSwitch(run, node, scope);
    case 'LabeledStatement':
      return executeOne(run, node.body, scope);
    case 'BreakStatement':
    case 'ContinueStatement':
      return breaking;
    case 'ExportNamedDeclaration':
      return node.declaration ? executeOne(run, node.declaration, scope) : normal;
    case 'ExportDefaultDeclaration':
      return isDeclaration(node.declaration)
        ? normal
        : evaluated(run, () => run.evaluate(node.declaration, scope));
    default:
      return normal;
  }
}

const isDeclaration = (node: TSESTree.Node): boolean =>
  node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration' || node.type.startsWith('TS');

const evaluated = (run: Run, body: () => unknown): Completion => throwingIf(run.catching(body).thrown);

function executeReturn(run: Run, node: TSESTree.ReturnStatement, scope: Scope): Completion {
  if (!node.argument) return returning(undefinedValue);
  const { argument } = node;
  const { value, thrown } = run.catching(() => run.evaluate(argument, scope));
  answer(run, value);
  return thrown === falseValue ? returning(value) : sequence(throwingIf(thrown), returning(value));
}

/**
 * `res.status(409).json(...)`, `Either.left(...)`, `{ error }`, `{ success: false }`: an answer that says no.
 */
function isRefusal(value: Value, depth = 0): boolean {
  if (depth > 6) return false;
  switch (value.kind) {
    case 'call':
      return (
        isErrorStatus(value) ||
        value.args.some(argument => isRefusal(argument, depth + 1)) ||
        (value.receiver?.kind === 'call' && isRefusal(value.receiver, depth + 1))
      );
    case 'object': {
      const tag = value.entries.get('_tag');
      const status = value.entries.get('status');
      const success = value.entries.get('success') ?? value.entries.get('ok');
      return (
        value.entries.has('error') ||
        value.entries.has('errors') ||
        success === falseValue ||
        (tag?.kind === 'constant' && tag.value === 'Left') ||
        isErrorCode(status)
      );
    }
    case 'choice':
      return isRefusal(value.whenTrue, depth + 1) && isRefusal(value.whenFalse, depth + 1);
    default:
      return false;
  }
}

const isErrorStatus = ({ callee, args }: Extract<Value, { kind: 'call' }>): boolean =>
  /^(?:status|sendStatus|code|writeHead)$/u.test(callee) && isErrorCode(args[0]);

const isErrorCode = (value: Value | undefined): boolean =>
  value?.kind === 'constant' && typeof value.value === 'number' && value.value >= 400;

/** What goes out of a catch clause is what its failure is answered with. */
function answer(run: Run, value: Value): void {
  run.answers.push({ value, guards: run.path, frames: run.frames });
  innermostCatch(run)?.answers.push(value);
}

function innermostCatch(run: Run): CatchClause | undefined {
  const scope = run.scopes.findLast(({ kind }) => kind === 'catch');
  return scope?.kind === 'catch' ? scope.clause : undefined;
}

function executeIf(run: Run, node: TSESTree.IfStatement, scope: Scope): Completion {
  const { value: test, thrown } = run.catching(() => run.evaluate(node.test, scope));
  const consequent = (): Completion => executeNested(run, node.consequent, scope);
  const alternate = (): Completion => (node.alternate ? executeNested(run, node.alternate, scope) : normal);
  if (test.kind === 'constant') return sequence(throwingIf(thrown), test.value ? consequent() : alternate());
  const [whenTrue, whenFalse] = run.branch(test, consequent, alternate);
  return sequence(throwingIf(thrown), branched(test, whenTrue, whenFalse));
}

function executeSwitch(run: Run, node: TSESTree.SwitchStatement, scope: Scope): Completion {
  const subject = run.evaluate(node.discriminant, scope);
  const inner = new Scope(scope.module, scope);
  const walk = (index: number): Completion => {
    const current = node.cases[index];
    if (!current) return normal;
    const body = bodyFrom(node.cases, index);
    if (!current.test) return looped(executeBlock(run, body, inner));
    const value = run.evaluate(current.test, inner);
    noteErrorTest(subject, value, true);
    const isTrue = subject.kind === 'constant' && subject.value === true;
    const test = isTrue ? value : binary('===', subject, value);
    const [whenTrue, whenFalse] = run.branch(
      test,
      () => looped(executeBlock(run, body, inner)),
      () => walk(index + 1),
    );
    return branched(test, whenTrue, whenFalse);
  };
  return walk(0);
}

/** A case with an empty body falls through to the next. */
function bodyFrom(cases: readonly TSESTree.SwitchCase[], index: number): readonly TSESTree.Node[] {
  return cases.slice(index).find(({ consequent }) => consequent.length > 0)?.consequent ?? [];
}
