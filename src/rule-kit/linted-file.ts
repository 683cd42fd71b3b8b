import path from 'node:path';
import type { TSESTree } from '@typescript-eslint/utils';
import type { Rule, SourceCode } from 'eslint';
import type { IdempotencySettings } from '../analysis/settings.js';

/** The file that a host lints, read the same way from every host. */
export interface LintedFile {
  readonly cwd: string;
  readonly file: string;
  readonly text: string;
  /** Stands for this lint of the file; the engine reads its own tree of the text. */
  readonly program: TSESTree.Program;
  readonly settings: IdempotencySettings;
}

/** The names under which ESLint 8 has what ESLint 9 and 10 have as properties. */
interface RuleContext8 {
  getCwd?(): string;
  getFilename?(): string;
  getSourceCode?(): SourceCode;
}

/** `program`: the node that the host hands to the rule, which is new for every lint of a file. */
export function readLintedFile(context: Rule.RuleContext, program: TSESTree.Program): LintedFile {
  const old = context as unknown as RuleContext8;
  const cwd = context.cwd ?? old.getCwd?.() ?? process.cwd();
  const sourceCode = context.sourceCode ?? old.getSourceCode?.();
  return {
    cwd,
    file: filePath(cwd, context.filename ?? old.getFilename?.()),
    text: sourceCode.text,
    program,
    settings: (context.settings['idempotency'] as IdempotencySettings | undefined) ?? {},
  };
}

/**
 * Text that is no file (`<input>`, a block that a processor cut out of a file) gets a path in a folder
 * that does not exist: nothing it imports can be found, so that it is judged by its own text.
 */
function filePath(cwd: string, filename: string): string {
  if (filename.startsWith('<')) return path.join(cwd, filename, 'text.ts');
  return path.resolve(cwd, filename);
}
