import type { TSESTree } from '@typescript-eslint/utils';
import { childrenOf } from './mentions.js';

/** Nodes from the tree down to the wanted one, both included; empty where it does not stand in the tree. */
export function pathTo(tree: TSESTree.Node, wanted: TSESTree.Node): readonly TSESTree.Node[] {
  if (tree === wanted) return [tree];
  for (const child of childrenOf(tree)) {
    const rest = pathTo(child, wanted);
    if (rest.length > 0) return [tree, ...rest];
  }
  return [];
}

export const isFunction = ({ type }: TSESTree.Node): boolean =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';
