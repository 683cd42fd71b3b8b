import type { TSESTree } from '@typescript-eslint/utils';

/** Whether a name, property or text for which `test` holds stands anywhere in the code. */
export function mentions(node: TSESTree.Node, test: (name: string) => boolean): boolean {
  if (node.type === 'Identifier' && test(node.name)) return true;
  if (node.type === 'Literal' && typeof node.value === 'string' && test(node.value)) return true;
  return childrenOf(node).some(child => mentions(child, test));
}

/** Nodes that stand directly in a node. */
export function childrenOf(node: TSESTree.Node): readonly TSESTree.Node[] {
  return Object.entries(node).flatMap(([key, child]: [string, unknown]) => (key === 'parent' ? [] : Array.isArray(child) ? child.filter(isNode) : isNode(child) ? [child] : []));
}

const isNode = (value: unknown): value is TSESTree.Node => typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
