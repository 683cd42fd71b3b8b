import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/operations/operation.js';
import { operationsOf, summaryOf } from '../operations-of.js';
import { areTogether, sideIn } from '../sides.js';

const START = "import { createPool, sql } from 'slonik';\nimport { z } from 'zod';\nconst pool = await createPool('postgres://');\n";

const operationsIn = (body: string): readonly Operation[] =>
  operationsOf({ 'a.ts': `${START}export async function run(email: string, id: number) { ${body} }` }, 'a.ts');

describe('queries', () => {
  it.each([
    ['await pool.query(sql.unsafe`SELECT id FROM users WHERE email = ${email}`)', 'read users by email = email'],
    ['await pool.one(sql.type(z.object({}))`SELECT id FROM users WHERE email = ${email}`)', 'read users by email = email'],
    ["await pool.maybeOne(sql.typeAlias('id')`SELECT id FROM users WHERE email = ${email}`)", 'read users by email = email'],
    ['await pool.any(sql`SELECT id FROM users WHERE email = ${email}`)', 'read users by email = email'],
    ['await pool.many(sql.unsafe`SELECT id FROM users WHERE ${sql.fragment`email = ${email}`} AND id > 1`)', 'read users by email = email, id~'],
    ["await pool.anyFirst(sql.unsafe`SELECT id FROM ${sql.identifier(['app', 'users'])} WHERE email = ${email}`)", 'read users by email = email'],
    ['await pool.exists(sql.unsafe`SELECT 1 FROM users WHERE ${sql.join([sql.fragment`email = ${email}`, sql.fragment`id = ${id}`], sql.fragment` AND `)}`)', 'read users by email = email, id = id'],
    ['await pool.query(sql.unsafe`INSERT INTO users (email, n) VALUES (${sql.join([email, id], sql.fragment`, `)})`)', 'insert users (email, n)'],
    ['await pool.query(sql.unsafe`INSERT INTO users (email) VALUES (${email}) ON CONFLICT (email) DO NOTHING`)', 'insert users by email = email (email) ignored'],
    ['await pool.query(sql.unsafe`UPDATE users SET data = ${sql.jsonb({ id })} WHERE id = ${id}`)', 'update users by id = id (data)'],
    ['await pool.query(sql.unsafe`DELETE FROM users WHERE id = ${id}`)', 'delete users by id = id'],
  ])('%s', (body, expected) => {
    expect(operationsIn(body).map(summaryOf)).toEqual([expected]);
  });

  it('are known by the type of what they run on', () => {
    const text = "import { sql, type CommonQueryMethods } from 'slonik';\nexport const find = (pool: CommonQueryMethods, email: string) => pool.maybeOne(sql.unsafe`SELECT id FROM users WHERE email = ${email}`);";
    expect(operationsOf({ 'a.ts': text }, 'a.ts').map(summaryOf)).toEqual(['read users by email = email']);
  });
});

const query = (method: string, columns = 'id'): string => `pool.${method}(sql.unsafe\`SELECT ${columns} FROM users WHERE email = \${email}\`)`;
const INSERT = 'await pool.query(sql.unsafe`INSERT INTO users (email) VALUES (${email})`)';

describe('results', () => {
  it.each([
    `if (!(await ${query('maybeOne')})) ${INSERT};`,
    `const id2 = await ${query('maybeOneFirst')}; if (id2) return id2; ${INSERT};`,
    `const rows = await ${query('any')}; if (rows.length === 0) ${INSERT};`,
    `const { rowCount } = await ${query('query')}; if (rowCount === 0) ${INSERT};`,
    `if (await ${query('exists', '1')}) return; ${INSERT};`,
    `const total = await ${query('oneFirst', 'count(*)')}; if (total === 0) ${INSERT};`,
    `const { total } = await ${query('one', 'count(*) AS total')}; if (total > 0) return; ${INSERT};`,
  ])('%s', body => {
    expect(sideIn(operationsIn(body))).toBe('absent');
  });

  it.each(['one', 'many', 'oneFirst'])('%s throws where no row is there', method => {
    expect(sideIn(operationsIn(`await ${query(method)}; ${INSERT};`))).toBe('present');
  });
});

describe('transactions', () => {
  const read = (on: string): string => `await ${on}.one(sql.unsafe\`SELECT id FROM a WHERE email = \${email} FOR UPDATE\`);`;
  const insert = (on: string): string => `await ${on}.query(sql.unsafe\`INSERT INTO b (email) VALUES (\${email})\`);`;

  it('together', () => {
    const operations = operationsIn(`await pool.transaction(async tx => { ${read('tx')} ${insert('tx')} });`);
    expect(areTogether(operations)).toBe(true);
    expect(operations.map(summaryOf)).toContain('read a by email = email locked');
  });

  it.each([
    `await pool.transaction(async tx => { ${read('tx')} ${insert('pool')} });`,
    `await pool.connect(async connection => { ${read('connection')} ${insert('connection')} });`,
  ])('apart: %s', body => {
    expect(areTogether(operationsIn(body))).toBe(false);
  });
});
