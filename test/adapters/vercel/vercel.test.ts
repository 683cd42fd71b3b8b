import { expect, it } from 'vitest';
import { operationsOf, summaryOf } from '../operations-of.js';
import { areTogether, sideIn } from '../sides.js';

const START = "import { sql, db, createPool } from '@vercel/postgres';\nconst pool = createPool();\n";

const operationsIn = (body: string) =>
  operationsOf({ 'a.ts': `${START}export async function run(email: string, id: number) { ${body} }` }, 'a.ts');

it.each([
  ['await sql`SELECT id FROM users WHERE email = ${email}`', 'read users by email = email'],
  ["await sql.query('SELECT id FROM users WHERE email = $1', [email])", 'read users by email = email'],
  ['await db.sql`DELETE FROM users WHERE id = ${id}`', 'delete users by id = id'],
  ['await pool.sql`DELETE FROM users WHERE id = ${1}`', 'delete users by id = 1'],
])('%s', (body, expected) => {
  expect(operationsIn(body).map(summaryOf)).toEqual([expected]);
});

it('answers what node-postgres does', () => {
  const body = 'const { rows } = await sql`SELECT id FROM users WHERE email = ${email}`; if (rows.length === 0) await sql`INSERT INTO users (email) VALUES (${email})`;';
  expect(sideIn(operationsIn(body))).toBe('absent');
});

it('holds a transaction on a client', () => {
  const body = 'const client = await db.connect(); await client.sql`BEGIN`; await client.sql`SELECT id FROM a WHERE id = ${id} FOR UPDATE`; await client.sql`DELETE FROM a WHERE id = ${id}`; await client.sql`COMMIT`;';
  expect(areTogether(operationsIn(body))).toBe(true);
});
