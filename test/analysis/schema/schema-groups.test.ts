import { describe, expect, it } from 'vitest';
import { migrationGroups, nearest, prismaGroups } from '../../../src/analysis/schema/schema-groups.js';

describe('schema groups', () => {
  it('put a folder of schema files together', () => {
    const files = ['/p/prisma/schema.prisma', '/p/prisma/models/user.prisma', '/q/prisma/schema.prisma'];
    expect(prismaGroups(files, file => file.endsWith('schema.prisma'))).toEqual([
      { folder: '/p/prisma', files: files.slice(0, 2) },
      { folder: '/q/prisma', files: files.slice(2) },
    ]);
  });

  it('keep two databases of one folder apart', () => {
    const files = ['/p/a.prisma', '/p/b.prisma'];
    expect(prismaGroups(files, () => true)).toEqual([
      { folder: '/p/a', files: ['/p/a.prisma'] },
      { folder: '/p/b', files: ['/p/b.prisma'] },
    ]);
  });

  it('order the steps of a migration by their numbers, without those that go back', () => {
    const files = ['/p/V10__b.sql', '/p/V2__a.sql', '/p/V2__a.down.sql', '/p/3.undo.sql'];
    expect(migrationGroups(files, new Set())).toEqual([{ folder: '/p', files: ['/p/V2__a.sql', '/p/V10__b.sql'] }]);
  });

  it('take a folder a step for one migration', () => {
    const files = ['/p/migrations/20240102_b/migration.sql', '/p/migrations/20240101_a/migration.sql'];
    expect(migrationGroups(files, new Set())).toEqual([{ folder: '/p/migrations', files: [...files].reverse() }]);
  });

  it('leave SQL that lies beside code of its name to that code', () => {
    const groups = migrationGroups(['/p/users.sql', '/p/001.sql'], new Set(['/p/users']));
    expect(groups.map(({ folder }) => folder)).toEqual(['/p/users', '/p']);
    expect(nearest(groups, '/p/users.ts')).toEqual([{ folder: '/p/users', files: ['/p/users.sql'] }]);
  });

  it('are chosen by the folders they share with the code', () => {
    const near = { folder: '/w/apps/a/prisma', files: [] };
    const far = { folder: '/w/apps/b/prisma', files: [] };
    expect(nearest([far, near], '/w/apps/a/src/users.ts')).toEqual([near]);
    expect(nearest([far, near], '/w/packages/c/users.ts')).toEqual([far, near]);
  });
});
