import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/operations/operation.js';
import { operationsOf, summaryOf } from '../operations-of.js';
import { areTogether, sideIn } from '../sides.js';

const START = "import postgres from 'postgres';\nconst sql = postgres(process.env.URL);\n";

const operationsIn = (body: string): readonly Operation[] =>
  operationsOf({ 'a.ts': `${START}export async function run(email: string, id: number, input: Input) { ${body} }` }, 'a.ts');

describe('queries', () => {
  it.each([
    ['await sql`SELECT id FROM users WHERE email = ${email}`', 'read users by email = email'],
    ["await sql`SELECT id FROM users WHERE status = ${'open'} AND id = ${1}`", 'read users by status = open, id = 1'],
    ['await sql<User[]>`SELECT * FROM users WHERE id IN ${sql([id, 2])}`', 'read users by id~'],
    ["await sql`SELECT ${sql(['id', 'name'])} FROM ${sql('users')} WHERE ${sql('email')} = ${email}`", 'read users by email = email'],
    ['await sql`SELECT id FROM users WHERE ${sql`email = ${email}`} AND id > 3`', 'read users by email = email, id~'],
    ['const byEmail = sql`email = ${email}`; await sql`SELECT id FROM users WHERE ${byEmail}`', 'read users by email = email'],
    ['await sql`SELECT id FROM users WHERE a = 1 ${id ? sql`AND id = ${id}` : sql``}`', 'read users by a = 1, ...'],
    ["await sql.unsafe('SELECT id FROM users WHERE email = $1', [email])", 'read users by email = email'],
    ['await sql`SELECT id FROM users WHERE email = ${email}`.execute()', 'read users by email = email'],
    ['await sql`INSERT INTO users (email, name) VALUES (${email}, ${null})`', 'insert users (email, name)'],
    ["await sql`INSERT INTO users ${sql({ email, name: 'a' })}`", 'insert users (email, name)'],
    ["await sql`INSERT INTO users ${sql(input, 'email', 'name')}`", 'insert users (email, name)'],
    ["await sql`INSERT INTO users ${sql([{ email }, { email: 'b' }])} ON CONFLICT (email) DO NOTHING`", 'insert users by email = email (email) ignored'],
    ['await sql`INSERT INTO users ${sql(input)} ON CONFLICT (email) DO UPDATE SET n = 1`', 'upsert users by email = unknown (...) updated'],
    ['await sql`INSERT INTO users (email) VALUES ${sql([email])}`', 'insert users (email)'],
    ['await sql`UPDATE users SET ${sql({ email, n: 1 })} WHERE id = ${id}`', 'update users by id = id (email, n)'],
    ["await sql`UPDATE users SET n = 1, ${sql(input, ['email'])} WHERE id = ${id}`", 'update users by id = id (n, email)'],
    ['await sql`UPDATE users SET data = ${sql.json(input)} WHERE id = ${id}`', 'update users by id = id (data)'],
    ['await sql`DELETE FROM users WHERE id = ${id}`', 'delete users by id = id'],
    ['await sql`SELECT pg_advisory_xact_lock(${id})`', 'lock'],
  ])('%s', (body, expected) => {
    expect(operationsIn(body).map(summaryOf)).toEqual([expected]);
  });

  it('run when they are awaited', () => {
    expect(operationsIn('const query = sql`DELETE FROM users WHERE id = ${id}`;').map(summaryOf)).toEqual([]);
    expect(operationsIn('return Promise.all([sql`DELETE FROM a`, sql`DELETE FROM b`]);').map(summaryOf)).toEqual(['delete a', 'delete b']);
  });

  it('are known by their type', () => {
    const text = "import type { Sql } from 'postgres';\nexport class Users { constructor(private sql: Sql) {}\n find(id: number) { return this.sql`SELECT * FROM users WHERE id = ${id}`; }\n async run(id: number) { await this.find(id); } }";
    expect(operationsOf({ 'a.ts': text }, 'a.ts').map(summaryOf)).toContain('read users by id = id');
  });
});

const SELECT = 'sql`SELECT id FROM users WHERE email = ${email}`';
const INSERT = 'await sql`INSERT INTO users (email) VALUES (${email})`';

describe('results', () => {
  it.each([
    `const rows = await ${SELECT}; if (rows.length === 0) ${INSERT};`,
    `const [user] = await ${SELECT}; if (user) return; ${INSERT};`,
    `const user = (await ${SELECT}).at(0); if (!user) ${INSERT};`,
    `const [{ count }] = await sql\`SELECT count(*)::int FROM users WHERE email = \${email}\`; if (count === 0) ${INSERT};`,
    `const [{ taken }] = await sql\`SELECT EXISTS (SELECT 1 FROM users WHERE email = \${email}) AS taken\`; if (!taken) ${INSERT};`,
    `const result = await sql\`UPDATE users SET n = 1 WHERE email = \${email}\`; if (result.count === 0) ${INSERT};`,
    `const added = await sql\`INSERT INTO users (email) VALUES (\${email}) ON CONFLICT DO NOTHING RETURNING id\`; if (added.length === 0) ${INSERT};`,
    `await ${SELECT}.then(async rows => { if (!rows.length) ${INSERT}; });`,
  ])('%s', body => {
    expect(sideIn(operationsIn(body))).toBe('absent');
  });
});

describe('transactions', () => {
  const read = (on: string): string => `await ${on}\`SELECT id FROM a WHERE email = \${email} FOR UPDATE\`;`;
  const insert = (on: string): string => `await ${on}\`INSERT INTO b (email) VALUES (\${email})\`;`;

  it.each([
    `await sql.begin(async sql => { ${read('sql')} ${insert('sql')} });`,
    `await sql.begin('read write', async tx => { ${read('tx')} await tx.savepoint(async inner => { ${insert('inner')} }); });`,
    `const client = await sql.reserve(); await client\`BEGIN\`; ${read('client')} ${insert('client')} await client\`COMMIT\`;`,
  ])('together: %s', body => {
    const operations = operationsIn(body);
    expect(areTogether(operations)).toBe(true);
    expect(operations.map(summaryOf)).toContain('read a by email = email locked');
  });

  it.each([
    `await sql.begin(async tx => { ${read('tx')} ${insert('sql')} });`,
    `${read('sql')} ${insert('sql')}`,
  ])('apart: %s', body => {
    expect(areTogether(operationsIn(body))).toBe(false);
  });

  it('say their isolation', () => {
    const [only] = operationsIn(`await sql.begin('isolation level serializable', async tx => { ${insert('tx')} });`);
    expect(only?.transaction?.isolation).toBe('serializable');
  });

  it('run the queries that the callback lists', () => {
    expect(operationsIn('await sql.begin(tx => [tx`DELETE FROM a`, tx`DELETE FROM b`]);').map(summaryOf)).toEqual(['delete a', 'delete b']);
  });

  it('hold no row lock outside', () => {
    expect(operationsIn(read('sql')).map(summaryOf)).toEqual(['read a by email = email']);
  });
});
