import { expect, it } from 'vitest';
import { operationsOf, summaryOf } from '../operations-of.js';

const QUERY = "export async function run(email: string) { await db('users').where({ email }).first(); }";

it.each([
  "import knex from 'knex';\nconst db = knex({ client: 'pg' });",
  "import { knex } from 'knex';\nconst db = knex('postgres://localhost/app');",
  "import * as Knex from 'knex';\nconst db = Knex.default({ client: 'pg' });",
  "import Knex from 'knex';\nconst db = new Knex({ client: 'pg' });",
  "const db = require('knex')({ client: 'pg' });",
  "const { knex } = require('knex');\nconst db = knex({ client: 'pg' });",
  "import type { Knex } from 'knex';\ndeclare const db: Knex;",
  "import knex, { type Knex } from 'knex';\nlet db: Knex;\nexport function open() { db = knex({ client: 'pg' }); }",
])('%s', start => {
  expect(operationsOf({ 'a.ts': `${start}\n${QUERY}` }, 'a.ts').map(summaryOf)).toEqual(['read users by email = email']);
});

it.each([
  ["import { InjectConnection } from 'nestjs-knex';\nimport { Knex } from 'knex';", '@InjectConnection() private readonly knex: Knex'],
  ["import { InjectModel } from 'nest-knexjs';\nimport { Knex } from 'knex';", '@InjectModel() private readonly knex: Knex'],
  ["import { InjectKnex } from '@acme/knex';", '@InjectKnex() private readonly knex'],
])('injected: %s', (start, parameter) => {
  const users = `${start}\nexport class Users { constructor(${parameter}) {}\n async run(email: string) { await this.knex('users').where({ email }).first(); } }`;
  expect(operationsOf({ 'users.ts': users }, 'users.ts').map(summaryOf)).toEqual(['read users by email = email']);
});

it('is handed on in an object', () => {
  const files = {
    'db.ts': "import knex from 'knex';\nexport const createDb = (config: Config) => ({ knex: knex(config) });",
    'store.ts': "import type { Knex } from 'knex';\nexport const createStore = ({ knex }: { knex: Knex }) => ({ find: (email: string) => knex('users').where({ email }).first(), async add(email: string) { await knex('users').insert({ email }); } });",
    'main.ts': "import { createDb } from './db';\nimport { createStore } from './store';\nconst store = createStore(createDb({ client: 'pg' }));\nexport async function run(email: string) { if (!(await store.find(email))) await store.add(email); }",
  };
  expect(operationsOf(files, 'main.ts').map(summaryOf)).toEqual(['read users by email = email', 'insert users (email)']);
});

it('is not known by its name', () => {
  expect(operationsOf({ 'a.ts': `declare const db: any;\n${QUERY}` }, 'a.ts')).toEqual([]);
});
