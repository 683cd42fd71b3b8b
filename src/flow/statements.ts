import type { TSESTree } from '@typescript-eslint/utils';
import { binary, choice, constant, element, falseValue, member, not, or, parameter, trueValue, undefinedValue, unknown } from '../values/make.js';
import type { CatchClause, Value } from '../values/value.js';
import { declareAll } from './declarations.js';
import { branched, breaking, exitOf, looped, normal, returning, sequence, throwing, throwingIf, type Completion } from './completion.js';
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
      return evaluated(run, () => run.evaluate(node.expression, scope));
    case 'VariableDeclaration':
      return evaluated(run, () => declare(run, node, scope));
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
      return isDeclaration(node.declaration) ? normal : evaluated(run, () => run.evaluate(node.declaration, scope));
    default:
      return normal;
  }
}

const isDeclaration = (node: TSESTree.Node): boolean =>
  node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration' || node.type.startsWith('TS');

const evaluated = (run: Run, body: () => unknown): Completion => throwingIf(run.catching(body).thrown);

function declare(run: Run, node: TSESTree.VariableDeclaration, scope: Scope): void {
  for (const { id, init } of node.declarations) {
    if (init === null && id.type !== 'Identifier') continue;
    run.bind(id, init ? run.evaluate(init, scope) : undefinedValue, scope, 'declare');
  }
}

function executeReturn(run: Run, node: TSESTree.ReturnStatement, scope: Scope): Completion {
  if (!node.argument) return returning(undefinedValue);
  const { argument } = node;
  const { value, thrown } = run.catching(() => run.evaluate(argument, scope));
  answer(run, value);
  return thrown === falseValue ? returning(value) : sequence(throwingIf(thrown), returning(value));
}

/** `res.status(409).json(...)`, `Either.left(...)`, `{ error }`, `{ success: false }`: an answer that says no. */
function isRefusal(value: Value, depth = 0): boolean {
  if (depth > 6) return false;
  switch (value.kind) {
    case 'call':
      return isErrorStatus(value) || value.args.some(argument => isRefusal(argument, depth + 1)) || (value.receiver?.kind === 'call' && isRefusal(value.receiver, depth + 1));
    case 'object': {
      const tag = value.entries.get('_tag');
      const status = value.entries.get('status');
      const success = value.entries.get('success') ?? value.entries.get('ok');
      return value.entries.has('error') || value.entries.has('errors') || success === falseValue || (tag?.kind === 'constant' && tag.value === 'Left') || isErrorCode(status);
    }
    case 'choice':
      return isRefusal(value.whenTrue, depth + 1) && isRefusal(value.whenFalse, depth + 1);
    default:
      return false;
  }
}

const isErrorStatus = ({ callee, args }: Extract<Value, { kind: 'call' }>): boolean =>
  /^(?:status|sendStatus|code|writeHead)$/u.test(callee) && isErrorCode(args[0]);

const isErrorCode = (value: Value | undefined): boolean => value?.kind === 'constant' && typeof value.value === 'number' && value.value >= 400;

/** What goes out of a catch clause is what its failure is answered with. */
function answer(run: Run, value: Value): void {
  run.answers.push({ value, guards: run.path });
  innermostCatch(run)?.answers.push(value);
}

function innermostCatch(run: Run): CatchClause | undefined {
  const scope = run.scopes.findLast(({ kind }) => kind === 'catch');
  return scope?.kind === 'catch' ? scope.clause : undefined;
}

function executeBlock(run: Run, body: readonly TSESTree.Node[], scope: Scope): Completion {
  const path = run.path;
  const inner = new Scope(scope.module, scope);
  declareAll(run, body, inner);
  const completion = execute(run, body, inner);
  run.path = path;
  return completion;
}

function executeIf(run: Run, node: TSESTree.IfStatement, scope: Scope): Completion {
  const { value: test, thrown } = run.catching(() => run.evaluate(node.test, scope));
  const consequent = (): Completion => executeNested(run, node.consequent, scope);
  const alternate = (): Completion => (node.alternate ? executeNested(run, node.alternate, scope) : normal);
  if (test.kind === 'constant') return sequence(throwingIf(thrown), test.value ? consequent() : alternate());
  const [whenTrue, whenFalse] = run.branch(test, consequent, alternate);
  return sequence(throwingIf(thrown), branched(test, whenTrue, whenFalse));
}

const executeNested = (run: Run, node: TSESTree.Node, scope: Scope): Completion =>
  node.type === 'BlockStatement' ? executeBlock(run, node.body, scope) : executeOne(run, node, scope);

function executeTry(run: Run, node: TSESTree.TryStatement, scope: Scope): Completion {
  const path = run.path;
  let completion = node.handler ? executeGuarded(run, node.block, node.handler, scope) : executeBlock(run, node.block.body, scope);
  run.path = path;
  if (node.finalizer) completion = sequence(executeBlock(run, node.finalizer.body, scope), completion);
  run.path = path;
  return completion;
}

/** The catch body runs when something known throws, or for a reason that cannot be seen. */
function executeGuarded(run: Run, block: TSESTree.BlockStatement, handler: TSESTree.CatchClause, scope: Scope): Completion {
  const clause: CatchClause = { node: handler, tests: new Set(), rethrows: false, answers: [], reads: false };
  const attempt: { completion: Completion } = { completion: normal };
  const before = run.operations.length;
  const [, rescue] = run.branch(
    unknown,
    () => run.within({ kind: 'try', clause }, () => (attempt.completion = executeBlock(run, block.body, scope))),
    () => {
      const { thrown } = attempt.completion;
      run.guard(thrown === falseValue ? unknown : choice(thrown, trueValue, unknown));
      return run.within({ kind: 'catch', clause }, () => executeHandler(run, handler, clause, scope));
    },
  );
  clause.rethrows = rescue.thrown === trueValue;
  clause.reads = run.operations.slice(before).some(({ kind, scopes }) => kind === 'read' && scopes.some(s => s.kind === 'catch' && s.clause === clause));
  const { thrown } = attempt.completion;
  const fails = thrown === falseValue ? unknown : choice(thrown, trueValue, unknown);
  return branched(fails, rescue, { ...attempt.completion, thrown: falseValue });
}

function executeHandler(run: Run, handler: TSESTree.CatchClause, clause: CatchClause, scope: Scope): Completion {
  const inner = new Scope(scope.module, scope);
  if (handler.param) run.bind(handler.param, { kind: 'caught', clause }, inner, 'declare');
  return executeBlock(run, handler.body.body, inner);
}

function executeForEach(run: Run, node: TSESTree.ForOfStatement | TSESTree.ForInStatement, scope: Scope): Completion {
  const { value: list, thrown } = run.catching(() => run.evaluate(node.right, scope));
  const [body] = run.branch(
    node.type === 'ForOfStatement' ? member(list, 'length') : unknown,
    () =>
      run.within({ kind: 'loop', node }, () => {
        const inner = new Scope(scope.module, scope);
        const item = node.type === 'ForOfStatement' ? elementOf(list) : parameter('key');
        if (node.left.type === 'VariableDeclaration') run.bind(node.left.declarations[0].id, item, inner, 'declare');
        else run.bind(node.left, item, inner, 'assign');
        return executeNested(run, node.body, inner);
      }),
    () => normal,
  );
  return sequence(throwingIf(thrown), branched(unknown, looped(body), normal));
}

const elementOf = (list: Value): Value =>
  list.kind === 'array' && list.elements.length === 1 && !list.open ? (list.elements[0] ?? unknown) : element(list);

type Loop = TSESTree.ForStatement | TSESTree.WhileStatement | TSESTree.DoWhileStatement;

function executeLoop(run: Run, node: Loop, scope: Scope): Completion {
  const inner = new Scope(scope.module, scope);
  if (node.type === 'ForStatement' && node.init) {
    if (node.init.type === 'VariableDeclaration') declare(run, node.init, inner);
    else run.evaluate(node.init, inner);
  }
  if (node.type === 'DoWhileStatement') return executeDoWhile(run, node, inner);
  const isEndless = !node.test || (node.test.type === 'Literal' && Boolean(node.test.value));
  const { value: test, thrown } = run.catching(() => (node.test && !isEndless ? run.evaluate(node.test, inner) : trueValue));
  const iterate = (): Completion => {
    countAttempt(run, node, inner);
    return executeNested(run, node.body, inner);
  };
  const [body] = run.branch(test, () => run.within({ kind: 'loop', node }, iterate), () => normal);
  const iteration = isEndless ? body : branched(test, looped(body), normal);
  // An endless loop goes on after it only through a break; any other, when its test fails.
  const after = isEndless ? body.broken : body.broken === falseValue ? not(test) : or(not(test), body.broken);
  if (after !== falseValue) run.guard(isEndless || isCounter(node) ? (isEndless ? after : unknown) : after);
  return sequence(throwingIf(thrown), branched(unknown, looped(iteration), normal));
}

/** `for (let attempt = 1; ...; attempt++)`: the number of an attempt differs from one to the next. */
function countAttempt(run: Run, node: Loop, scope: Scope): void {
  const update = node.type === 'ForStatement' ? node.update : undefined;
  const counter = update?.type === 'UpdateExpression' ? update.argument : update?.type === 'AssignmentExpression' ? update.left : undefined;
  if (counter?.type === 'Identifier' && /^(?:attempt|retry|retries|tries)/iu.test(counter.name)) run.bind(counter, parameter(counter.name), scope, 'assign');
}

const isCounter = (node: Loop): boolean => node.type === 'ForStatement';

function executeDoWhile(run: Run, node: TSESTree.DoWhileStatement, scope: Scope): Completion {
  const body = run.within({ kind: 'loop', node }, () => executeNested(run, node.body, scope));
  const test = run.evaluate(node.test, scope);
  run.guard(body.broken === falseValue ? not(test) : or(not(test), body.broken));
  return branched(unknown, looped(body), normal);
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
    const isTrue = subject.kind === 'constant' && subject.value === true;
    const test = isTrue ? value : binary('===', subject, value);
    const [whenTrue, whenFalse] = run.branch(test, () => looped(executeBlock(run, body, inner)), () => walk(index + 1));
    return branched(test, whenTrue, whenFalse);
  };
  return walk(0);
}

/** A case with an empty body falls through to the next. */
function bodyFrom(cases: readonly TSESTree.SwitchCase[], index: number): readonly TSESTree.Node[] {
  return cases.slice(index).find(({ consequent }) => consequent.length > 0)?.consequent ?? [];
}

export const literal = (node: TSESTree.Literal): Value =>
  'regex' in node || typeof node.value === 'object' && node.value !== null ? parameter(node.raw) : constant(node.value as never);
