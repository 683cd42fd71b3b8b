import type { TSESTree } from '@typescript-eslint/utils';
import { childrenOf } from './mentions.js';

/** Name that the code gives a function: its own, or that of the variable, property or method that holds it. */
export function functionName(tree: TSESTree.Node, wanted: TSESTree.Node): string | undefined {
  const holder = holderOf(tree, wanted);
  if ('id' in wanted && wanted.id && 'name' in wanted.id) return wanted.id.name;
  switch (holder?.type) {
    case 'VariableDeclarator':
      return plainName(holder.id);
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return plainName(holder.key);
    case 'AssignmentExpression':
      return plainName(holder.left);
    default:
      return undefined;
  }
}

/** The node that the wanted one stands in directly. Trees of the parser have no way up. */
function holderOf(tree: TSESTree.Node, wanted: TSESTree.Node): TSESTree.Node | undefined {
  const waiting: TSESTree.Node[] = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const child of childrenOf(node)) {
      if (child === wanted) return node;
      waiting.push(child);
    }
  }
  return undefined;
}

function plainName(node: TSESTree.Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' && !node.computed ? plainName(node.property) : undefined;
}
