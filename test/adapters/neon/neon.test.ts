import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/operations/operation.js';
import { operationsOf, summaryOf } from '../operations-of.js';
import { areTogether, sideIn } from '../sides.js';

const START = "import { neon, Pool } from '@neondatabase/serverless';\nconst sql = neon(process.env.URL!);\nconst pool = new Pool();\n";

const operationsIn = (body: string): readonly Operation[] =>
  operationsOf({ 'a.ts': `${START}export async function run(email: string, id: number) { ${body} }` }, 'a.ts');

it.each([
  ['await sql`SELECT id FROM users WHERE email = ${email}`', 'read users by email = email'],
  ["await sql('SELECT id FROM users WHERE email = $1', [email])", 'read users by email = email'],
  ["await sql.query('SELECT id FROM users WHERE email = $1', [email])", 'read users by email = email'],
  ["await sql`SELECT id FROM ${sql.unsafe('users')} WHERE ${sql`email = ${email}`}`", 'read users by email = email'],
  ['await sql`INSERT INTO users (email) VALUES (${email}) ON CONFLICT (email) DO NOTHING`', 'insert users by email = email (email) ignored'],
  ["await pool.query('DELETE FROM users WHERE id = $1', [id])", 'delete users by id = id'],
])('%s', (body, expected) => {
  expect(operationsIn(body).map(summaryOf)).toEqual([expected]);
});

describe('results', () => {
  const INSERT = 'await sql`INSERT INTO users (email) VALUES (${email})`';

  it.each([
    `const rows = await sql\`SELECT id FROM users WHERE email = \${email}\`; if (rows.length === 0) ${INSERT};`,
    `const [user] = await sql\`SELECT id FROM users WHERE email = \${email}\`; if (!user) ${INSERT};`,
  ])('%s', body => {
    expect(sideIn(operationsIn(body))).toBe('absent');
  });
});

it('runs a list of queries in one transaction', () => {
  const operations = operationsIn('await sql.transaction([sql`DELETE FROM a WHERE id = ${id}`, sql`INSERT INTO b (id) VALUES (${id})`]);');
  expect(operations.map(summaryOf)).toEqual(['delete a by id = id', 'insert b (id)']);
  expect(areTogether(operations)).toBe(true);
});
