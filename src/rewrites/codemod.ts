import type { TSESTree } from '@typescript-eslint/utils';
import type { Rewrite, RewriteTarget } from './rewrite.js';

/** Puts right what one rule finds. */
export interface Codemod {
  readonly name: string;
  /** Rule whose findings it rewrites. */
  readonly rule: string;
  readonly description: string;
  /** A rewrite, or the reason against one, for each finding of the unit, at the place where the rule reports it. */
  rewrites(target: RewriteTarget): Iterable<PlacedRewrite>;
}

export interface PlacedRewrite {
  readonly loc: TSESTree.SourceLocation;
  readonly rewrite: Rewrite;
}
