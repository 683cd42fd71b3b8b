import type { TSESTree } from '@typescript-eslint/utils';
import type { Rule } from 'eslint';
import type { AnalysisHost } from './analysis-host.js';
import type { RuleDefinition } from './define-rule.js';
import { findAll } from './find-all.js';
import { readLintedFile } from './linted-file.js';

const DOCS = 'https://unpkg.com/eslint-plugin-idempotency/docs/rules';

/** A rule as ESLint 8.57, 9 and 10 and oxlint run it. */
export function toRuleModule(rule: RuleDefinition, host: AnalysisHost): Rule.RuleModule {
  return {
    meta: ruleMeta(rule),
    create: context => ({
      Program(node) {
        const linted = readLintedFile(context, node as unknown as TSESTree.Program);
        // Options get their defaults in `findAll`: ESLint 8.57 does not know `meta.defaultOptions`.
        const [options] = context.options as [object?];
        for (const finding of findAll(rule, host.units(linted), options)) {
          const { loc, messageId, data } = finding;
          context.report({ loc, messageId, data: { ...data } });
        }
      },
    }),
  };
}

/** `meta` of a rule as ESLint has it. */
export function ruleMeta(rule: RuleDefinition): Rule.RuleMetaData {
  return {
    type: 'problem',
    docs: {
      description: rule.description,
      recommended: rule.recommended === true,
      url: `${DOCS}/${rule.name}.md`,
    },
    messages: { ...rule.messages },
    schema: [...rule.schema],
    defaultOptions: [...rule.defaultOptions],
  };
}
