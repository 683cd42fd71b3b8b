import type { Node } from 'sql-parser-cst';

/** Direct children that are syntax; keywords say nothing that their parent's type does not. */
export function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = [];
  for (const value of Object.values(node) as unknown[]) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) if (isSyntax(item)) children.push(item);
  }
  return children;
}

const isSyntax = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && value.type !== 'keyword' && !Array.isArray(value);

/** The expression without parentheses and casts. */
export function unwrap(node: Node): Node {
  if (node.type === 'paren_expr') return isSelect(node.expr) ? node : unwrap(node.expr);
  if (node.type === 'cast_operator_expr') return unwrap(node.left);
  if (node.type === 'cast_expr') return unwrap(node.args.expr.expr);
  return node;
}

const isSelect = (node: Node): boolean => node.type === 'select_stmt' || node.type === 'compound_select_stmt';

/** Last name of `schema.table`, without quotes. */
export function nameOf(node: Node): string | undefined {
  if (node.type === 'identifier') return node.name;
  if (node.type === 'member_expr') return nameOf(node.property);
  return undefined;
}

/** `=`, `IS NOT`, `AND`. */
export function operatorOf(operator: unknown): string {
  if (typeof operator === 'string') return operator;
  if (Array.isArray(operator)) return operator.map(operatorOf).join(' ');
  return typeof operator === 'object' && operator !== null && 'name' in operator ? String(operator.name) : '';
}

/** Every node of a type below the node, subqueries included. */
export function findAll<Type extends Node['type']>(node: Node, type: Type): readonly Extract<Node, { type: Type }>[] {
  const found: Extract<Node, { type: Type }>[] = [];
  const visit = (part: Node): void => {
    if (part.type === type) found.push(part as Extract<Node, { type: Type }>);
    for (const child of childrenOf(part)) visit(child);
  };
  visit(node);
  return found;
}

/** Items of a list, which may stand in parentheses. */
export function itemsOf(node: Node | undefined): readonly Node[] {
  if (!node) return [];
  if (node.type === 'paren_expr') return itemsOf(node.expr);
  return node.type === 'list_expr' ? node.items : [node];
}
