import { rmSync, symlinkSync } from 'node:fs';
import type { TSESTree } from '@typescript-eslint/utils';
import { parse } from '@typescript-eslint/parser';
import { describe, expect, it, vi } from 'vitest';
import { rangeOf } from '../../src/modules/range.js';
import { nextLint, TemporaryProject } from './temporary-project.js';

function kinds(program: TSESTree.Program | undefined): string[] | undefined {
  return program?.body.map(({ type }) => type);
}

describe('a module', () => {
  it.each([
    ['a.ts', 'const a = <T>(b: T): T => b; enum E { a }', ['VariableDeclaration', 'TSEnumDeclaration']],
    ['a.tsx', 'const a = <div />;', ['VariableDeclaration']],
    ['a.js', 'const a = <div />; module.exports = a;', ['VariableDeclaration', 'ExpressionStatement']],
    ['a.js', "import a from 'a'; export default await a;", ['ImportDeclaration', 'ExportDefaultDeclaration']],
    ['a.js', 'with (a) b; return;', ['WithStatement', 'ReturnStatement']],
    ['a.cjs', "const a = require('a'); return a;", ['VariableDeclaration', 'ReturnStatement']],
    ['a.mts', 'export const a = await b;', ['ExportNamedDeclaration']],
    ['a.cts', "import a = require('a'); export = a;", ['TSImportEqualsDeclaration', 'TSExportAssignment']],
    ['a.d.ts', 'declare const a: string;', ['VariableDeclaration']],
    ['a.ts', '', []],
  ])('%s is parsed: %s', (file, text, expected) => {
    const { project, path } = new TemporaryProject({ [file]: text }).bound();
    expect(kinds(project.module(path(file))?.ast)).toEqual(expected);
    expect(project.problems()).toEqual([]);
  });

  it('counts its ranges and places from behind a byte order mark', () => {
    const { project, path } = new TemporaryProject({
      'a.ts': '\uFEFF#!/usr/bin/env node\r\nconst a = 1;\n  b();',
    }).bound();
    const source = project.module(path('a.ts'));
    const [first, second] = source?.ast.body ?? [];
    expect(source?.text.startsWith('#!')).toBe(true);
    expect(source?.text.slice(...(first ? rangeOf(first) : []))).toBe('const a = 1;');
    expect(second && source?.locate(second)).toEqual({
      start: { line: 3, column: 2 },
      end: { line: 3, column: 6 },
    });
  });

  it('has the places that the host gives', () => {
    const text = 'const smile = "😀";\u2028f(\r\n  smile,\r);\n\nclass A {}';
    const { project, path } = new TemporaryProject({ 'a.ts': text }).bound();
    const expected = parse(text, { range: true, loc: true }).body;
    const source = project.module(path('a.ts'));
    expect(source?.ast.body.map(node => [rangeOf(node), source.locate(node)])).toEqual(
      expected.map(({ range, loc }) => [range, loc]),
    );
  });

  it.each([
    ['a.ts', 'const a = ;\nconst b', 1],
    ['a.ts', 'const a = 1;\n}', 2],
    ['a.js', '// @flow\ntype A = {| a: 1 |};', undefined],
  ])('that cannot be parsed is a problem: %s %j', (file, text, line) => {
    const { project, path } = new TemporaryProject({ [file]: text, 'other.ts': 'a' }).bound();
    expect(project.module(path(file))).toBeUndefined();
    expect(project.problems()).toMatchObject([{ file: path(file), ...(line !== undefined && { line }) }]);
    expect(project.module(path('other.ts'))).toBeDefined();
  });

  it('that is no code, no file or not there is none, and no problem', () => {
    const { project, path } = new TemporaryProject({ 'a.json': '{}', 'folder.ts/a': '' }).bound();
    expect(['a.json', 'folder.ts', 'gone.ts', 'a.json/b.ts'].map(file => project.module(path(file)))).toEqual(
      Array(4).fill(undefined),
    );
    expect(project.problems()).toEqual([]);
  });

  it('is one, whatever the path to it', () => {
    const temporary = new TemporaryProject({ 'real/a.ts': '' });
    symlinkSync(temporary.path('real'), temporary.path('link'));
    symlinkSync(temporary.path('real/a.ts'), temporary.path('b.ts'));
    const { project, path } = temporary.bound();
    const source = project.module(path('real/a.ts'));
    expect(source?.file).toBe(path('real/a.ts'));
    expect(project.module(path('link/a.ts'))).toBe(source);
    expect(project.module(path('b.ts'))).toBe(source);
    expect(temporary.resolve('./link/a', 'main.ts')).toBe('real/a.ts');
  });
});

describe('at the next lint', () => {
  it('an edited file is another module, one written with the same text the same', () => {
    const temporary = new TemporaryProject({ 'a.ts': 'a' });
    const { project, path } = temporary.bound();
    const before = project.module(path('a.ts'));
    temporary.write('a.ts', 'a');
    nextLint(project);
    expect(project.module(path('a.ts'))).toBe(before);
    temporary.write('a.ts', 'edited');
    nextLint(project);
    expect(project.module(path('a.ts'))?.text).toBe('edited');
  });

  it('a broken file is a problem until it is mended or deleted', () => {
    const temporary = new TemporaryProject({ 'a.ts': 'a(' });
    const { project, path } = temporary.bound();
    project.module(path('a.ts'));
    expect(project.problems()).toHaveLength(1);
    temporary.write('a.ts', 'a()');
    nextLint(project);
    expect(project.module(path('a.ts'))).toBeDefined();
    expect(project.problems()).toEqual([]);
  });

  it('added and deleted files resolve as they now are', () => {
    const temporary = new TemporaryProject({ 'a.ts': '', 'b/index.ts': '' });
    const { project, path } = temporary.bound();
    project.module(path('a.ts'));
    expect(['./a', './b', './c'].map(name => temporary.resolve(name, 'main.ts'))).toEqual([
      'a.ts',
      'b/index.ts',
      'missing',
    ]);
    rmSync(path('a.ts'));
    temporary.write('b.ts', '');
    temporary.write('c.ts', '');
    nextLint(project);
    expect(['./a', './b', './c'].map(name => temporary.resolve(name, 'main.ts'))).toEqual([
      'missing',
      'b.ts',
      'c.ts',
    ]);
    expect(project.module(path('a.ts'))).toBeUndefined();
  });

  it('right after the last one, nothing is looked up again', () => {
    const temporary = new TemporaryProject({ 'a.ts': 'a' });
    const { project, path } = temporary.bound();
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const before = project.module(path('a.ts'));
    temporary.write('a.ts', 'edited');
    project.refresh();
    expect(project.module(path('a.ts'))).toBe(before);
  });
});

describe('an adopted text', () => {
  it('is the file until the file is written', () => {
    const temporary = new TemporaryProject({ 'a.ts': 'saved' });
    const { project, path } = temporary.bound();
    const adopted = project.adopt(path('a.ts'), '\uFEFFunsaved');
    expect(adopted?.text).toBe('unsaved');
    nextLint(project);
    expect(project.module(path('a.ts'))).toBe(adopted);
    temporary.write('a.ts', 'written');
    nextLint(project);
    expect(project.module(path('a.ts'))?.text).toBe('written');
  });

  it('may belong to a file that is not on disk', () => {
    const { project, path } = new TemporaryProject({}).bound();
    const adopted = project.adopt(path('src/new.ts'), 'a');
    nextLint(project);
    expect(project.module(path('src/new.ts'))).toBe(adopted);
  });

  it('is dropped before memory runs out, the oldest first', () => {
    const { project, path } = new TemporaryProject({ 'first.ts': 'a' }).bound();
    const first = project.module(path('first.ts'));
    const long = `a;//${'-'.repeat(999_996)}`;
    for (let at = 0; at < 11; at += 1) project.adopt(path(`${at}.ts`), long);
    expect(project.module(path('first.ts'))).toBe(first);
    const second = project.module(path('1.ts'));
    for (let at = 11; at < 13; at += 1) project.adopt(path(`${at}.ts`), long);
    expect([project.module(path('first.ts')), project.module(path('1.ts'))]).toEqual([first, second]);
    expect(project.module(path('0.ts'))).toBeUndefined();
  });

  it('that cannot be parsed is a problem', () => {
    const { project, path } = new TemporaryProject({ 'a.ts': 'a' }).bound();
    expect(project.adopt(path('a.ts'), 'a(')).toBeUndefined();
    expect(project.module(path('a.ts'))).toBeUndefined();
    expect(project.problems()).toHaveLength(1);
    expect(project.adopt(path('a.ts'), 'a()')).toBeDefined();
    expect(project.problems()).toEqual([]);
  });
});
