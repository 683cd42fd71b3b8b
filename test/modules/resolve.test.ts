import { describe, expect, it } from 'vitest';
import { TemporaryProject } from './temporary-project.js';

describe('relative imports', () => {
  const files = {
    'package.json': {},
    'src/a.ts': '',
    'src/b.tsx': '',
    'src/c.mts': '',
    'src/users.service.ts': '',
    'src/both.ts': '',
    'src/both.js': '',
    'src/only.js': '',
    'src/folder/index.ts': '',
    'src/data.json': '{}',
    'node_modules/pg/lib/index.js': '',
  };

  it.each([
    ['./a', 'src/a.ts'],
    ['./b', 'src/b.tsx'],
    ['./users.service', 'src/users.service.ts'],
    ['./folder', 'src/folder/index.ts'],
    ['./folder/', 'src/folder/index.ts'],
    ['.', 'missing'],
    ['./nothing', 'missing'],
    ['./data.json', 'src/data.json'],
    ['./a?raw', 'src/a.ts'],
  ])('%s is %s', (specifier, expected) => {
    expect(new TemporaryProject(files).resolve(specifier, 'src/main.ts')).toBe(expected);
  });

  it.each([
    ['./a.js', 'src/a.ts'],
    ['./b.js', 'src/b.tsx'],
    ['./b.jsx', 'src/b.tsx'],
    ['./c.mjs', 'src/c.mts'],
    ['./folder/index.js', 'src/folder/index.ts'],
    ['./both.js', 'src/both.ts'],
    ['./only.js', 'src/only.js'],
  ])('the compiled file %s is written for %s', (specifier, expected) => {
    expect(new TemporaryProject(files).resolve(specifier, 'src/main.ts')).toBe(expected);
  });

  it('into node_modules are packages', () => {
    expect(new TemporaryProject(files).resolve('../node_modules/pg/lib', 'src/main.ts')).toBe(
      'package: pg/lib/index.js',
    );
  });
});

describe('packages', () => {
  it.each([
    ['pg', 'package: pg'],
    ['drizzle-orm/pg-core', 'package: drizzle-orm/pg-core'],
    ['@prisma/client', 'package: @prisma/client'],
    ['@prisma/client/edge', 'package: @prisma/client/edge'],
    ['crypto', 'package: node:crypto'],
    ['node:crypto', 'package: node:crypto'],
    ['fs/promises', 'package: node:fs/promises'],
    ['node:fs/promises', 'package: node:fs/promises'],
    ['~icons/lucide/check', 'package: ~icons/lucide/check'],
  ])('%s is %s, installed or not', (specifier, expected) => {
    expect(new TemporaryProject({ 'package.json': {} }).resolve(specifier, 'src/main.ts')).toBe(expected);
    const installed = {
      'package.json': {},
      'node_modules/pg/index.js': '',
      'node_modules/@prisma/client/index.js': '',
    };
    expect(new TemporaryProject(installed).resolve(specifier, 'src/main.ts')).toBe(expected);
  });
});

describe('imports from the root of the package that no configuration tells of', () => {
  const files = {
    'api/package.json': { dependencies: { config: '^3.0.0' } },
    'api/src/users/users.service.ts': '',
    'api/config/db.ts': '',
    'api/lib/db.js': '',
  };

  it.each([
    ['src/users/users.service', 'api/src/users/users.service.ts'],
    ['@/users/users.service', 'api/src/users/users.service.ts'],
    ['~/users/users.service', 'api/src/users/users.service.ts'],
    ['lib/db', 'api/lib/db.js'],
    ['config/db', 'package: config/db'],
    ['src/generated/client', 'missing'],
    ['@/generated/client', 'missing'],
  ])('%s is %s', (specifier, expected) => {
    expect(new TemporaryProject(files).resolve(specifier, 'api/src/main.ts')).toBe(expected);
  });

  it('go through module-alias', () => {
    const project = new TemporaryProject({
      'package.json': { _moduleAliases: { '@models': 'src/models', '@root': '.' } },
      'src/models/user.js': '',
    });
    expect(project.resolve('@models/user', 'src/main.js')).toBe('src/models/user.js');
    expect(project.resolve('@root/src/models/user', 'src/main.js')).toBe('src/models/user.js');
  });
});
