import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, lstatSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeWhole } from '../../src/cli/write-whole.js';
import { temporaryProject } from '../temporary-project.js';
import { run } from './run.js';

const SCHEMA = `datasource db {
  provider = "postgresql"
}
model User {
  id    Int    @id @default(autoincrement())
  email String @unique
}
`;
const APP = `import { PrismaClient } from '@prisma/client';

const prisma = new PrismaClient();

export async function register(email: string) {
  const found = await prisma.user.findUnique({ where: { email } });
  if (found) return found;
  return prisma.user.create({ data: { email } });
}
`;
const project = () => temporaryProject({ 'package.json': '{}', 'prisma/schema.prisma': SCHEMA, 'app.ts': APP });
const read = (root: string): string => readFileSync(path.join(root, 'app.ts'), 'utf8');

const git = (root: string, ...args: readonly string[]): void => {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: root, stdio: 'ignore' });
};

describe('migrate', () => {
  it('shows the changes and writes nothing', async () => {
    const root = project();
    const { code, out } = await run(root, 'migrate');
    expect(code).toBe(0);
    expect(out).toContain('--- a/app.ts\n+++ b/app.ts\n');
    expect(out).toContain('+  try {\n+    return await prisma.user.create({ data: { email } });\n');
    expect(out).toContain('Would be rewritten (write with --write): 1\n  app.ts:8  insert-first  ');
    expect(read(root)).toBe(APP);
  });

  it('writes when it is told to, and the second time finds nothing', async () => {
    const root = project();
    const first = await run(root, 'migrate', '--write');
    expect(first.out).toContain('Rewritten: 1\n');
    expect(read(root)).toContain("error.code === 'P2002'");
    const second = await run(root, 'migrate', '--write');
    expect(second.out).toBe('Nothing to rewrite.\n');
    expect((await run(root, 'check')).code).toBe(0);
  });

  it('says why a finding is left alone', async () => {
    const root = temporaryProject({ 'package.json': '{}', 'app.ts': APP });
    const { out } = await run(root, 'migrate');
    expect(out).toContain('Left alone: 1\n  app.ts:8  insert-first  the schema of user was not found\n');
  });

  it('writes nothing over changes that are not committed, unless it is told to', async () => {
    const root = project();
    git(root, 'init', '-q');
    git(root, 'add', '-A');
    expect((await run(root, 'migrate', '--write')).error).toContain('have changes that are not committed');
    expect(read(root)).toBe(APP);
    expect((await run(root, 'migrate', '--write', '--allow-dirty')).out).toContain('Rewritten: 1\n');
  });

  it('knows the rules that it has rewrites for', async () => {
    const { code, error } = await run(project(), 'migrate', '--rule', 'no-such-rule');
    expect(code).toBe(2);
    expect(error).toContain('--rule is "no-such-rule"; rewrites exist for no-check-then-insert');
  });

  it('leaves a file that it may not write as it is, and says so', async () => {
    const root = project();
    chmodSync(path.join(root, 'app.ts'), 0o444);
    const { code, error } = await run(root, 'migrate', '--write');
    expect(code).toBe(2);
    expect(error).toContain('app.ts: It was not written: ');
    expect(read(root)).toBe(APP);
    expect(readdirSync(root).filter(name => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('a file that is replaced', () => {
  it('keeps its mode, and a link stays a link', () => {
    const root = temporaryProject({ 'a.sh': 'old' });
    chmodSync(path.join(root, 'a.sh'), 0o755);
    symlinkSync('a.sh', path.join(root, 'b.sh'));
    writeWhole(path.join(root, 'b.sh'), 'new');
    expect(readFileSync(path.join(root, 'a.sh'), 'utf8')).toBe('new');
    expect(statSync(path.join(root, 'a.sh')).mode & 0o777).toBe(0o755);
    expect(lstatSync(path.join(root, 'b.sh')).isSymbolicLink()).toBe(true);
  });
});
