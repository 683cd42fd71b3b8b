import type { TSESTree } from '@typescript-eslint/utils';
import { member, parameter } from '../values/make.js';
import type { ClassValue, FunctionNode, FunctionValue, Value } from '../values/value.js';
import type { Run } from './run.js';
import type { Scope } from './scope.js';

/** Declares the functions, classes and enums of a block before its statements run, as hoisting does. */
export function declareAll(run: Run | undefined, statements: readonly TSESTree.Node[], scope: Scope): void {
  for (const statement of statements) {
    const node = declarationOf(statement);
    if (node?.type === 'FunctionDeclaration' && node.id && node.body)
      scope.declare(node.id.name, makeFunction(run, node, scope));
    if (node?.type === 'ClassDeclaration' && node.id) {
      const value = makeClass(node, scope);
      run?.classes.push(value);
      scope.declare(node.id.name, value);
    }
    if (node?.type === 'TSEnumDeclaration') scope.declare(node.id.name, enumOf(node));
  }
}

export function declarationOf(node: TSESTree.Node): TSESTree.Node | undefined {
  if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration')
    return node.declaration ?? undefined;
  return node;
}

export function makeFunction(
  run: Run | undefined,
  node: FunctionNode,
  scope: Scope,
  self?: Value,
): FunctionValue {
  const value: FunctionValue = {
    kind: 'function',
    node,
    environment: scope,
    self: self ?? (node.type === 'ArrowFunctionExpression' ? scope.self : undefined),
  };
  if (run && !run.made.has(node)) run.made.set(node, value);
  // A method that is read off a class of another file is not written here.
  if (run?.file === scope.module.file) run.homes.set(node, run.frames);
  return value;
}

export const makeClass = (node: ClassValue['node'], scope: Scope): ClassValue => ({
  kind: 'class',
  name: node.id?.name ?? '',
  node,
  environment: scope,
  file: scope.module.file,
});

/** Members stay symbolic: what counts is that two uses of one member are the same value. */
const enums = new WeakMap<TSESTree.TSEnumDeclaration, Value>();
function enumOf(node: TSESTree.TSEnumDeclaration): Value {
  const value = enums.get(node) ?? enumObject(node);
  enums.set(node, value);
  return value;
}

function enumObject(node: TSESTree.TSEnumDeclaration): Value {
  const owner = parameter(node.id.name);
  const entries = node.body.members.map(({ id, initializer }): [string, Value] => {
    const name = id.type === 'Identifier' ? id.name : String((id).value);
    const isPlain = initializer?.type === 'Literal' && typeof initializer.value === 'string';
    return [name, isPlain ? { kind: 'constant', value: initializer.value } : member(owner, name)];
  });
  return { kind: 'object', entries: new Map(entries), spreads: [], open: false };
}
