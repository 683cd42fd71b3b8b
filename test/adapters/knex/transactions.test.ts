import { expect, it } from 'vitest';
import { inOneTransaction } from '../../../src/analysis/protection.js';
import type { Operation } from '../../../src/operations/operation.js';
import { operationsOf, summaryOf } from '../operations-of.js';

const START = "import knex, { Knex } from 'knex';\nconst db = knex({ client: 'pg' });\n";

const operationsIn = (body: string): readonly Operation[] =>
  operationsOf({ 'a.ts': `${START}export async function run(email: string, trxOrNot?: Knex.Transaction) { ${body} }` }, 'a.ts');

function areTogether(body: string): boolean {
  const operations = operationsIn(body);
  const [first, last] = operations.filter(({ kind }) => /^(?:read|insert|update)$/u.test(kind));
  return first !== undefined && last !== undefined && inOneTransaction(first, last, operations);
}

it.each([
  "await db.transaction(async trx => { await trx('a').first(); await trx('b').insert({ email }); });",
  "await db.transaction(trx => trx('a').first().then(() => trx('b').insert({ email })));",
  "await db.transaction(async trx => { await db('a').transacting(trx).first(); await trx.insert({ email }).into('b'); });",
  "await db.transaction(async trx => { await trx('a').first(); await trx.transaction(async inner => inner('b').insert({ email })); });",
  "const trx = await db.transaction(); try { await trx('a').first(); await trx('b').insert({ email }); await trx.commit(); } catch (error) { await trx.rollback(error); }",
  "const provider = db.transactionProvider(); const trx = await provider(); await trx('a').first(); await (await provider())('b').insert({ email }); await trx.commit();",
])('together: %s', body => {
  expect(areTogether(body)).toBe(true);
});

it.each([
  "await db.transaction(async trx => { await trx('a').first(); await db('b').insert({ email }); });",
  "const trx = await db.transaction(); await trx('a').first(); await trx.commit(); const other = await db.transaction(); await other('b').insert({ email });",
])('apart: %s', body => {
  expect(areTogether(body)).toBe(false);
});

it('records the borders of a transaction that its user ends', () => {
  const operations = operationsIn("const trx = await db.transaction(); await trx('a').insert({ email }); await trx.commit(); await trx.rollback();");
  expect(operations.map(summaryOf)).toEqual(['begin', 'insert a (email)', 'commit', 'rollback']);
  expect(new Set(operations.map(({ connection }) => connection)).size).toBe(1);
});

it('reads the isolation level', () => {
  const [inner] = operationsIn("await db.transaction(async trx => trx('a').first(), { isolationLevel: 'serializable' });");
  expect(inner?.transaction?.isolation).toBe('serializable');
  expect(inner?.scopes.map(({ kind }) => kind)).toEqual(['transaction']);
  expect(operationsIn("const trx = await db.transaction({ isolationLevel: 'repeatable read' });")[0]?.transaction?.isolation).toBe('repeatable-read');
});

it('keeps row locks only where a transaction holds them', () => {
  expect(operationsIn("await db('a').forUpdate().first(); await db.transaction(async trx => { await trx('a').forUpdate().skipLocked().first(); });").map(summaryOf)).toEqual([
    'read a',
    'read a locked',
  ]);
  expect(operationsIn("if (trxOrNot) await trxOrNot('a').forUpdate().first();").map(summaryOf)).toEqual(['read a locked']);
});

it('follows a client through fields, parameters and files', () => {
  const files = {
    'db.ts': `${START}export { db };`,
    'users.ts': `import type { Knex } from 'knex';\nexport class Users { constructor(private readonly knex: Knex) {}\n byEmail(email: string, trx: Knex = this.knex) { return trx('users').where({ email }).first(); } }`,
    'main.ts': "import { db } from './db';\nimport { Users } from './users';\nconst users = new Users(db);\nexport async function run(email: string) { return db.transaction(async trx => { await users.byEmail(email, trx); await users.byEmail(email); }); }",
  };
  const operations = operationsOf(files, 'main.ts');
  expect(operations.map(summaryOf)).toEqual(['read users by email = email', 'read users by email = email']);
  expect(operations.map(({ transaction }) => transaction !== undefined)).toEqual([true, false]);
});

it('knows a client that CommonJS hands on', () => {
  const files = {
    'db.js': "const knex = require('knex');\nconst db = knex({ client: 'pg' });\nmodule.exports = db;",
    'users.js': "const knex = require('./db');\nasync function find(match) { const query = knex('users'); Object.entries(match).forEach(([key, value]) => { query.andWhere(key, ...(Array.isArray(value) ? value : [value])); }); return query.first(); }\nmodule.exports = { find };",
    'index.js': "const user = require('./users');\nmodule.exports = { user };",
    'main.js': "const query = require('./index');\nasync function run(email) { await query.user.find({ email }); await query.user.find({ token: email, expires: ['>', email] }); }",
  };
  expect(operationsOf(files, 'main.js').map(summaryOf)).toEqual(['read users by email = email', 'read users by token = email, expires~']);
});
