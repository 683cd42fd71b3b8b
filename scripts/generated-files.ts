import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RuleDefinition } from '../src/rule-kit/define-rule.js';
import { withTables } from './readme-tables.js';
import { withHeader } from './rule-page.js';
import { ruleNames, rulesIndex } from './rules-index.js';

export interface GeneratedFile {
  readonly file: string;
  readonly content: string;
}

/** Every generated file with the content it should have. */
export async function generatedFiles(root: string): Promise<readonly GeneratedFile[]> {
  const names = ruleNames(path.join(root, 'rules'));
  const rules = await Promise.all(names.map(name => loadRule(root, name)));
  const pages = rules.map(rule => ({ file: `docs/rules/${rule.name}.md`, update: (page: string) => withHeader(page, rule) }));
  const readme = { file: 'README.md', update: (text: string) => withTables(text, root, rules) };
  return [
    { file: 'rules/index.ts', content: rulesIndex(names) },
    ...[readme, ...pages].flatMap(({ file, update }) => {
      const target = path.join(root, file);
      return existsSync(target) ? [{ file, content: update(readFileSync(target, 'utf8')) }] : [];
    }),
  ];
}

/** From its own file: the index may still name rules that are gone. */
async function loadRule(root: string, name: string): Promise<RuleDefinition> {
  const url = pathToFileURL(path.join(root, 'rules', `${name}.ts`)).href;
  return ((await import(url)) as { default: RuleDefinition }).default;
}
