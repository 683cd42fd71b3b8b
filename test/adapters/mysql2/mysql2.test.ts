import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/operations/operation.js';
import { operationsOf, summaryOf } from '../operations-of.js';
import { areTogether, sideIn } from '../sides.js';

const START = "import mysql from 'mysql2/promise';\nconst pool = mysql.createPool({ uri: 'mysql://' });\n";

const operationsIn = (body: string, start = START): readonly Operation[] =>
  operationsOf({ 'a.ts': `${start}export async function run(email: string, id: number, input: Input) { ${body} }` }, 'a.ts');

describe('queries', () => {
  it.each([
    ["await pool.query('SELECT id FROM users WHERE email = ?', [email])", 'read users by email = email'],
    ["await pool.execute('SELECT id FROM `users` u WHERE u.email = ? AND u.age > 3', [email])", 'read users by email = email, age~'],
    ["await pool.query({ sql: 'SELECT id FROM users WHERE id = ?', values: [id] })", 'read users by id = id'],
    ["await pool.query({ sql: 'SELECT id FROM users WHERE id = ?' }, [id])", 'read users by id = id'],
    ["await pool.query('SELECT id FROM users WHERE id = :id AND email = :email', { id, email })", 'read users by id = id, email = email'],
    ["await pool.query('SELECT * FROM ?? WHERE ?? = ?', ['users', 'email', email])", 'read users by email = email'],
    ["await pool.query('SELECT * FROM users WHERE id IN (?)', [[id, 2]])", 'read users by id~'],
    ["await pool.query('INSERT INTO users (email, name) VALUES (?, ?)', [email, 'a'])", 'insert users (email, name)'],
    ["await pool.query('INSERT INTO users SET ?', { email, name: 'a' })", 'insert users (email, name)'],
    ["await pool.query('INSERT INTO users SET ?', [{ email }])", 'insert users (email)'],
    ["await pool.query('INSERT INTO users SET ?', input)", 'insert users (...)'],
    ["await pool.query('INSERT INTO users (email, name) VALUES ?', [[[email, 'a'], ['b', 'c']]])", 'insert users (email, name)'],
    ["await pool.query('INSERT IGNORE INTO users (email) VALUES (?)', [email])", 'insert users (email) ignored'],
    ["await pool.query('INSERT INTO users (email, n) VALUES (?, 1) ON DUPLICATE KEY UPDATE n = n + 1', [email])", 'upsert users (email, n) updated'],
    ["await pool.query('REPLACE INTO users (email) VALUES (?)', [email])", 'upsert users (email) updated'],
    ["await pool.query('UPDATE users SET ? WHERE id = ?', [{ email }, id])", 'update users by id = id (email)'],
    ["await pool.query('UPDATE users SET email = ? WHERE id = ?', [email, id])", 'update users by id = id (email)'],
    ["await pool.query('UPDATE users SET ? WHERE ?', [{ email }, { id }])", 'update users by id = id (email)'],
    ["await pool.query('DELETE FROM users WHERE id = ? LIMIT 1', [id])", 'delete users by id = id'],
    ["await pool.query('SELECT MAX(position) AS last FROM users')", 'read users of position'],
    ["await pool.query('SELECT * FROM users WHERE id = ? FOR UPDATE', [id])", 'read users by id = id'],
    ["await pool.query('SELECT GET_LOCK(?, 10)', [email])", 'lock'],
  ])('%s', (body, expected) => {
    expect(operationsIn(body).map(summaryOf)).toEqual([expected]);
  });

  it.each([
    ["import { createPool } from 'mysql2';\nconst pool = createPool({}).promise();\n", "await pool.query('DELETE FROM users WHERE id = ?', [id]);"],
    ["const mysql = require('mysql');\nconst pool = mysql.createConnection({});\n", "pool.query('DELETE FROM users WHERE id = ?', [id], (error, result) => {});"],
    ["import type { Pool } from 'mysql2/promise';\nimport { pool } from './pool';\n", "await (pool as Pool).query('DELETE FROM users WHERE id = ?', [id]);"],
  ])('are known by their client: %s', (start, body) => {
    const files = { 'pool.ts': "import * as mysql from 'mysql2/promise';\nexport const pool = mysql.createPool({});", 'a.ts': `${start}export async function run(id: number) { ${body} }` };
    expect(operationsOf(files, 'a.ts').map(summaryOf)).toEqual(['delete users by id = id']);
  });

  it('are prepared', () => {
    const body = "const statement = await pool.prepare('SELECT id FROM users WHERE email = ?'); await statement.execute([email]);";
    expect(operationsIn(body).map(summaryOf)).toEqual(['read users by email = email']);
  });
});

const SELECT = "pool.query('SELECT id FROM users WHERE email = ?', [email])";
const INSERT = "await pool.execute('INSERT INTO users (email) VALUES (?)', [email])";

describe('results', () => {
  it.each([
    `const [rows] = await ${SELECT}; if (rows.length === 0) ${INSERT};`,
    `const [rows, fields] = await ${SELECT}; if (rows[0]) return; ${INSERT};`,
    `const [[user]] = await ${SELECT}; if (!user) ${INSERT};`,
    `const result = await ${SELECT}; if (result[0].length > 0) throw new Error('taken'); ${INSERT};`,
    `const [[{ total }]] = await pool.query('SELECT COUNT(*) AS total FROM users WHERE email = ?', [email]); if (total === 0) ${INSERT};`,
    `const [rows] = await pool.query('SELECT COUNT(*) FROM users WHERE email = ?', [email]); if (rows[0]['COUNT(*)'] > 0) return; ${INSERT};`,
    `const [rows] = await pool.query('SELECT EXISTS (SELECT 1 FROM users WHERE email = ?) AS taken', [email]); if (!rows[0].taken) ${INSERT};`,
    `const [{ affectedRows }] = await pool.query('UPDATE users SET id = 1 WHERE email = ?', [email]); if (affectedRows === 0) ${INSERT};`,
    `const [result] = await pool.query('UPDATE users SET id = 1 WHERE email = ?', [email]); if (!result.changedRows) ${INSERT};`,
    `const [result] = await pool.query('INSERT IGNORE INTO users (email) VALUES (?)', [email]); if (result.affectedRows === 0) ${INSERT};`,
    `pool.query('SELECT id FROM users WHERE email = ?', [email], (error, rows) => { if (error) return; if (rows.length === 0) pool.query('INSERT INTO users (email) VALUES (?)', [email]); });`,
    `pool.query('SELECT id FROM users', (error, rows, fields) => { if (!rows.length) pool.query('INSERT INTO users (email) VALUES (?)', [email]); });`,
  ])('%s', body => {
    expect(sideIn(operationsIn(body))).toBe('absent');
  });

  it('tell the row that was just inserted', () => {
    const [insert, update] = operationsIn("const [added] = await pool.query('INSERT INTO users (email) VALUES (?)', [email]); await pool.query('UPDATE users SET n = 1 WHERE id = ?', [added.insertId]);");
    expect(update?.filter.entries.get('id')).toMatchObject({ kind: 'member', name: 'insertId', object: { kind: 'result', operation: insert } });
  });
});

describe('transactions', () => {
  const read = (on: string): string => `await ${on}.query('SELECT id FROM a WHERE email = ? FOR UPDATE', [email]);`;
  const insert = (on: string): string => `await ${on}.query('INSERT INTO b (email) VALUES (?)', [email]);`;

  it.each([
    `const connection = await pool.getConnection(); await connection.beginTransaction(); ${read('connection')} ${insert('connection')} await connection.commit();`,
    `const connection = await pool.getConnection(); await connection.query('START TRANSACTION'); ${read('connection')} ${insert('connection')} await connection.query('COMMIT');`,
    `const connection = await pool.getConnection(); try { await connection.beginTransaction(); ${read('connection')} ${insert('connection')} await connection.commit(); } catch (error) { await connection.rollback(); throw error; } finally { connection.release(); }`,
    `pool.getConnection((error, connection) => { connection.beginTransaction(async () => { ${read('connection')} ${insert('connection')} connection.commit(() => {}); }); });`,
  ])('together: %s', body => {
    const operations = operationsIn(body);
    expect(areTogether(operations)).toBe(true);
    expect(operations.map(summaryOf)).toContain('read a by email = email locked');
  });

  it.each([
    `await pool.query('START TRANSACTION'); ${read('pool')} ${insert('pool')} await pool.query('COMMIT');`,
    `const connection = await pool.getConnection(); await connection.beginTransaction(); ${read('connection')} ${insert('pool')} await connection.commit();`,
    `const connection = await pool.getConnection(); await connection.beginTransaction(); ${read('connection')} await connection.commit(); ${insert('connection')}`,
  ])('apart: %s', body => {
    expect(areTogether(operationsIn(body))).toBe(false);
  });

  it('have the isolation that was set for the next one', () => {
    const body = `const connection = await pool.getConnection(); await connection.query('SET TRANSACTION ISOLATION LEVEL SERIALIZABLE'); await connection.beginTransaction(); ${insert('connection')}`;
    expect(operationsIn(body).at(-1)?.transaction?.isolation).toBe('serializable');
  });
});
