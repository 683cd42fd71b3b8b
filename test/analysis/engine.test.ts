import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Engine } from '../../src/analysis/engine.js';
import { temporaryProject } from '../temporary-project.js';

const CYCLE = {
  'package.json': '{}',
  'a.ts': `import { ensure } from './b.js';
import { db } from './db.js';
export const find = (email: string) => db.user.findUnique({ where: { email } });
export const add = (email: string) => db.user.create({ data: { email } });
export const again = ensure;`,
  'b.ts': `import { add, find } from './a.js';
export async function ensure(email: string) { return (await find(email)) ?? add(email); }`,
  'db.ts': "import { PrismaClient } from '@prisma/client';\nexport const db = new PrismaClient();",
};

describe('files that import each other', () => {
  it.each([
    { first: 'a.ts', second: 'b.ts' },
    { first: 'b.ts', second: 'a.ts' },
  ] as const)('all come to a client, $first asked first', ({ first, second }) => {
    const root = temporaryProject(CYCLE);
    const engine = new Engine(root);
    const operations = (name: 'a.ts' | 'b.ts'): number =>
      engine.units(path.join(root, name), CYCLE[name]).flatMap(unit => unit.operations).length;
    expect({ [first]: operations(first), [second]: operations(second) }).toEqual({ 'a.ts': 2, 'b.ts': 2 });
  });
});
