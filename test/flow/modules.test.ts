import { describe, expect, it } from 'vitest';
import { clientFile, traceOfFiles } from './traces.js';

const ABSENT = ['read user', 'insert user if user absent'];

const FIND = 'export const find = (email: string) => db.user.findUnique({ where: { email } });';
const ADD = 'export async function add(email: string) { return db.user.create({ data: { email } }); }';
const USERS = `import { db } from './db.js';\n${FIND}\n${ADD}`;
const run = (users: string): string => `export async function run(email: string) { if (!(await ${users}.find(email))) await ${users}.add(email); }`;

describe('imports', () => {
  it.each([
    ['named', "import { find, add } from './users.js';\nexport async function run(email: string) { (await find(email)) ?? (await add(email)); }"],
    ['renamed', "import { find as look, add } from './users.js';\nexport async function run(email: string) { (await look(email)) ?? (await add(email)); }"],
    ['of everything', `import * as users from './users.js';\n${run('users')}`],
    ['without an extension', `import * as users from './users';\n${run('users')}`],
    ['at run time', "export async function run(email: string) { const users = await import('./users.js'); if (!(await users.find(email))) await users.add(email); }"],
  ])('%s', (_, text) => {
    expect(traceOfFiles({ 'app.ts': text, 'users.ts': USERS, 'db.ts': clientFile })).toEqual(ABSENT);
  });
});

describe('barrels', () => {
  it.each([
    ['that export everything', "export * from './users.js';", "import { find, add } from './queries/index.js';"],
    ['that export by name', "export { find, add } from './users.js';", "import { find, add } from './queries/index.js';"],
    ['of a folder', "export * from './users.js';", "import { find, add } from './queries';"],
  ])('%s', (_, barrel, line) => {
    expect(traceOfFiles({
      'app.ts': `${line}\nexport async function run(email: string) { (await find(email)) ?? (await add(email)); }`,
      'queries/index.ts': barrel,
      'queries/users.ts': USERS.replace('./db.js', '../db.js'),
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });

  it('that export all of a package first', () => {
    expect(traceOfFiles({
      'app.ts': `import { find, add } from './queries/index.js';
export async function run(email: string) { (await find(email)) ?? (await add(email)); }`,
      'queries/index.ts': "export * from 'some-package'; export * from './users.js';",
      'queries/users.ts': USERS.replace('./db.js', '../db.js'),
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });

  it('that export a namespace each', () => {
    expect(traceOfFiles({
      'app.ts': `import { users } from './queries/index.js';\n${run('users')}`,
      'queries/index.ts': "export * as users from './users.js';",
      'queries/users.ts': USERS.replace('./db.js', '../db.js'),
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });

  it('that export one object', () => {
    expect(traceOfFiles({
      'app.ts': `import queries from './queries/index.js';\n${run('queries.users')}`,
      'queries/index.ts': "import * as users from './users.js';\nexport default { users };",
      'queries/users.ts': USERS.replace('./db.js', '../db.js'),
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });
});

describe('CommonJS', () => {
  const db = "const { PrismaClient } = require('@prisma/client');\nmodule.exports = new PrismaClient();";
  const users = `const db = require('./db');
const find = email => db.user.findUnique({ where: { email } });
async function add(email) { return db.user.create({ data: { email } }); }`;

  it.each([
    ['an object', 'module.exports = { find, add };'],
    ['names, one by one', 'exports.find = find;\nmodule.exports.add = add;'],
  ])('that exports %s', (_, exported) => {
    expect(traceOfFiles({
      'app.js': `const users = require('./users');\nmodule.exports = async function run(email) { if (!(await users.find(email))) await users.add(email); };`,
      'users.js': `${users}\n${exported}`,
      'db.js': db,
    })).toEqual(ABSENT);
  });

  it('as a barrel', () => {
    expect(traceOfFiles({
      'app.js': `const { users } = require('./queries');\nmodule.exports = async function run(email) { if (!(await users.find(email))) await users.add(email); };`,
      'queries/index.js': "const users = require('../users');\nmodule.exports = { users };",
      'users.js': `${users}\nmodule.exports = { find, add };`,
      'db.js': db,
    })).toEqual(ABSENT);
  });
});

describe('where files are', () => {
  it('paths of tsconfig.json', () => {
    expect(traceOfFiles({
      'src/app.ts': `import * as users from '@/data/users';\n${run('users')}`,
      'src/data/users.ts': USERS.replace('./db.js', '@/db'),
      'src/db.ts': clientFile,
      'tsconfig.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } } }',
    })).toEqual(ABSENT);
  });

  it('another package of the workspace', () => {
    expect(traceOfFiles({
      'apps/api/app.ts': `import * as users from '@acme/data';\n${run('users')}`,
      'apps/api/package.json': '{ "name": "@acme/api", "dependencies": { "@acme/data": "workspace:*" } }',
      'packages/data/package.json': '{ "name": "@acme/data", "main": "./src/index.ts" }',
      'packages/data/src/index.ts': USERS,
      'packages/data/src/db.ts': clientFile,
      'package.json': '{ "workspaces": ["apps/*", "packages/*"] }',
    })).toEqual(ABSENT);
  });
});

describe('what cannot be followed', () => {
  it('a broken file is unknown', () => {
    expect(traceOfFiles({
      'app.ts': `import * as users from './users.js';\nimport { db } from './db.js';
export async function run(email: string) { if (!(await users.find(email))) await db.user.create({ data: { email } }); }`,
      'users.ts': 'export const find = (email => {',
      'db.ts': clientFile,
    })).toEqual(['insert user if maybe']);
  });

  it('so is one that is missing', () => {
    expect(traceOfFiles({
      'app.ts': `import * as users from './missing.js';\nimport { db } from './db.js';
export async function run(email: string) { if (!(await users.find(email))) await db.user.create({ data: { email } }); }`,
      'db.ts': clientFile,
    })).toEqual(['insert user if maybe']);
  });
});

describe('cycles end', () => {
  it('of a function that calls itself', () => {
    expect(traceOfFiles({
      'app.ts': `import { db } from './db.js';
export async function run(email: string, turn = 0): Promise<unknown> {
  const user = await db.user.findUnique({ where: { email } });
  if (user) return run(email, turn + 1);
  return db.user.create({ data: { email } });
}`,
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });

  it('of functions that call each other', () => {
    expect(traceOfFiles({
      'app.ts': `import { db } from './db.js';
const even = async (n: number): Promise<void> => { if (n > 0) await odd(n - 1); };
const odd = async (n: number): Promise<void> => { await db.user.create({ data: { n } }); await even(n - 1); };
export async function run() { await even(9); }`,
      'db.ts': clientFile,
    })).toEqual(['insert user']);
  });

  it('of files that import each other', () => {
    expect(traceOfFiles({
      'app.ts': `import { add } from './users.js';
import { db } from './db.js';
export const find = (email: string) => db.user.findUnique({ where: { email } });
export async function run(email: string) { (await find(email)) ?? (await add(email)); }`,
      'users.ts': `import { find } from './app.js';\nimport { db } from './db.js';\nexport const again = find;\n${ADD}`,
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });

  it('of values that are each other', () => {
    expect(traceOfFiles({
      'app.ts': `import { b } from './b.js';
import { db } from './db.js';
export const a = b;
export async function run(email: string) { if (a) await db.user.create({ data: { email } }); }`,
      'b.ts': "import { a } from './app.js';\nexport const b = a;",
      'db.ts': clientFile,
    })).toEqual(['insert user']);
  });

  it('of barrels that export each other', () => {
    expect(traceOfFiles({
      'app.ts': `import { add } from './a.js';\nexport async function run(email: string) { await add(email); }`,
      'a.ts': "export * from './b.js';",
      'b.ts': `export * from './a.js';\nimport { db } from './db.js';\n${ADD}`,
      'db.ts': clientFile,
    })).toEqual(['insert user']);
  });

  it('of classes that hold each other', () => {
    expect(traceOfFiles({
      'app.ts': `import { db } from './db.js';
class Teams { constructor(private readonly users: Service) {} add(email: string) { return this.users.add(email); } }
export class Service {
  constructor(private readonly teams: Teams) {}
  add(email: string) { return db.user.create({ data: { email } }); }
  async run(email: string) { await this.teams.add(email); }
}`,
      'db.ts': clientFile,
    })).toEqual(['insert user']);
  });
});

it('takes a client of which only the type tells for what its type says', () => {
  const client = "import { PrismaClient } from '@prisma/client';\nexport const db: PrismaClient = (globalThis as Kept).db;";
  expect(traceOfFiles({ 'app.ts': `import * as users from './users.js';\n${run('users')}`, 'users.ts': USERS, 'db.ts': client })).toEqual(ABSENT);
});
