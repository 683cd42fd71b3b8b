import type { TSESTree } from '@typescript-eslint/utils';
import { element, falseValue, member, not, or, parameter, trueValue, unknown } from '../values/make.js';
import type { Value } from '../values/value.js';
import { declareVariables, executeNested } from './blocks.js';
import { branched, looped, normal, sequence, throwingIf, type Completion } from './completion.js';
import type { Run } from './run.js';
import { Scope } from './scope.js';

export function executeForEach(
  run: Run,
  node: TSESTree.ForOfStatement | TSESTree.ForInStatement,
  scope: Scope,
): Completion {
  const { value: list, thrown } = run.catching(() => {
    const given = run.evaluate(node.right, scope);
    // `for await (const row of query)` runs the query.
    return node.type === 'ForOfStatement' && node.await ? run.settle(given, node.right) : given;
  });
  const [body] = run.branch(
    node.type === 'ForOfStatement' ? member(list, 'length') : unknown,
    () =>
      run.within({ kind: 'loop', node }, () => {
        const inner = new Scope(scope.module, scope);
        const item = node.type === 'ForOfStatement' ? elementOf(list) : parameter('key');
        if (node.left.type === 'VariableDeclaration')
          run.bind(node.left.declarations[0].id, item, inner, 'declare');
        else run.bind(node.left, item, inner, 'assign');
        return executeNested(run, node.body, inner);
      }),
    () => normal,
  );
  return sequence(throwingIf(thrown), branched(unknown, looped(body), normal));
}

const elementOf = (list: Value): Value =>
  list.kind === 'array' && list.elements.length === 1 && !list.open
    ? (list.elements[0] ?? unknown)
    : element(list);

type Loop = TSESTree.ForStatement | TSESTree.WhileStatement | TSESTree.DoWhileStatement;

export function executeLoop(run: Run, node: Loop, scope: Scope): Completion {
  const inner = new Scope(scope.module, scope);
  if (node.type === 'ForStatement' && node.init) {
    if (node.init.type === 'VariableDeclaration') declareVariables(run, node.init, inner);
    else run.evaluate(node.init, inner);
  }
  if (node.type === 'DoWhileStatement') return executeDoWhile(run, node, inner);
  const isEndless = !node.test || (node.test.type === 'Literal' && Boolean(node.test.value));
  const { value: test, thrown } = run.catching(() =>
    node.test && !isEndless ? run.evaluate(node.test, inner) : trueValue,
  );
  const iterate = (): Completion => {
    countAttempt(run, node, inner);
    return executeNested(run, node.body, inner);
  };
  const [body] = run.branch(test, () => run.within({ kind: 'loop', node }, iterate), () => normal);
  const iteration = isEndless ? body : branched(test, looped(body), normal);
  const after = isEndless ? body.broken : or(not(lastTest(run, node, test, inner)), body.broken);
  // An endless loop goes on after it only through a break; any other, when its test fails.
  if (after !== falseValue && (isEndless || node.type !== 'ForStatement')) run.guard(after);
  return sequence(throwingIf(thrown), branched(unknown, looped(iteration), normal));
}

/** `for (let attempt = 1; ...; attempt++)`: the number of an attempt differs from one to the next. */
function countAttempt(run: Run, node: Loop, scope: Scope): void {
  const counter = counterOf(node);
  if (counter?.type !== 'Identifier' || !/^(?:attempt|retry|retries|tries)/iu.test(counter.name)) return;
  run.bind(counter, parameter(counter.name), scope, 'assign');
}

function counterOf(node: Loop): TSESTree.Node | undefined {
  if (node.type !== 'ForStatement') return undefined;
  const { update } = node;
  if (update?.type === 'UpdateExpression') return update.argument;
  return update?.type === 'AssignmentExpression' ? update.left : undefined;
}

/** The test of variables that the body has set says something else after it. */
const lastTest = (run: Run, { test: node }: Loop, first: Value, scope: Scope): Value =>
  node && isPlain(node) ? run.evaluate(node, scope) : first;

function isPlain(node: TSESTree.Node): boolean {
  switch (node.type) {
    case 'Identifier':
    case 'Literal':
      return true;
    case 'MemberExpression':
      return !node.computed && isPlain(node.object);
    case 'UnaryExpression':
      return isPlain(node.argument);
    case 'BinaryExpression':
    case 'LogicalExpression':
      return isPlain(node.left) && isPlain(node.right);
    default:
      return false;
  }
}

function executeDoWhile(run: Run, node: TSESTree.DoWhileStatement, scope: Scope): Completion {
  const body = run.within({ kind: 'loop', node }, () => executeNested(run, node.body, scope));
  const test = run.evaluate(node.test, scope);
  run.guard(body.broken === falseValue ? not(test) : or(not(test), body.broken));
  return branched(unknown, looped(body), normal);
}
