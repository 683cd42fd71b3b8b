import path from 'node:path';
import { writeFileSync } from 'node:fs';
import parser from '@typescript-eslint/parser';
import { ESLint, type Linter } from 'eslint';
import { expect, it } from 'vitest';
import plugin, { withProjectDigest } from '../../src/index.js';
import { temporaryProject } from '../temporary-project.js';

const SCHEMA = `datasource db {
  provider = "postgresql"
}
model Code {
  id    Int    @id @default(autoincrement())
  value String
}
`;
const APP = `import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export async function add(value: string) {
  const known = await prisma.code.findFirst({ where: { value } });
  if (known) return known;
  return prisma.code.create({ data: { value } });
}
`;

/** Message ids of two cached runs, between which the schema got its constraint. */
async function runTwice(configOf: (root: string) => Linter.Config): Promise<readonly string[][]> {
  const root = temporaryProject({ 'package.json': '{}', 'app.ts': APP, 'prisma/schema.prisma': SCHEMA });
  const run = async (): Promise<string[]> => {
    const eslint = new ESLint({
      cwd: root,
      cache: true,
      cacheLocation: path.join(root, '.eslintcache'),
      overrideConfigFile: true,
      overrideConfig: [{ files: ['**/*.ts'], languageOptions: { parser }, ...configOf(root) }],
    });
    const results = await eslint.lintFiles(['app.ts']);
    return results.flatMap(({ messages }) => messages.map(({ messageId, message }) => messageId ?? message));
  };
  const first = await run();
  writeFileSync(path.join(root, 'prisma/schema.prisma'), SCHEMA.replace('value String', 'value String @unique'));
  return [first, await run()];
}

const { recommended } = plugin.configs;

it('a cached result of another schema is not answered', async () => {
  const [before, after] = await runTwice(root => withProjectDigest(recommended, root));
  expect([before, after]).toEqual([['noConstraint'], ['violationUnhandled']]);
});

it('which without the digest it would be', async () => {
  const [before, after] = await runTwice(() => recommended);
  expect([before, after]).toEqual([['noConstraint'], ['noConstraint']]);
});
