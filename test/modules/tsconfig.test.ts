import { expect, it } from 'vitest';
import { nextLint, TemporaryProject } from './temporary-project.js';

it('maps through paths, the longest pattern first', () => {
  const project = new TemporaryProject({
    'tsconfig.json': `{
      // comments and trailing commas are allowed
      "compilerOptions": { "paths": {
        "@/*": ["./src/*"], "@/db/*": ["./database/*"], /* one file */ "env": ["./env.ts"],
      }, },
    }`,
    'src/a.ts': '',
    'src/db/b.ts': '',
    'database/b.ts': '',
    'env.ts': '',
  });
  expect(project.resolve('@/a', 'src/main.ts')).toBe('src/a.ts');
  expect(project.resolve('@/a.js', 'src/main.ts')).toBe('src/a.ts');
  expect(project.resolve('@/db/b', 'src/main.ts')).toBe('database/b.ts');
  expect(project.resolve('env', 'src/main.ts')).toBe('env.ts');
});

it('tries the targets of a path in turn, and what compiled targets are built from', () => {
  const project = new TemporaryProject({
    'tsconfig.json': {
      compilerOptions: { paths: { '@app/*': ['gone/*', 'libs/*'], '@out/db': ['dist/libs/db'] } },
    },
    'package.json': {},
    'libs/users.ts': '',
    'libs/db/index.ts': '',
    'libs/pack/package.json': { main: 'dist/index.js' },
    'libs/pack/src/index.ts': '',
  });
  expect(project.resolve('@app/users', 'main.ts')).toBe('libs/users.ts');
  expect(project.resolve('@out/db', 'main.ts')).toBe('libs/db/index.ts');
  expect(project.resolve('@app/pack', 'main.ts')).toBe('libs/pack/src/index.ts');
});

it('says missing where a path fits and nothing is there, unless it is a dependency', () => {
  const project = new TemporaryProject({
    'package.json': { dependencies: { '@acme/sdk': '^1.0.0' } },
    'tsconfig.json': { compilerOptions: { paths: { '@acme/*': ['packages/*/src'] } } },
  });
  expect(project.resolve('@acme/generated', 'main.ts')).toBe('missing');
  expect(project.resolve('@acme/sdk', 'main.ts')).toBe('package: @acme/sdk');
});

it('maps through baseUrl, where declarations of packages are not the packages', () => {
  const project = new TemporaryProject({
    'tsconfig.json': { compilerOptions: { baseUrl: './src', paths: { '*': ['types/*'] } } },
    'src/users/user.ts': '',
    'src/types/express.d.ts': '',
  });
  expect(project.resolve('users/user', 'src/main.ts')).toBe('src/users/user.ts');
  expect(project.resolve('express', 'src/main.ts')).toBe('package: express');
});

it('follows extends, paths counting from the file that has them', () => {
  const project = new TemporaryProject({
    'tsconfig.base.json': { compilerOptions: { paths: { '@app/common': ['libs/common/src/index.ts'] } } },
    'config/node.json': { extends: '../tsconfig.base' },
    'apps/api/tsconfig.json': { extends: ['@tsconfig/node20/tsconfig.json', '../../config/node.json'] },
    'apps/api/src/main.ts': '',
    'libs/common/src/index.ts': '',
  });
  expect(project.resolve('@app/common', 'apps/api/src/main.ts')).toBe('libs/common/src/index.ts');
  expect(project.project.problems()).toEqual([]);
});

it('follows extends into a package of the workspace and fills in configDir', () => {
  const project = new TemporaryProject({
    'pnpm-workspace.yaml': '',
    'tooling/package.json': { name: '@acme/tsconfig' },
    'tooling/base.json': { compilerOptions: { paths: { '~/*': ['${configDir}/src/*'] } } },
    'apps/api/tsconfig.json': { extends: '@acme/tsconfig/base.json' },
    'apps/api/src/a.ts': '',
  });
  expect(project.resolve('~/a', 'apps/api/src/main.ts')).toBe('apps/api/src/a.ts');
});

it('ends at a configuration that extends itself', () => {
  const project = new TemporaryProject({
    'tsconfig.json': { extends: './other.json' },
    'other.json': { extends: './tsconfig.json' },
  });
  expect(project.resolve('@app/a', 'main.ts')).toBe('package: @app/a');
});

it('looks into the configurations beside it that a solution refers to, and at the workspace root', () => {
  const project = new TemporaryProject({
    'nx.json': {},
    'tsconfig.base.json': { compilerOptions: { paths: { '@libs/db': ['libs/db/index.ts'] } } },
    'apps/web/tsconfig.json': {
      files: [],
      references: [{ path: './tsconfig.app.json' }, { path: '../api' }],
    },
    'apps/web/tsconfig.app.json': { compilerOptions: { paths: { '@/*': ['./src/*'] } } },
    'apps/web/src/a.ts': '',
    'libs/db/index.ts': '',
  });
  expect(project.resolve('@/a', 'apps/web/src/main.ts')).toBe('apps/web/src/a.ts');
  expect(project.resolve('@libs/db', 'apps/web/src/main.ts')).toBe('libs/db/index.ts');
});

it('reads jsconfig.json where there is no tsconfig.json', () => {
  const project = new TemporaryProject({
    'jsconfig.json': { compilerOptions: { paths: { '@/*': ['./lib/*'] } } },
    'lib/a.js': '',
  });
  expect(project.resolve('@/a', 'main.js')).toBe('lib/a.js');
});

it('tells of a broken configuration and goes on without it', () => {
  const project = new TemporaryProject({
    'package.json': {},
    'tsconfig.base.json': { compilerOptions: { paths: { '@/*': ['./src/*'] } } },
    'api/tsconfig.json': '{\n  "extends": "../tsconfig.base.json",\n  "compilerOptions": {{\n}',
    'src/a.ts': '',
  });
  expect(project.resolve('@/a', 'api/main.ts')).toBe('src/a.ts');
  const [problem] = project.project.problems();
  expect(problem).toMatchObject({ file: project.path('api/tsconfig.json'), line: 3 });
  expect(problem?.remedy).toContain('Correct its JSON');

  project.write('api/tsconfig.json', '{}');
  nextLint(project.project);
  project.resolve('@/a', 'api/main.ts');
  expect(project.project.problems()).toEqual([]);
});

it('tells of an extended file that is not there, until it is', () => {
  const project = new TemporaryProject({
    'tsconfig.json': { extends: './.nuxt/tsconfig.json' },
    'src/a.ts': '',
  });
  expect(project.resolve('#app/a', 'src/main.ts')).toBe('missing');
  expect(project.project.problems()).toMatchObject([{ file: project.path('tsconfig.json') }]);

  project.write('.nuxt/tsconfig.json', { compilerOptions: { paths: { '#app/*': ['../src/*'] } } });
  nextLint(project.project);
  expect(project.resolve('#app/a', 'src/main.ts')).toBe('src/a.ts');
  expect(project.project.problems()).toEqual([]);
});
