import { Engine } from '../src/analysis/engine.js';
import type { RuleDefinition } from '../src/rule-kit/define-rule.js';
import { isSupported, readMissingScenarios, readScenarios } from './scenarios.js';

/** Puts the generated tables between their markers; a text without markers stays as it is. */
export function withTables(readme: string, root: string, rules: readonly RuleDefinition[]): string {
  const withRules = fill(readme, 'rules', () => rulesTable(rules));
  return fill(withRules, 'libraries', () => librariesTable(root, rules));
}

function fill(text: string, name: string, content: () => string): string {
  const section = new RegExp(`(<!-- ${name} -->)[^]*?(<!-- /${name} -->)`, 'u');
  return section.test(text) ? text.replace(section, (_, start, end) => `${start}\n\n${content()}\n\n${end}`) : text;
}

function rulesTable(rules: readonly RuleDefinition[]): string {
  const rows = rules.map(({ name, description, recommended }) => [
    link(name),
    description,
    recommended === true ? '✓' : '',
    recommended === false ? '' : '✓',
  ]);
  return table(['Rule', 'What it does', 'recommended', 'strict'], rows);
}

function librariesTable(root: string, rules: readonly RuleDefinition[]): string {
  const engine = new Engine(root);
  const supported = readScenarios(root).filter(scenario => isSupported(scenario, rules, engine));
  const missing = readMissingScenarios(root);
  const libraries = [...new Set([...supported, ...missing].map(({ library }) => library))].sort();
  const names = [...new Set([...supported, ...missing].map(({ name }) => name))].sort();
  const reasons: string[] = [];
  const cell = (library: string, name: string): string => {
    const isCell = (other: { library: string; name: string }): boolean => other.library === library && other.name === name;
    if (supported.some(isCell)) return '✓';
    const reason = missing.find(isCell)?.reason;
    if (reason === undefined) return '';
    if (!reasons.includes(reason)) reasons.push(reason);
    return `–<sup>${reasons.indexOf(reason) + 1}</sup>`;
  };
  const rows = libraries.map(library => [library, ...names.map(name => cell(library, name))]);
  const notes = reasons.map((reason, index) => `${index + 1}. ${reason}`);
  const body = table(['Library', ...names.map(link)], rows);
  return notes.length > 0 ? `${body}\n\nNot possible:\n\n${notes.join('\n')}` : body;
}

function link(rule: string): string {
  return `[${rule}](docs/rules/${rule}.md)`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
