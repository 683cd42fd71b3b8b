import path from 'node:path';
import { Engine } from '../../src/analysis/engine.js';
import type { IdempotencySettings } from '../../src/analysis/settings.js';
import type { Finding } from '../../src/operations/finding.js';
import type { RuleDefinition } from '../../src/rule-kit/define-rule.js';
import { findAll } from '../../src/rule-kit/find-all.js';
import { temporaryProject } from '../temporary-project.js';

/** What a rule finds in a file, or in the first of several files of one project. */
export function findingsOf(
  rule: RuleDefinition,
  code: string | Readonly<Record<string, string>>,
  settings: IdempotencySettings = {},
): readonly Finding[] {
  const files = typeof code === 'string' ? { 'app.ts': code } : code;
  const [[entry, text] = ['', '']] = Object.entries(files);
  const root = temporaryProject({ 'package.json': '{}', ...files });
  return findAll(rule, new Engine(root, settings).units(path.join(root, entry), text));
}

/** `<line> <message id>` of each finding. */
export const briefOf = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ loc, messageId }) => `${loc.start.line} ${messageId}`);

/** The message as it is shown. */
export const textOf = ({ messages }: RuleDefinition, { messageId, data }: Finding): string =>
  (messages[messageId] ?? '').replace(/\{\{\s*(\w+)\s*\}\}/gu, (_, name: string) => data[name] ?? '');
