import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TemporaryProject } from './temporary-project.js';

const packages = {
  'packages/db/package.json': {
    name: '@acme/db',
    exports: {
      '.': { types: './dist/index.d.ts', import: './dist/index.js' },
      './client': './dist/esm/client.mjs',
      './models/*': { default: './dist/models/*.js' },
    },
  },
  'packages/db/src/index.ts': '',
  'packages/db/src/client.ts': '',
  'packages/db/src/models/user.ts': '',
  'packages/db/src/other.ts': '',
  'apps/api/src/main.ts': '',
};

describe.each([
  ['pnpm', { 'pnpm-workspace.yaml': 'packages: ["packages/*"]' }],
  ['npm', { 'package.json': { workspaces: ['packages/*', 'apps/*'] } }],
  ['yarn', { 'package.json': { workspaces: { packages: ['packages/*'] } } }],
])('a workspace of %s', (_, root) => {
  it.each([
    ['@acme/db', 'packages/db/src/index.ts'],
    ['@acme/db/client', 'packages/db/src/client.ts'],
    ['@acme/db/models/user', 'packages/db/src/models/user.ts'],
    ['@acme/db/other', 'packages/db/src/other.ts'],
    ['@acme/db/src/other', 'packages/db/src/other.ts'],
    ['@acme/db/gone', 'package: @acme/db/gone'],
    ['@acme/elsewhere', 'package: @acme/elsewhere'],
  ])('%s is %s', (specifier, expected) => {
    const project = new TemporaryProject({
      ...root,
      ...packages,
      'apps/api/package.json': { dependencies: { '@acme/db': 'workspace:*' } },
    });
    expect(project.resolve(specifier, 'apps/api/src/main.ts')).toBe(expected);
  });
});

it.each([
  [{ main: 'dist/index.js' }, 'src/index.ts'],
  [{ main: './lib/server.js', types: './lib/server.d.ts' }, 'src/server.ts'],
  [{ source: './source/main.ts', main: 'dist/index.js' }, 'source/main.ts'],
  [{}, 'src/index.ts'],
  [{ exports: './src/server.ts' }, 'src/server.ts'],
  [{ exports: ['./dist/server.js'] }, 'src/server.ts'],
])('the entry of %j is %s', (fields, expected) => {
  const project = new TemporaryProject({
    'lerna.json': {},
    'db/package.json': { name: 'db', ...fields },
    'db/src/index.ts': '',
    'db/src/server.ts': '',
    'db/source/main.ts': '',
  });
  expect(project.resolve('db', 'main.ts')).toBe(`db/${expected}`);
});

it('prefers a source to the declarations built from it', () => {
  const project = new TemporaryProject({
    '.git/HEAD': '',
    'db/package.json': { name: 'db', types: './dist/index.d.ts' },
    'db/dist/index.d.ts': '',
    'db/src/index.ts': '',
  });
  expect(project.resolve('db', 'main.ts')).toBe('db/src/index.ts');
});

it('resolves imports of the own package', () => {
  const project = new TemporaryProject({
    'package.json': {
      name: 'api',
      imports: { '#db': './dist/db.js', '#lib/*': { default: './src/lib/*.js' } },
    },
    'src/db.ts': '',
    'src/lib/a.ts': '',
    'src/index.ts': '',
  });
  expect(project.resolve('#db', 'src/main.ts')).toBe('src/db.ts');
  expect(project.resolve('#lib/a', 'src/main.ts')).toBe('src/lib/a.ts');
  expect(project.resolve('#gone', 'src/main.ts')).toBe('missing');
  expect(project.resolve('api', 'src/main.ts')).toBe('src/index.ts');
});

it('takes a folder named like a package of the registry for that package only where it is meant', () => {
  const project = new TemporaryProject({
    'pnpm-workspace.yaml': '',
    'examples/redis/package.json': { name: 'redis' },
    'examples/redis/index.ts': '',
    'ui/package.json': { name: 'ui', version: '1.4.0' },
    'ui/index.ts': '',
    'api/package.json': { dependencies: { redis: '^4.6.0', ui: '^1.0.0' } },
    'web/package.json': { dependencies: { ui: 'npm:@other/ui@2' } },
  });
  expect(project.resolve('redis', 'api/main.ts')).toBe('package: redis');
  expect(project.resolve('ui', 'api/main.ts')).toBe('ui/index.ts');
  expect(project.resolve('ui', 'web/main.ts')).toBe('package: ui');
});

describe('sources', () => {
  const sources = (project: TemporaryProject, near: string): string[] =>
    project.project.sources(project.path(near)).map(file => project.relative(file));

  it('are the code of the workspace without what is installed, built or generated', () => {
    const project = new TemporaryProject({
      '.git/HEAD': '',
      'b.ts': '',
      'a.cjs': '',
      'types.d.ts': '',
      'vendor.min.js': '',
      'readme.md': '',
      'node_modules/pg/index.js': '',
      'dist/b.js': '',
      'web/.next/page.js': '',
      'web/coverage/lcov.js': '',
      'web/src/coverage/policy.ts': '',
    });
    symlinkSync(project.folder, project.path('web/loop'));
    expect(sources(project, 'web/src/main.ts')).toEqual(['a.cjs', 'b.ts', 'web/src/coverage/policy.ts']);
  });

  it('end at the nearest root', () => {
    const project = new TemporaryProject({
      '.git/HEAD': '',
      'other/a.ts': '',
      'mono/package.json': { workspaces: ['*'] },
      'mono/api/turbo.json': { extends: ['//'] },
      'mono/api/package.json': {},
      'mono/api/a.ts': '',
      'mono/db/a.ts': '',
    });
    expect(sources(project, 'mono/api/a.ts')).toEqual(['mono/api/a.ts', 'mono/db/a.ts']);
  });

  it('are those of the working folder, or of the package outside it, where there is no root', () => {
    const project = new TemporaryProject(
      { 'cwd/a.ts': '', 'cwd/b/c.ts': '', 'out/package.json': {}, 'out/d/e.ts': '', 'f.ts': '' },
      'cwd',
    );
    expect(sources(project, 'cwd/b/c.ts')).toEqual(['cwd/a.ts', 'cwd/b/c.ts']);
    expect(sources(project, 'out/d/e.ts')).toEqual(['out/d/e.ts']);
  });
});
