import { ESLint } from 'eslint';
import parser from '@typescript-eslint/parser';
import { expect, it } from 'vitest';
import plugin from '../../src/index.js';
import { acrossFiles, checkThenInsert, upsert } from '../samples.js';
import { temporaryProject } from '../temporary-project.js';
import { checkedFiles, run } from './run.js';

it('is what ESLint itself gives for the same files', async () => {
  const root = temporaryProject({ ...acrossFiles, 'src/one.ts': checkThenInsert, 'src/two.ts': upsert });
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: [{ ...plugin.configs.recommended, files: ['**/*.ts'], languageOptions: { parser } }],
  });
  const { out } = await run(root, 'check', '--format', 'json');
  const expected: unknown = JSON.parse(JSON.stringify(await eslint.lintFiles('.')));
  expect(JSON.parse(out)).toEqual(expected);
});

it('has every file that was checked', async () => {
  const root = temporaryProject({ 'src/one.ts': checkThenInsert, 'src/two.ts': upsert });
  expect(checkedFiles(await run(root, 'check', '--format', 'json'), root)).toEqual(['src/one.ts', 'src/two.ts']);
});
