import { childrenOf, isFields, type Tree } from './tree.js';

/** A query, with or without parentheses around it; its body may also be a change, which WITH can stand before. */
export const isQuery = (tree: Tree): boolean => isFields(tree) && 'body' in tree && 'locks' in tree;

/** Queries inside an expression or clause, the outermost of each. */
export function queriesIn(tree: Tree): readonly Tree[] {
  return isQuery(tree) ? [tree] : childrenOf(tree).flatMap(queriesIn);
}
