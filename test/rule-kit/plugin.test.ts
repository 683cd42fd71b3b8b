import { readFileSync } from 'node:fs';
import path from 'node:path';
import parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { defineConfig } from 'eslint/config';
import { describe, expect, it } from 'vitest';
import { ruleDefinitions } from '../../rules/index.js';
import plugin from '../../src/index.js';
import { checkThenInsert } from '../samples.js';
import { temporaryProject } from '../temporary-project.js';

const base: Linter.Config = { files: ['**/*.ts'], languageOptions: { parser } };

function lint(config: Linter.Config[]): readonly (string | null)[] {
  const root = temporaryProject({ 'a.ts': checkThenInsert });
  const messages = new Linter({ cwd: root }).verify(checkThenInsert, config, { filename: path.join(root, 'a.ts') });
  return messages.map(({ ruleId }) => ruleId);
}

describe('the plugin', () => {
  it('has the name and version of its package', () => {
    const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string; version: string };
    expect(plugin.meta).toEqual({ name, version, namespace: 'idempotency' });
  });

  it('has every rule, each with a description, a page and a schema', () => {
    expect(Object.keys(plugin.rules)).toEqual(ruleDefinitions.map(({ name }) => name));
    for (const [name, { meta }] of Object.entries(plugin.rules)) {
      expect(meta).toMatchObject({ type: 'problem', schema: expect.any(Array) as unknown });
      expect(meta?.docs?.description).toMatch(/^[A-Z].*[^.]$/u);
      expect(meta?.docs?.url).toMatch(new RegExp(`/docs/rules/${name}\\.md$`, 'u'));
    }
  });
});

describe('the recommended config', () => {
  const found = ['idempotency/no-check-then-insert'];

  it('can be extended by name', () => {
    expect(lint(defineConfig({ ...base, plugins: { idempotency: plugin }, extends: ['idempotency/recommended'] }))).toEqual(found);
  });

  it('can be extended by name under another namespace', () => {
    const config = defineConfig({ ...base, plugins: { twice: plugin }, extends: ['twice/recommended'] });
    expect(lint(config)).toEqual(['twice/no-check-then-insert']);
  });

  it('can be an element of a config array', () => {
    expect(lint([base, plugin.configs.recommended])).toEqual(found);
  });

  it('can be spread into an object or an array', () => {
    expect(lint([{ ...base, ...plugin.configs.recommended }])).toEqual(found);
    expect(lint([base, ...plugin.configs.recommended])).toEqual(found);
  });

  it('is part of the strict one', () => {
    const strict = Object.keys(plugin.configs.strict.rules ?? {});
    expect(strict).toEqual(expect.arrayContaining(Object.keys(plugin.configs.recommended.rules ?? {})));
  });

  it('has the same rules in its eslintrc form', () => {
    expect(plugin.configs['legacy-recommended']).toEqual({ plugins: ['idempotency'], rules: plugin.configs.recommended.rules });
    expect(plugin.configs['legacy-strict']).toEqual({ plugins: ['idempotency'], rules: plugin.configs.strict.rules });
  });
});
