import type { TSESTree } from '@typescript-eslint/utils';

/** Where a node stands in its text. Trees of our own parser have `start` and `end` only, which halves their cost. */
export function rangeOf(node: TSESTree.Node): readonly [start: number, end: number] {
  const { range, start, end } = node as Partial<Placed> & { readonly range?: TSESTree.Range };
  return range ?? [start ?? 0, end ?? 0];
}

interface Placed {
  readonly start: number;
  readonly end: number;
}
