import type { TSESTree } from '@typescript-eslint/utils';
import type { Rule } from 'eslint';
import type { Codemod, PlacedRewrite } from '../rewrites/codemod.js';
import type { AnalysisHost } from './analysis-host.js';
import type { RuleDefinition } from './define-rule.js';
import { findAll } from './find-all.js';
import { readLintedFile } from './linted-file.js';

const DOCS = 'https://unpkg.com/eslint-plugin-idempotency/docs/rules';

/** A rule as ESLint 8.57, 9 and 10 and oxlint run it; the codemod's rewrites become suggestions. */
export function toRuleModule(rule: RuleDefinition, host: AnalysisHost, codemod?: Codemod): Rule.RuleModule {
  return {
    meta: { ...ruleMeta(rule), ...(codemod && { hasSuggestions: true }) },
    create: context => ({
      Program(node) {
        const linted = readLintedFile(context, node as unknown as TSESTree.Program);
        // Options get their defaults in `findAll`: ESLint 8.57 does not know `meta.defaultOptions`.
        const [options] = context.options as [object?];
        const findings = findAll(rule, host.units(linted), options);
        const rewrites = codemod && findings.length > 0 ? host.rewrites(linted, codemod) : [];
        for (const { loc, messageId, data } of findings) {
          const suggest = rewrites.flatMap(rewrite => suggestion(rewrite, loc));
          context.report({ loc, messageId, data: { ...data }, suggest });
        }
      },
    }),
  };
}

/** A rewrite that differs in what can be seen from outside is never applied unasked: a suggestion, no fix. */
function suggestion({ loc, rewrite }: PlacedRewrite, at: TSESTree.SourceLocation): readonly Rule.SuggestionReportDescriptor[] {
  const isHere = loc.start.line === at.start.line && loc.start.column === at.start.column;
  if (!isHere || rewrite.kind !== 'edits') return [];
  const { title, edits } = rewrite;
  return [
    {
      desc: title,
      fix: fixer => edits.map(({ range, text }) => fixer.replaceTextRange([...range], text)),
    },
  ];
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
