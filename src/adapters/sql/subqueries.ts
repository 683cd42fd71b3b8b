import type { Node } from 'sql-parser-cst';
import { childrenOf } from './tree.js';

export type Query = Extract<Node, { type: 'select_stmt' | 'compound_select_stmt' }>;

export const isQuery = (node: Node): node is Query => node.type === 'select_stmt' || node.type === 'compound_select_stmt';

/** Queries inside an expression or clause, the outermost of each. */
export function queriesIn(node: Node): readonly Query[] {
  if (isQuery(node)) return [node];
  return childrenOf(node).flatMap(queriesIn);
}
