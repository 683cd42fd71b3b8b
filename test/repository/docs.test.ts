import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleDefinitions } from '../../rules/index.js';
import { Engine } from '../../src/analysis/engine.js';
import { findAll } from '../../src/rule-kit/find-all.js';
import type { RuleDefinition } from '../../src/rule-kit/define-rule.js';
import { run } from '../cli/run.js';
import { temporaryProject } from '../temporary-project.js';

const root = path.resolve(import.meta.dirname, '../..');

describe.each(ruleDefinitions.map(rule => [rule.name, rule] as const))('the page of %s', (name, rule) => {
  const page = readFileSync(path.join(root, 'docs/rules', `${name}.md`), 'utf8');

  it('begins with the name and the description of the rule, and the failing schedule', () => {
    expect(page).toMatch(new RegExp(`^# ${name}\n\n${rule.description}\\.\n`, 'u'));
    expect(page).toMatch(/<!-- end of generated header -->\n\n1\. .*\n2\. /u);
  });

  it('has failing and correct examples, and says when the rule does not fit', () => {
    expect(examples(page, 'incorrect')).not.toEqual([]);
    expect(examples(page, 'correct')).not.toEqual([]);
    expect(page.match(/^## .*$/gmu)).toEqual(expect.arrayContaining(['## Examples', '## When not to use it']));
  });

  it.each(examples(page, 'incorrect'))('has a finding in incorrect example %#', text => {
    expect(findIn(text, [rule])).toEqual([name]);
  });

  it.each(examples(page, 'correct'))('has none in correct example %#', text => {
    expect(findIn(text, [rule])).toEqual([]);
  });
});

describe('the README', () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

  it('shows what the command prints for its example', async () => {
    const [example = ''] = examples(readme, 'incorrect');
    const shown = /^```console\n\$ npx eslint-plugin-idempotency (?<command>.*)\n(?<output>[^]*?)^```$/mu.exec(readme)?.groups;
    const project = temporaryProject({ 'src/customers.ts': example });
    const { out, code } = await run(project, ...(shown?.['command'] ?? '').split(' '));
    expect(shown?.['output']).toBe(out);
    expect(code).toBe(1);
  });

  it('puts it right', () => {
    expect(examples(readme, 'correct')).toHaveLength(1);
    expect(examples(readme, 'correct').flatMap(text => findIn(text, ruleDefinitions))).toEqual([]);
  });
});

function findIn(text: string, rules: readonly RuleDefinition[]): readonly string[] {
  const project = temporaryProject({ 'example.ts': text });
  const units = new Engine(project).units(path.join(project, 'example.ts'), text);
  return rules.flatMap(rule => findAll(rule, units)).map(({ rule }) => rule);
}

function examples(page: string, kind: 'correct' | 'incorrect'): readonly string[] {
  const block = new RegExp(`^\`\`\`ts ${kind}\\n(?<text>[^]*?)^\`\`\`$`, 'gmu');
  return [...page.matchAll(block)].map(({ groups }) => groups?.['text'] ?? '');
}
