import path from 'node:path';
import { expect, it } from 'vitest';
import { findSourceFiles } from '../../src/cli/source-files.js';
import { temporaryProject } from '../temporary-project.js';

function found(files: readonly string[], ...paths: readonly string[]): readonly string[] {
  const root = temporaryProject(Object.fromEntries(files.map(file => [file, ''])));
  return relative(root, paths.length > 0 ? paths : ['.']);
}

function relative(root: string, paths: readonly string[]): readonly string[] {
  return findSourceFiles(paths, root).files.map(file => path.relative(root, file));
}

it('takes every extension of TypeScript and JavaScript, and no other', () => {
  const sources = ['a.cjs', 'a.cts', 'a.js', 'a.jsx', 'a.mjs', 'a.mts', 'a.ts', 'a.tsx'];
  expect(found([...sources, 'a.json', 'a.md', 'a.vue'])).toEqual(sources);
});

it('leaves out dependencies, build output, declarations and minified files', () => {
  const files = ['node_modules/a/a.js', 'dist/a.js', 'build/a.js', 'out/a.js', '.next/a.js', 'coverage/a.js', 'lib/a.js'];
  expect(found([...files, 'a.d.ts', 'a.d.mts', 'jquery.min.js', 'src/a.ts'])).toEqual(['lib/a.js', 'src/a.ts']);
});

it('leaves out tests', () => {
  const folders = ['__tests__/a.ts', 'test/a.ts', 'tests/a.ts', 'e2e/a.ts', 'cypress/a.ts', '__mocks__/a.ts', 'fixtures/a.ts'];
  const files = ['a.test.ts', 'a.spec.js', 'a.e2e-spec.ts', 'a.stories.tsx', 'a_test.ts'];
  expect(found([...folders, ...files, 'src/latest.ts', 'src/ab-test.ts'])).toEqual(['src/ab-test.ts', 'src/latest.ts']);
});

it('takes what is named, whatever it is', () => {
  const files = ['fixtures/projects/shop/src/a.ts', 'fixtures/projects/shop/test/b.ts', 'dist/c.js', 'd.test.ts'];
  expect(found(files, 'fixtures/projects/shop', 'dist', 'd.test.ts')).toEqual([
    'd.test.ts',
    'dist/c.js',
    'fixtures/projects/shop/src/a.ts',
  ]);
});

it('names each file once', () => {
  expect(found(['src/a.ts'], '.', 'src', 'src/a.ts')).toEqual(['src/a.ts']);
});

it('follows .gitignore files, nearest first, without git', () => {
  const root = temporaryProject({
    '.gitignore': 'generated/\n*.gen.ts\n/only-here.ts\n',
    'a.ts': '',
    'only-here.ts': '',
    'generated/b.ts': '',
    'src/c.gen.ts': '',
    'src/only-here.ts': '',
    'packages/x/.gitignore': '!kept.gen.ts\nlocal\n',
    'packages/x/kept.gen.ts': '',
    'packages/x/local/d.ts': '',
  });
  expect(relative(root, ['.'])).toEqual(['a.ts', 'packages/x/kept.gen.ts', 'src/only-here.ts']);
  expect(relative(root, ['src', 'packages/x'])).toEqual(['packages/x/kept.gen.ts', 'src/only-here.ts']);
});

it('follows the .gitignore files above a named folder, unless they ignore the folder itself', () => {
  const root = temporaryProject({
    '.git/HEAD': '',
    '.gitignore': 'checkouts\n*.gen.ts\n',
    'checkouts/x/a.ts': '',
    'src/b.ts': '',
    'src/c.gen.ts': '',
  });
  expect(relative(root, ['checkouts/x'])).toEqual(['checkouts/x/a.ts']);
  expect(relative(root, ['src'])).toEqual(['src/b.ts']);
});
