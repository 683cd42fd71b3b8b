import type { TSESTree } from '@typescript-eslint/utils';
import type { Adapter } from '../adapters/adapter.js';
import type { ExpressTarget } from '../adapters/express.js';
import type { UnitOfWork } from '../analysis/unit-of-work.js';
import type { EditedFile } from '../edits/import-edit.js';
import type { TextEdit } from '../edits/text-edit.js';

/** A finding put right, or the reason why it is left alone. */
export type Rewrite =
  | { readonly kind: 'edits'; readonly title: string; readonly edits: readonly TextEdit[] }
  | { readonly kind: 'refused'; readonly reason: string };

/** The file that a finding is reported in, and what may be asked for it. */
export interface RewriteTarget extends EditedFile, ExpressTarget {
  readonly unit: UnitOfWork;
  adapter(library: string): Adapter | undefined;
}

export const refused = (reason: string): Rewrite => ({ kind: 'refused', reason });

/** Source text of a node. */
export const textOf = (target: EditedFile, node: TSESTree.Node): string => target.text.slice(...target.rangeOf(node));
