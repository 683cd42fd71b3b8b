import type { TSESTree } from '@typescript-eslint/utils';
import {
  binary, call, choice, constant, nullValue, not, parameter, template, undefinedValue, unknown,
} from '../values/make.js';
import type { Value } from '../values/value.js';
import { evaluateCall, evaluateTagged } from './calls.js';
import { evaluateNew } from './construct.js';
import { makeClass, makeFunction } from './declarations.js';
import { noteErrorCall, noteErrorTest } from './error-tests.js';
import { evaluateArray, evaluateObject, literal } from './literals.js';
import { keyOf } from './patterns.js';
import type { Run } from './run.js';
import type { Scope } from './scope.js';

/** What an expression is, with the operations that evaluating it performs. */
export function evaluate(run: Run, node: TSESTree.Node, scope: Scope): Value {
  if (!run.canGoOn()) return unknown;
  switch (node.type) {
    case 'Literal':
      return literal(node);
    case 'Identifier':
      return readName(node.name, scope);
    case 'ThisExpression':
      return scope.find('this')?.value ?? scope.self ?? unknown;
    case 'TemplateLiteral':
      return evaluateTemplate(run, node, scope);
    case 'TaggedTemplateExpression':
      return evaluateTagged(run, node, scope);
    case 'MemberExpression':
      return evaluateMember(run, node, scope);
    case 'CallExpression': {
      const value = evaluateCall(run, node, scope);
      noteErrorCall(value);
      return value;
    }
    case 'NewExpression':
      return evaluateNew(run, node, scope);
    case 'AwaitExpression':
      return evaluateAwait(run, node, scope);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return makeFunction(run, node, scope);
    case 'ClassExpression':
    case 'ClassDeclaration': {
      const value = makeClass(node, scope);
      run.classes.push(value);
      return value;
    }
    case 'LogicalExpression':
      return evaluateLogical(run, node, scope);
    case 'ConditionalExpression': {
      const test = evaluate(run, node.test, scope);
      return alternatives(
        run,
        test,
        () => evaluate(run, node.consequent, scope),
        () => evaluate(run, node.alternate, scope),
      );
    }
    case 'AssignmentExpression':
      return evaluateAssignment(run, node, scope);
    case 'BinaryExpression':
      return evaluateBinary(run, node, scope);
    case 'UnaryExpression':
      return evaluateUnary(run, node, scope);
    case 'UpdateExpression': {
      const before = evaluate(run, node.argument, scope);
      run.bind(
        node.argument,
        binary(node.operator === '++' ? '+' : '-', before, constant(1)),
        scope,
        'assign',
      );
      return before;
    }
    case 'ObjectExpression':
      return evaluateObject(run, node, scope);
    case 'ArrayExpression':
      return evaluateArray(run, node, scope);
    case 'SequenceExpression':
      return node.expressions.map(expression => evaluate(run, expression, scope)).at(-1) ?? unknown;
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
      return evaluate(run, node.expression, scope);
    case 'YieldExpression':
      return node.argument ? run.settle(evaluate(run, node.argument, scope), node.argument) : unknown;
    case 'ImportExpression':
      return node.source.type === 'Literal'
        ? run.world.imported(String(node.source.value), '*', scope.module.file)
        : unknown;
    default:
      return unknown;
  }
}

/** Other code runs while this waits; what is only wrapped in a promise is there before any other code is let in. */
function evaluateAwait(run: Run, { argument }: TSESTree.AwaitExpression, scope: Scope): Value {
  const before = run.operations.length;
  const value = run.settle(evaluate(run, argument, scope), argument);
  const awaited = value.kind === 'array' ? value.elements : [value];
  const waits =
    awaited.some(({ kind }) => kind === 'call') ||
    run.operations.slice(before).some(({ isSynchronous }) => isSynchronous !== true);
  if (waits) run.turn++;
  return value;
}

/** Both sides of a condition, each walked under it. */
function alternatives(run: Run, test: Value, whenTrue: () => Value, whenFalse: () => Value): Value {
  if (test.kind === 'constant') return test.value ? whenTrue() : whenFalse();
  if (mayBeMissing(run, test)) {
    const made = whenFalse();
    return made.kind === 'handle' ? made : whenTrue();
  }
  if (test.kind === 'handle' || test.kind === 'function' || test.kind === 'class') return whenTrue();
  const [left, right] = run.branch(test, () => run.catching(whenTrue), () => run.catching(whenFalse));
  run.throwsIf(choice(test, left.thrown, right.thrown));
  return choice(test, left.value, right.value);
}

const GLOBALS: ReadonlyMap<string, Value> = new Map(
  [
    'Promise', 'Object', 'Array', 'JSON', 'Date', 'Math', 'Set', 'Map', 'WeakMap', 'Number', 'String',
    'Boolean', 'Error', 'Buffer', 'Symbol', 'RegExp', 'crypto', 'performance', 'process', 'console', 'fetch',
    'parseInt', 'parseFloat', 'globalThis', 'global', 'setTimeout', 'setInterval', 'setImmediate',
    'queueMicrotask', 'structuredClone', 'require', 'Reflect', 'BigInt', 'URL', 'encodeURIComponent',
    'exports', 'module',
  ].map(name => [name, parameter(name)]),
);

function readName(name: string, scope: Scope): Value {
  if (name === 'undefined') return undefinedValue;
  return scope.read(name) ?? GLOBALS.get(name) ?? unknown;
}

function evaluateTemplate(run: Run, node: TSESTree.TemplateLiteral, scope: Scope): Value {
  const parts: Value[] = [];
  node.quasis.forEach((quasi, index) => {
    if (quasi.value.cooked) parts.push(constant(quasi.value.cooked));
    const expression = node.expressions[index];
    if (expression) parts.push(evaluate(run, expression, scope));
  });
  if (parts.every(part => part.kind === 'constant')) {
    return constant(parts.map(part => String(part.kind === 'constant' ? part.value : '')).join(''));
  }
  return template(parts);
}

function evaluateMember(run: Run, node: TSESTree.MemberExpression, scope: Scope): Value {
  const owner = node.object.type === 'Super' ? (scope.self ?? unknown) : evaluate(run, node.object, scope);
  const name = keyOf(run, { computed: node.computed, key: node.property }, scope);
  if (name !== undefined) return run.property(owner, name);
  return call('get', owner, [evaluate(run, node.property, scope)], node);
}

function evaluateLogical(run: Run, node: TSESTree.LogicalExpression, scope: Scope): Value {
  const left = evaluate(run, node.left, scope);
  const right = (): Value => evaluate(run, node.right, scope);
  if (node.operator === '&&') return alternatives(run, left, right, () => left);
  if (node.operator === '||') return alternatives(run, left, () => left, right);
  return alternatives(run, mayBeMissing(run, left) ? left : isPresent(left), () => left, right);
}

/** `mongoose.models.User || mongoose.model('User', schema)` */
const mayBeMissing = (run: Run, value: Value): boolean =>
  value.kind === 'handle' && run.world.adapter(value.adapter)?.mayBeMissing?.(value) === true;

const isPresent = (value: Value): Value => {
  if (value.kind === 'constant') return constant(value.value !== null && value.value !== undefined);
  return value.kind === 'object' ||
    value.kind === 'handle' ||
    value.kind === 'instance' ||
    value.kind === 'function'
    ? constant(true)
    : binary('!=', value, nullValue);
};

function evaluateAssignment(run: Run, node: TSESTree.AssignmentExpression, scope: Scope): Value {
  const right = (): Value => evaluate(run, node.right, scope);
  if (node.operator === '=') {
    const value = right();
    run.bind(node.left, value, scope, 'assign');
    return value;
  }
  const before = evaluate(run, node.left, scope);
  const value =
    node.operator === '&&=' ? alternatives(run, before, right, () => before)
    : node.operator === '||=' ? alternatives(run, before, () => before, right)
    : node.operator === '??=' ? alternatives(run, isPresent(before), () => before, right)
    : binary(node.operator.slice(0, -1), before, right());
  run.bind(node.left, value, scope, 'assign');
  return value;
}

function evaluateBinary(run: Run, node: TSESTree.BinaryExpression, scope: Scope): Value {
  const left = node.left.type === 'PrivateIdentifier' ? unknown : evaluate(run, node.left, scope);
  const right = evaluate(run, node.right, scope);
  const [a, b] =
    left.kind === 'constant' && right.kind !== 'constant' && /^[=!]==?$/u.test(node.operator)
      ? [right, left]
      : [left, right];
  // A class that cannot be read still has its name.
  noteErrorTest(
    a,
    right.kind === 'unknown' && node.right.type === 'Identifier' ? parameter(node.right.name) : b,
    node.operator.length === 3,
  );
  if (a.kind === 'constant' && b.kind === 'constant') {
    if (node.operator === '===' || node.operator === '==') return constant(a.value === b.value);
    if (node.operator === '!==' || node.operator === '!=') return constant(a.value !== b.value);
    if (node.operator === '+' && typeof a.value === 'string' && typeof b.value === 'string')
      return constant(a.value + b.value);
    if (node.operator === '*' && typeof a.value === 'number' && typeof b.value === 'number')
      return constant(a.value * b.value);
  }
  return binary(node.operator, a, b);
}

function evaluateUnary(run: Run, node: TSESTree.UnaryExpression, scope: Scope): Value {
  if (node.operator === 'delete') {
    run.bind(node.argument, undefinedValue, scope, 'assign');
    return unknown;
  }
  const operand = evaluate(run, node.argument, scope);
  switch (node.operator) {
    case '!':
      return not(operand);
    case 'void':
      return undefinedValue;
    case '-':
      return operand.kind === 'constant' && typeof operand.value === 'number'
        ? constant(-operand.value)
        : binary('-', constant(0), operand);
    case '+':
      return operand;
    default:
      return call(node.operator, undefined, [operand], node);
  }
}
