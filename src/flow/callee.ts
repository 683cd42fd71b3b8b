import type { TSESTree } from '@typescript-eslint/utils';
import { unknown } from '../values/make.js';
import type { Handle, Value } from '../values/value.js';
import type { Run } from './run.js';
import type { Scope } from './scope.js';

const TRANSPARENT = /^(?:ChainExpression|TSNonNullExpression|TSAsExpression|TSInstantiationExpression)$/u;

/** What is called, without what only the types see. */
export const unwrapped = (node: TSESTree.Node): TSESTree.Node =>
  TRANSPARENT.test(node.type) && 'expression' in node ? unwrapped(node.expression as TSESTree.Node) : node;

/** Last name of an expression, `trim` of `email.trim`. */
export function nameOf(node: TSESTree.Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return nameOf(node.property);
  return '';
}

export const calleeName = (node: TSESTree.Node): string =>
  node.type === 'CallExpression' ? nameOf(unwrapped(node.callee)) : '';

/** Package of a library export that no adapter knows. */
export const packageOf = ({ adapter, data }: Handle): string | undefined =>
  adapter === 'package' ? (data as { specifier: string }).specifier : undefined;

export function argumentsOf(
  run: Run,
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  scope: Scope,
): readonly Value[] {
  return node.arguments.flatMap(argument => {
    if (argument.type !== 'SpreadElement') return [run.evaluate(argument, scope)];
    const value = run.evaluate(argument.argument, scope);
    return value.kind === 'array' && !value.open ? value.elements : [unknown];
  });
}
