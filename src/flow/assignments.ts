import type { TSESTree } from '@typescript-eslint/utils';

export interface Assignment {
  readonly target: TSESTree.Expression;
  readonly value: TSESTree.Expression;
  /** What is assigned to: `module.exports.find`. */
  readonly text: string;
}

/** Dotted text of a plain name or member chain: `module.exports.find`. */
export function textOf(node: TSESTree.Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ThisExpression') return 'this';
  if (node.type === 'MemberExpression' && !node.computed)
    return `${textOf(node.object)}.${textOf(node.property)}`;
  return '?';
}

/** Every assignment in a tree, also those inside functions: `let pool; const open = () => (pool = make());`. */
export function collectAssignments(root: TSESTree.Node): readonly Assignment[] {
  const known = assignments.get(root) ?? findAssignments(root);
  assignments.set(root, known);
  return known;
}

const assignments = new WeakMap<TSESTree.Node, readonly Assignment[]>();

function findAssignments(root: TSESTree.Node): readonly Assignment[] {
  const found: Assignment[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const child of node) if (child) visit(child);
      return;
    }
    const current = node as TSESTree.Node;
    if (typeof current.type !== 'string' || current.type === 'TSTypeAnnotation') return;
    if (current.type === 'AssignmentExpression') {
      found.push({ target: current.left, value: current.right, text: textOf(current.left) });
    }
    for (const key in current) {
      const child: unknown = current[key as keyof typeof current];
      if (typeof child === 'object' && child !== null && key !== 'parent') visit(child);
    }
  };
  visit(root);
  return found;
}
