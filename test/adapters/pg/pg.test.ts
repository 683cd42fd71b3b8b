import { describe, expect, it } from 'vitest';
import { sideOf, type Side } from '../../../src/analysis/absence.js';
import { inOneTransaction } from '../../../src/analysis/protection.js';
import type { Operation } from '../../../src/operations/operation.js';
import { operationsOf, summaryOf } from '../operations-of.js';

const START = "import { Pool, Client } from 'pg';\nconst pool = new Pool();\n";

const operationsIn = (body: string): readonly Operation[] =>
  operationsOf({ 'a.ts': `${START}export async function run(email: string, id: number) { ${body} }` }, 'a.ts');

describe('queries', () => {
  it.each([
    ["await pool.query('SELECT id FROM users WHERE email = $1', [email])", 'read users by email = email'],
    ["await pool.query({ text: 'SELECT id FROM app.users u WHERE u.email = $1 AND u.age > 3', values: [email] })", 'read users by email = email, age~'],
    ["await pool.query({ name: 'find', text: 'SELECT * FROM users WHERE id = $1' }, [id])", 'read users by id = id'],
    ["await pool.query(`SELECT * FROM users WHERE email = '${email}'`)", 'read users by email = email'],
    ["await pool.query('INSERT INTO users (email, name) VALUES ($1, $2)', [email, 'a'])", 'insert users (email, name)'],
    ["await pool.query('INSERT INTO users (email) VALUES ($1) ON CONFLICT (email) DO NOTHING', [email])", 'insert users by email = email (email) ignored'],
    ["await pool.query('INSERT INTO users (email) VALUES ($1) ON CONFLICT (email) DO UPDATE SET seen = now()', [email])", 'upsert users by email = email (email) updated'],
    ["await pool.query('UPDATE users SET email = $1 WHERE id = $2', [email, id])", 'update users by id = id (email)'],
    ["await pool.query('DELETE FROM users WHERE id = $1', [id])", 'delete users by id = id'],
    ["await pool.query('SELECT max(position) AS last FROM users')", 'read users of position'],
    ["await pool.query('SELECT * FROM users WHERE id = $1 FOR UPDATE', [id])", 'read users by id = id'],
  ])('%s', (body, expected) => {
    expect(operationsIn(body).map(summaryOf)).toEqual([expected]);
  });

  it('are made by a tag', () => {
    const text = `import SQL from 'sql-template-strings';\n${START}export async function run(email: string) { await pool.query(SQL\`SELECT id FROM users WHERE email = \${email}\`); }`;
    expect(operationsOf({ 'a.ts': text }, 'a.ts').map(summaryOf)).toEqual(['read users by email = email']);
  });

  it('run through a helper of another file', () => {
    const files = {
      'db.js': "const { Pool } = require('pg');\nconst pool = new Pool();\nmodule.exports = { query: (text, params) => pool.query(text, params) };",
      'main.js': "const db = require('./db');\nasync function run(email) { await db.query('SELECT id FROM users WHERE email = $1', [email]); }",
    };
    expect(operationsOf(files, 'main.js').map(summaryOf)).toEqual(['read users by email = email']);
  });
});

/** On which outcome of the first operation the last one depends. */
function sideIn(body: string): Side | undefined {
  const operations = operationsIn(body);
  const [first, last] = [operations[0], operations.at(-1)];
  return first && last && sideOf(first, last);
}

const SELECT = "pool.query('SELECT id FROM users WHERE email = $1', [email])";
const INSERT = "await pool.query('INSERT INTO users (email) VALUES ($1)', [email])";

describe('results', () => {
  it.each([
    `const { rows } = await ${SELECT}; if (rows.length === 0) ${INSERT};`,
    `const found = await ${SELECT}; if (found.rowCount) return; ${INSERT};`,
    `const found = await ${SELECT}; if (!found.rows[0]) ${INSERT};`,
    `const { rows: [user] } = await ${SELECT}; if (user) throw new Error('taken'); ${INSERT};`,
    `const { rowCount } = await ${SELECT}; if (rowCount > 0) return; ${INSERT};`,
    `const { rows } = await pool.query('SELECT count(*) FROM users WHERE email = $1', [email]); if (parseInt(rows[0].count, 10) === 0) ${INSERT};`,
    `const { rows } = await pool.query('SELECT COUNT(*)::int AS total FROM users WHERE email = $1', [email]); if (rows[0].total) return; ${INSERT};`,
    `const { rows } = await pool.query('SELECT EXISTS (SELECT 1 FROM users WHERE email = $1)', [email]); if (!rows[0].exists) ${INSERT};`,
    `const { rows } = await pool.query('SELECT EXISTS (SELECT 1 FROM users WHERE email = $1) AS taken', [email]); if (rows[0].taken) return; ${INSERT};`,
    `const { rowCount } = await pool.query('UPDATE users SET id = 1 WHERE email = $1', [email]); if (rowCount === 0) ${INSERT};`,
    `const { rows } = await pool.query('UPDATE users SET id = 1 WHERE email = $1 RETURNING id', [email]); if (!rows.length) ${INSERT};`,
    `const { rows } = await pool.query('INSERT INTO users (email) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id', [email]); if (!rows[0]) ${INSERT};`,
    `pool.query('SELECT id FROM users WHERE email = $1', [email], (error, found) => { if (error) return; if (found.rows.length === 0) pool.query('INSERT INTO users (email) VALUES ($1)', [email]); });`,
    `return ${SELECT}.then(async ({ rows }) => { if (!rows.length) ${INSERT}; });`,
  ])('%s', body => {
    expect(sideIn(body)).toBe('absent');
  });

  it('carry the number that the statement adds to', () => {
    const [, insert] = operationsIn("const { rows } = await pool.query('SELECT COALESCE(MAX(n), 0) + 1 AS next FROM users'); await pool.query('INSERT INTO users (n) VALUES ($1)', [rows[0].next]);");
    expect(insert?.columns.entries.get('n')?.kind).toBe('binary');
  });
});

describe('transactions', () => {
  const areTogether = (operations: readonly Operation[]): boolean => {
    const [first, last] = operations.filter(({ kind }) => kind === 'read' || kind === 'insert');
    return first !== undefined && last !== undefined && inOneTransaction(first, last, operations);
  };
  const read = (client: string): string => `const { rows } = await ${client}.query('SELECT id FROM a WHERE email = $1', [email]);`;
  const insert = (client: string): string => `await ${client}.query('INSERT INTO b (email) VALUES ($1)', [email]);`;

  it.each([
    `const client = await pool.connect(); await client.query('BEGIN'); ${read('client')} ${insert('client')} await client.query('COMMIT');`,
    `const client = new Client(); await client.connect(); await client.query('BEGIN'); ${read('client')} if (rows[0]) { await client.query('COMMIT'); return; } ${insert('client')} await client.query('COMMIT');`,
    `const client = await pool.connect(); try { await client.query('BEGIN'); ${read('client')} ${insert('client')} await client.query('COMMIT'); } catch (error) { await client.query('ROLLBACK'); throw error; } finally { client.release(); }`,
  ])('together: %s', body => {
    expect(areTogether(operationsIn(body))).toBe(true);
  });

  it.each([
    `await pool.query('BEGIN'); ${read('pool')} ${insert('pool')} await pool.query('COMMIT');`,
    `const client = await pool.connect(); await client.query('BEGIN'); ${read('client')} ${insert('pool')} await client.query('COMMIT');`,
    `const client = await pool.connect(); await client.query('BEGIN'); ${read('client')} await client.query('COMMIT'); ${insert('client')}`,
    `const client = await pool.connect(); ${read('client')} ${insert('client')}`,
  ])('apart: %s', body => {
    expect(areTogether(operationsIn(body))).toBe(false);
  });

  it('are opened by a helper of another file', () => {
    const files = {
      'transaction.ts': "import type { Pool, PoolClient } from 'pg';\nexport async function withTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {\n  const client = await pool.connect();\n  try { await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE'); const answer = await work(client); await client.query('COMMIT'); return answer; }\n  catch (error) { await client.query('ROLLBACK'); throw error; } finally { client.release(); }\n}",
      'users.ts': "import type { PoolClient } from 'pg';\nexport const find = (client: PoolClient, email: string) => client.query('SELECT id FROM a WHERE email = $1', [email]);",
      'main.ts': `import { withTransaction } from './transaction';\nimport { find } from './users';\n${START}export async function run(email: string) { await withTransaction(pool, async client => { await find(client, email); ${insert('client')} }); }`,
    };
    const operations = operationsOf(files, 'main.ts');
    expect(operations.map(summaryOf)).toEqual(['begin', 'read a by email = email', 'insert b (email)', 'commit', 'rollback']);
    expect(areTogether(operations)).toBe(true);
    expect(operations[2]?.transaction?.isolation).toBe('serializable');
  });

  it('hold row locks', () => {
    const lock = (client: string): string => `await ${client}.query('SELECT id FROM a WHERE email = $1 FOR UPDATE', [email]);`;
    expect(operationsIn(`const client = await pool.connect(); await client.query('BEGIN'); ${lock('client')} ${lock('pool')}`).map(summaryOf)).toEqual([
      'begin',
      'read a by email = email locked',
      'read a by email = email',
    ]);
  });
});

it('is known by its types and from namespaces', () => {
  const users = "import pg from 'pg';\nexport class Users { constructor(private readonly pool: pg.Pool) {}\n async run(email: string) { await this.pool.query('SELECT id FROM users WHERE email = $1', [email]); } }";
  expect(operationsOf({ 'users.ts': users }, 'users.ts').map(summaryOf)).toEqual(['read users by email = email']);
  const main = "import * as pg from 'pg';\nconst pool = new pg.Pool();\nexport async function run(email: string) { await pool.query('DELETE FROM users WHERE email = $1', [email]); }";
  expect(operationsOf({ 'main.ts': main }, 'main.ts').map(summaryOf)).toEqual(['delete users by email = email']);
});

describe('promises made by hand', () => {
  const run = `${START}const run = (text: string, values: unknown[]) => new Promise<Row[]>((resolve, reject) => { BODY });
export async function add(email: string) { const rows = await run('SELECT id FROM a WHERE email = $1', [email]); if (rows.length === 0) await run('INSERT INTO a (email) VALUES ($1)', [email]); }`;

  it.each([
    'pool.query(text, values, (error, found) => { if (error) return reject(error); resolve(found.rows); });',
    'pool.query(text, values, (error, found) => { if (error) reject(error); else resolve(found.rows); });',
    'pool.query(text, values).then(({ rows }) => rows).then(resolve).catch(reject);',
    'pool.query(text, values).then(found => resolve(found.rows), reject);',
  ])('%s', body => {
    const [read, insert] = operationsOf({ 'a.ts': run.replace('BODY', body) }, 'a.ts');
    expect(read && insert && [summaryOf(read), summaryOf(insert), sideOf(read, insert)]).toEqual(['read a by email = email', 'insert a (email)', 'absent']);
  });
});
