import type { TSESTree } from '@typescript-eslint/utils';

/** What a rule reports, as plain data: it outlives the syntax tree it was found in. */
export interface Finding {
  /** Rule name without the plugin prefix. */
  readonly rule: string;
  readonly messageId: string;
  readonly data: Readonly<Record<string, string>>;
  readonly file: string;
  readonly loc: TSESTree.SourceLocation;
  /** The other ends of the finding (the read, the call that leads to it), in reading order. */
  readonly related: readonly RelatedPlace[];
}

export interface RelatedPlace {
  readonly file: string;
  readonly loc: TSESTree.SourceLocation;
  /** What stands there: "reads user by email". */
  readonly label: string;
}
