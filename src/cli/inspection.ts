import type { ESLint, Linter } from 'eslint';
import type { Finding } from '../operations/finding.js';

/** What a run found in one file. */
export interface Inspection {
  readonly file: string;
  readonly text: string;
  /** Findings that stand, each with the message ESLint has for it. */
  readonly reports: readonly Report[];
  /** Findings that a comment disables. */
  readonly suppressed: readonly Linter.SuppressedLintMessage[];
}

export interface Report {
  readonly finding: Finding;
  readonly message: Linter.LintMessage;
}

export type LintResult = ESLint.LintResult;
