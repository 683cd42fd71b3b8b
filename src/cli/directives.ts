import type { Linter, Rule } from 'eslint';
import type { Finding } from '../operations/finding.js';
import type { RuleDefinition } from '../rule-kit/define-rule.js';
import { ruleMeta } from '../rule-kit/to-rule-module.js';
import { commentParser } from './comment-parser.js';
import type { Inspection, Report } from './inspection.js';

/** Turns findings into ESLint's messages, with its own treatment of `eslint-disable` comments. */
export interface DirectiveReader {
  apply(file: string, text: string, findings: readonly Finding[]): Inspection;
}

/** Loads ESLint, which is only needed once something was found. */
export async function loadDirectiveReader(rules: readonly RuleDefinition[]): Promise<DirectiveReader> {
  const eslint = await import('eslint');
  const linter = new eslint.Linter({ configType: 'flat' });
  return { apply: (file, text, findings) => applyDirectives(linter, rules, { file, text, findings }) };
}

/** ESLint's own types leave this method out. */
interface SuppressingLinter extends Linter {
  getSuppressedMessages(): Linter.SuppressedLintMessage[];
}

interface Found {
  readonly file: string;
  readonly text: string;
  readonly findings: readonly Finding[];
}

function applyDirectives(linter: Linter, rules: readonly RuleDefinition[], { file, text, findings }: Found): Inspection {
  const byKey = new Map(findings.map(finding => [findingKey(finding), finding]));
  const reports: Report[] = [];
  for (const message of linter.verify(text, [lintConfig(rules, file, findings)], { filename: 'checked.js' })) {
    const finding = byKey.get(messageKey(message));
    if (finding) reports.push({ finding, message });
  }
  const suppressed = (linter as SuppressingLinter).getSuppressedMessages().filter(message => byKey.has(messageKey(message)));
  return { file, text, reports, suppressed };
}

/** Rules that report what was found before; the parser only has to know the comments. */
function lintConfig(rules: readonly RuleDefinition[], file: string, findings: readonly Finding[]): Linter.Config {
  return {
    files: ['**'],
    plugins: { idempotency: { rules: Object.fromEntries(rules.map(rule => [rule.name, replay(rule, findings)])) } },
    languageOptions: { parser: commentParser(file) },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: Object.fromEntries(rules.map(({ name }) => [`idempotency/${name}`, 'error'])),
  };
}

function replay(rule: RuleDefinition, findings: readonly Finding[]): Rule.RuleModule {
  const own = findings.filter(finding => finding.rule === rule.name);
  return {
    meta: ruleMeta(rule),
    create: context => ({
      Program() {
        for (const { loc, messageId, data } of own) context.report({ loc, messageId, data: { ...data } });
      },
    }),
  };
}

function findingKey({ rule, messageId, loc: { start, end } }: Finding): string {
  return [`idempotency/${rule}`, messageId, start.line, start.column + 1, end.line, end.column + 1].join(':');
}

function messageKey({ ruleId, messageId, line, column, endLine, endColumn }: Linter.LintMessage): string {
  return [ruleId, messageId, line, column, endLine, endColumn].join(':');
}
