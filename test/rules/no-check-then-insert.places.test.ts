import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-check-then-insert.js';
import { Engine } from '../../src/analysis/engine.js';
import { findAll } from '../../src/rule-kit/find-all.js';
import { temporaryProject } from '../temporary-project.js';
import { briefOf, findingsOf } from './findings-of.js';

const PRISMA = "import { PrismaClient } from '@prisma/client';\nconst prisma = new PrismaClient();\n";

describe('handlers of two routes', () => {
  const chain = `app.get('/a', async request => { const found = await prisma.user.findFirst({ where: { email: request.email } }); if (found) throw new Error(); })
  .post('/b', async request => { await prisma.user.create({ data: { email: request.email } }); });`;

  it('are not one after the other', () => {
    expect(briefOf(findingsOf(rule, `${PRISMA}import { app } from 'web';\n${chain}`))).toEqual([]);
  });

  it('are looked at each on its own', () => {
    const joined = chain.replace("; })\n  .post('/b', async request => {", ';');
    expect(briefOf(findingsOf(rule, `${PRISMA}import { app } from 'web';\n${joined}`))).toEqual(['4 checkThenInsert']);
  });
});

describe('a number after the highest', () => {
  const copy = (value: string): string => `${PRISMA}export async function copy(id: string) {
const last = await prisma.page.findFirst({ where: { bookId: id }, orderBy: { position: 'desc' } });
await prisma.page.create({ data: { bookId: id, position: ${value} } });
}`;

  it('is reported', () => {
    expect(briefOf(findingsOf(rule, copy('last.position + 1')))).toEqual(['5 nextNumber']);
  });

  it('is no text with something put behind it', () => {
    expect(briefOf(findingsOf(rule, copy("last.position + ' (copy)'")))).toEqual([]);
  });
});

describe('code that runs once', () => {
  const code = `${PRISMA}export async function add(email: string) {
if (!(await prisma.user.findFirst({ where: { email } }))) await prisma.user.create({ data: { email } });
}`;
  const foundIn = (file: string): number => {
    const root = temporaryProject({ 'package.json': '{}', [file]: code });
    return findAll(rule, new Engine(root).units(`${root}/${file}`, code)).length;
  };

  it.each(['prisma/seed.ts', 'db/seeds/users.ts', 'src/migrations/001.ts', 'src/users.spec.ts', 'src/__tests__/users.ts', 'packages/dev-server/plugin.ts', 'src/test-plugins/users.ts', 'src/issue-12/users.ts', 'examples/users.ts'])('%s is left out', file => {
    expect(foundIn(file)).toBe(0);
  });

  it.each(['src/users.ts', 'src/seeding.ts', 'src/migrations.ts', 'src/testing/users.ts', 'src/issues/users.ts', 'src/example.ts'])('%s is not', file => {
    expect(foundIn(file)).toBe(1);
  });
});
