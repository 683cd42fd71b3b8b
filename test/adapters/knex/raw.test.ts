import { expect, it } from 'vitest';
import { sideOf } from '../../../src/analysis/absence.js';
import { operationsOf, summaryOf } from '../operations-of.js';

const operationsIn = (body: string, client = "'pg'") =>
  operationsOf({ 'a.ts': `import knex from 'knex';\nconst db = knex({ client: ${client} });\nexport async function run(email: string, id: number) { ${body} }` }, 'a.ts');

it.each([
  ["await db.raw('SELECT * FROM users WHERE email = ?', [email])", ['read users by email = email']],
  ["await db.raw('SELECT * FROM ?? WHERE ?? = ?', ['users', 'email', email])", ['read users by email = email']],
  ["await db.raw('UPDATE users SET email = :email WHERE id = :id', { email, id })", ['update users by id = id (email)']],
  ["await db.raw('INSERT INTO users (email) VALUES (?) ON CONFLICT DO NOTHING', email)", ['insert users (email) ignored']],
  ["await db.raw('SELECT * FROM users WHERE id = ? FOR UPDATE', [id])", ['read users by id = id']],
  ["await db.transaction(async trx => { await trx.raw('SELECT * FROM users WHERE id = ? FOR UPDATE', [id]); })", ['read users by id = id locked']],
  ["await db.transaction(async trx => { await db.raw('SELECT * FROM users WHERE id = ? FOR UPDATE', [id]).transacting(trx); })", ['read users by id = id locked']],
  ["db.raw('DELETE FROM users')", []],
  ["await db('users').where(db.raw('lower(users.email) = ?', [email]))", ['read users by email = email']],
  ["await db('users as u').whereRaw(`u.email = '${email}'`).andWhereRaw('u.age > 3')", ['read users by email = email, age~']],
  ["await db('users').where({ id }).update({ stock: db.raw('stock - ?', [1]), seen: db.fn.now() })", ['update users by id = id (stock, seen)']],
])('%s', (body, expected) => {
  expect(operationsIn(body).map(summaryOf)).toEqual(expected);
});

it('tells a change made by the database from a value', () => {
  const [update] = operationsIn("await db('users').where({ id }).update({ stock: db.raw('?? - ?', ['stock', 1]), name: db.raw('upper(?)', [email]) })");
  expect([...(update?.columns.entries ?? [])].map(([name, value]) => [name, value.kind === 'call' && value.callee])).toEqual([
    ['stock', 'atomic'],
    ['name', 'raw'],
  ]);
});

const INSERT = "await db('users').insert({ email })";
const SELECT = "await db.raw('SELECT id FROM users WHERE email = ?', [email])";

it.each([
  [`const { rows } = ${SELECT}; if (!rows.length) ${INSERT};`, "'pg'"],
  [`const [rows] = ${SELECT}; if (!rows.length) ${INSERT};`, "'mysql2'"],
  [`const rows = ${SELECT}; if (!rows[0]) ${INSERT};`, "'better-sqlite3'"],
  [`const found = ${SELECT}; if (!found.rows[0]) ${INSERT};`, 'process.env.CLIENT'],
  [`const found = ${SELECT}; if (found[0].length === 0) ${INSERT};`, 'process.env.CLIENT'],
  [`const { rows } = await db.raw('SELECT EXISTS (SELECT 1 FROM users WHERE email = ?) AS taken', [email]); if (!rows[0].taken) ${INSERT};`, "'pg'"],
  [`const [changed] = await db.raw('UPDATE users SET id = 1 WHERE email = ?', [email]); if (changed.affectedRows === 0) ${INSERT};`, "'mysql'"],
])('%s of %s', (body, client) => {
  const [first, last] = operationsIn(body, client);
  expect(first && last && sideOf(first, last)).toBe('absent');
});
