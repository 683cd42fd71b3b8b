import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acrossFiles, checkThenInsert, upsert } from '../samples.js';
import { removeFolder, temporaryFolder, writeFiles } from '../temporary-project.js';

const root = path.resolve(import.meta.dirname, '../..');
const work = temporaryFolder();
const expected = [
  'src/one.ts:6:11 idempotency/no-check-then-insert',
  'src/register.ts:5:11 idempotency/no-check-then-insert',
];

const flatConfig = `
import idempotency from 'eslint-plugin-idempotency';
import parser from '@typescript-eslint/parser';
export default [{ files: ['**/*.ts'], languageOptions: { parser } }, idempotency.configs.recommended];
`;
const requiredConfig = `
const idempotency = require('eslint-plugin-idempotency');
const parser = require('@typescript-eslint/parser');
module.exports = [{ files: ['**/*.ts'], languageOptions: { parser } }, { ...idempotency.configs.recommended }];
`;
const extendingConfig = `
import { defineConfig } from 'eslint/config';
import idempotency from 'eslint-plugin-idempotency';
import parser from '@typescript-eslint/parser';
export default defineConfig({
  files: ['**/*.ts'],
  languageOptions: { parser },
  plugins: { idempotency },
  extends: ['idempotency/recommended'],
});
`;
const legacyConfig = JSON.stringify({
  root: true,
  parser: '@typescript-eslint/parser',
  parserOptions: { sourceType: 'module' },
  extends: ['plugin:idempotency/legacy-recommended'],
});
const oxlintConfig = JSON.stringify({
  categories: { correctness: 'off' },
  jsPlugins: ['eslint-plugin-idempotency'],
  rules: { 'idempotency/no-check-then-insert': 'error' },
});

let tarball = '';

beforeAll(() => {
  const packed = run(root, 'npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', work]);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  tarball = path.join(work, filename);
}, 120_000);

afterAll(() => removeFolder(work));

describe.each(['8.57.1', '9', '10'])('the package with ESLint %s', version => {
  const project = path.join(work, `eslint-${version}`);

  beforeAll(() => install(project, [`eslint@${version}`, '@typescript-eslint/parser@8.72.0']), 300_000);

  it('finds the same through a flat config', () => {
    expect(lint(project, ['--config', 'flat.config.mjs', 'src'])).toEqual(expected);
  });

  it('can be required by a CommonJS config', () => {
    expect(lint(project, ['--config', 'required.config.cjs', 'src'])).toEqual(expected);
  });

  // ESLint 8 has no `defineConfig`, ESLint 10 no eslintrc.
  it.skipIf(version.startsWith('8'))('finds the same through `extends`', () => {
    expect(lint(project, ['--config', 'extending.config.mjs', 'src'])).toEqual(expected);
  });

  it.skipIf(version === '10')('finds the same through an eslintrc config', () => {
    expect(lint(project, ['--ext', '.ts', 'src'], { ESLINT_USE_FLAT_CONFIG: 'false' })).toEqual(expected);
  });

  it('finds the same from its own command', () => {
    const command = path.join(project, 'node_modules/.bin/eslint-plugin-idempotency');
    expect(places(project, run(project, command, ['check', '--format', 'json']))).toEqual(expected);
  });
});

describe('the package with oxlint', () => {
  const project = path.join(work, 'oxlint');

  beforeAll(() => install(project, ['oxlint@1.94.0', 'eslint@10']), 300_000);

  it('finds the same through `jsPlugins`', () => {
    const output = run(project, path.join(project, 'node_modules/.bin/oxlint'), ['--format', 'json', 'src']);
    const { diagnostics } = JSON.parse(output) as { diagnostics: { filename: string; labels: [{ span: Span }] }[] };
    const found = diagnostics.map(({ filename, labels: [{ span }] }) => `${filename}:${span.line}:${span.column}`);
    expect(found.sort()).toEqual(expected.map(place => place.split(' ')[0]));
  });
});

interface Span {
  readonly line: number;
  readonly column: number;
}

function install(project: string, packages: readonly string[]): void {
  writeFiles(project, {
    'package.json': '{ "private": true }',
    'flat.config.mjs': flatConfig,
    'required.config.cjs': requiredConfig,
    'extending.config.mjs': extendingConfig,
    '.eslintrc.json': legacyConfig,
    '.oxlintrc.json': oxlintConfig,
    'src/one.ts': checkThenInsert,
    'src/two.ts': upsert,
    ...acrossFiles,
  });
  run(project, 'npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball, ...packages]);
}

function lint(project: string, args: readonly string[], env: NodeJS.ProcessEnv = { ESLINT_USE_FLAT_CONFIG: 'true' }): readonly string[] {
  return places(project, run(project, path.join(project, 'node_modules/.bin/eslint'), ['--format', 'json', ...args], env));
}

function places(project: string, json: string): readonly string[] {
  const results = JSON.parse(json) as { filePath: string; messages: { line: number; column: number; ruleId: string }[] }[];
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, column, ruleId }) => `${path.relative(project, filePath)}:${line}:${column} ${ruleId}`),
  );
}

/** Standard output; an exit code other than 0 is what findings give. */
function run(cwd: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', env: { ...process.env, ...env }, stdio: 'pipe' });
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    if (status !== 1 || stdout === '') throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
    return stdout;
  }
}
