import type { RuleDefinition } from '../src/rule-kit/define-rule.js';

const HEADER_END = '<!-- end of generated header -->';

/** The page of a rule with the header its definition gives it. */
export function withHeader(page: string, rule: RuleDefinition): string {
  const at = page.indexOf(HEADER_END);
  const body = at === -1 ? `\n\n${page.trimStart()}` : page.slice(at + HEADER_END.length);
  return `# ${rule.name}\n\n${rule.description}.\n\n${membership(rule)}\n\n${HEADER_END}${body}`;
}

function membership({ recommended }: RuleDefinition): string {
  if (recommended === true) return 'Part of the configs `recommended` and `strict`.';
  return recommended === 'strict' ? 'Part of the config `strict`.' : 'Part of no config: turn it on by name.';
}
