import type { ESLint, Linter } from 'eslint';
import type { Inspection } from '../inspection.js';
import type { Problem } from '../problem.js';

/** The run as ESLint's `--format json` writes it: `LintResult[]`, with every file that was checked. */
export function formatJson(inspections: readonly Inspection[], problems: readonly Problem[]): string {
  return `${JSON.stringify(inspections.map(inspection => lintResult(inspection, problems)))}\n`;
}

function lintResult({ file, text, reports, suppressed }: Inspection, problems: readonly Problem[]): ESLint.LintResult {
  const fatal = problems.filter(problem => problem.file === file).map(fatalMessage);
  const messages = [...fatal, ...reports.map(({ message }) => message)];
  const warnings = messages.filter(({ severity }) => severity === 1).length;
  return {
    filePath: file,
    messages,
    suppressedMessages: [...suppressed],
    errorCount: messages.length - warnings,
    fatalErrorCount: fatal.length,
    warningCount: warnings,
    fixableErrorCount: 0,
    fixableWarningCount: 0,
    ...(messages.length > 0 && { source: text }),
    usedDeprecatedRules: [],
  };
}

function fatalMessage({ line, message }: Problem): Linter.LintMessage {
  return { ruleId: null, fatal: true, severity: 2, message: `Parsing error: ${message}`, line: line ?? 1, column: 1 };
}
