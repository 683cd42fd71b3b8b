import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleDefinitions } from '../../rules/index.js';
import { Engine } from '../../src/analysis/engine.js';
import { findAll } from '../../src/rule-kit/find-all.js';
import { temporaryProject } from '../temporary-project.js';

const pages = path.resolve(import.meta.dirname, '../../docs/rules');

describe.each(ruleDefinitions.map(rule => [rule.name, rule] as const))('the page of %s', (name, rule) => {
  const page = readFileSync(path.join(pages, `${name}.md`), 'utf8');

  it('has failing and correct examples, and says when the rule does not fit', () => {
    expect(examples(page, 'incorrect')).not.toEqual([]);
    expect(examples(page, 'correct')).not.toEqual([]);
    expect(page.match(/^## .*$/gmu)).toEqual(expect.arrayContaining(['## Examples', '## When not to use it']));
  });

  it.each(examples(page, 'incorrect'))('has a finding in incorrect example %#', text => {
    expect(findIn(text)).toBe(1);
  });

  it.each(examples(page, 'correct'))('has none in correct example %#', text => {
    expect(findIn(text)).toBe(0);
  });

  function findIn(text: string): number {
    const root = temporaryProject({ 'example.ts': text });
    return findAll(rule, new Engine(root).units(path.join(root, 'example.ts'), text)).length;
  }
});

function examples(page: string, kind: 'correct' | 'incorrect'): readonly string[] {
  const block = new RegExp(`^\`\`\`ts ${kind}\\n(?<text>[^]*?)^\`\`\`$`, 'gmu');
  return [...page.matchAll(block)].map(({ groups }) => groups?.['text'] ?? '');
}
