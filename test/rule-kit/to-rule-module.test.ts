import path from 'node:path';
import parser from '@typescript-eslint/parser';
import { Linter, type ESLint } from 'eslint';
import { describe, expect, it, vi } from 'vitest';
import noCheckThenInsert from '../../rules/no-check-then-insert.js';
import { Engine } from '../../src/analysis/engine.js';
import { AnalysisHost } from '../../src/rule-kit/analysis-host.js';
import { defineRule, type RuleDefinition } from '../../src/rule-kit/define-rule.js';
import { toRuleModule } from '../../src/rule-kit/to-rule-module.js';
import { acrossFiles, checkThenInsert } from '../samples.js';
import { temporaryProject, writeFiles } from '../temporary-project.js';

/** Reports its option at the first operation of each unit. */
const echo = defineRule<'echo', { word: string }>({
  name: 'echo',
  description: 'Repeat a word',
  recommended: false,
  messages: { echo: 'The word is {{word}}.' },
  schema: [{ type: 'object', properties: { word: { type: 'string' } }, additionalProperties: false }],
  defaultOptions: [{ word: 'default' }],
  find: (unit, { word }) =>
    unit.operations.slice(0, 1).map(operation => ({
      rule: 'echo',
      messageId: 'echo',
      data: { word },
      file: unit.file,
      loc: unit.at(operation),
      related: [],
    })),
});

function lintWith(rules: readonly RuleDefinition[], cwd: string, entries: Linter.RulesRecord, languageOptions: Linter.LanguageOptions = { parser }) {
  const host = new AnalysisHost();
  const plugin: ESLint.Plugin = { rules: Object.fromEntries(rules.map(rule => [rule.name, toRuleModule(rule, host)])) };
  const linter = new Linter({ cwd });
  const config: Linter.Config = { files: ['**'], plugins: { test: plugin }, languageOptions, rules: entries };
  return (text: string, filename: string): string[] =>
    linter.verify(text, [config], { filename }).map(({ line, message }) => `${line}: ${message}`);
}

describe('options', () => {
  it.each([
    ['error', '4: The word is default.'],
    [['error', {}], '4: The word is default.'],
    [['error', { word: 'given' }], '4: The word is given.'],
  ] as const)('of %j are filled with the defaults', (entry, message) => {
    const root = temporaryProject({ 'a.ts': checkThenInsert });
    const lint = lintWith([echo], root, { 'test/echo': entry as Linter.RuleEntry });
    expect(lint(checkThenInsert, path.join(root, 'a.ts'))).toEqual([message]);
  });
});

describe('the analysis', () => {
  const rules = { 'test/no-check-then-insert': 'error', 'test/echo': 'error' } as const;

  it('is made once for all rules of a file', () => {
    const root = temporaryProject({ 'a.ts': checkThenInsert });
    const units = vi.spyOn(Engine.prototype, 'units');
    const lint = lintWith([noCheckThenInsert, echo], root, rules);
    expect(lint(checkThenInsert, path.join(root, 'a.ts'))).toHaveLength(2);
    expect(units).toHaveBeenCalledTimes(1);
    units.mockRestore();
  });

  it('sees an edit of another file at the next lint', async () => {
    const root = temporaryProject(acrossFiles);
    const lint = lintWith([noCheckThenInsert], root, { 'test/no-check-then-insert': 'error' });
    const file = path.join(root, 'src/register.ts');
    expect(lint(acrossFiles['src/register.ts'], file)).toHaveLength(1);
    // Nobody edits and lints again within this time.
    await new Promise(resolve => setTimeout(resolve, 600));
    writeFiles(root, { 'src/users.ts': acrossFiles['src/users.ts'].replace('prisma.user.create', 'console.log') });
    expect(lint(acrossFiles['src/register.ts'], file)).toEqual([]);
  });

  it('takes the unsaved text of the linted file', () => {
    const root = temporaryProject({ 'a.ts': '' });
    const lint = lintWith([noCheckThenInsert], root, { 'test/no-check-then-insert': 'error' });
    expect(lint(checkThenInsert, path.join(root, 'a.ts'))).toHaveLength(1);
  });
});

describe("ESLint's own parser", () => {
  it('serves as well: its trees lack decorators and types', () => {
    const text = `import { PrismaClient } from '@prisma/client';
export class Users {
  #prisma = new PrismaClient();
  constructor(mailer) {
    this.mailer = mailer;
  }
  async register(email, { name } = {}) {
    const user = await this.#prisma.user.findUnique({ where: { email } });
    if (!user) {
      await this.#prisma.user.create({ data: { email, name } });
      await this.mailer.send(email);
    }
  }
}
`;
    const root = temporaryProject({ 'a.js': text });
    const lint = lintWith([noCheckThenInsert], root, { 'test/no-check-then-insert': 'error' }, {});
    expect(lint(text, path.join(root, 'a.js'))).toHaveLength(1);
  });
});

describe('a minified script', () => {
  it('is left alone', () => {
    const units = vi.spyOn(Engine.prototype, 'units');
    const root = temporaryProject({});
    const lint = lintWith([noCheckThenInsert], root, { 'test/no-check-then-insert': 'error' });
    expect(lint(`f(${'1,'.repeat(4000)}1);`, path.join(root, 'a.js'))).toEqual([]);
    expect(units).not.toHaveBeenCalled();
    units.mockRestore();
  });
});

describe('text that is no file', () => {
  it('is judged by its own text', () => {
    const lint = lintWith([noCheckThenInsert], temporaryProject({}), { 'test/no-check-then-insert': 'error' });
    expect(lint(checkThenInsert, '<input>')).toHaveLength(1);
  });

  it('does not reach the files of the project', () => {
    const root = temporaryProject(acrossFiles);
    const lint = lintWith([noCheckThenInsert], path.join(root, 'src'), { 'test/no-check-then-insert': 'error' });
    expect(lint(acrossFiles['src/register.ts'], '<input>')).toEqual([]);
  });
});

describe('a finding that several units reach', () => {
  it('is reported once', () => {
    const twice: RuleDefinition = { ...echo, find: (unit, options) => [...echo.find(unit, options as never), ...echo.find(unit, options as never)] };
    const root = temporaryProject({ 'a.ts': checkThenInsert });
    expect(lintWith([twice], root, { 'test/echo': 'error' })(checkThenInsert, path.join(root, 'a.ts'))).toHaveLength(1);
  });
});
