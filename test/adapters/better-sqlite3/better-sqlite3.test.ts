import { describe, expect, it } from 'vitest';
import { isSerialized } from '../../../src/analysis/protection.js';
import type { Operation } from '../../../src/operations/operation.js';
import { operationsOf, summaryOf } from '../operations-of.js';
import { areTogether, sideIn } from '../sides.js';

const STARTS = {
  'better-sqlite3': "import Database from 'better-sqlite3';\nconst db = new Database('a.db');\n",
  'better-sqlite3 by require': "const db = require('better-sqlite3')('a.db');\n",
  'node:sqlite': "import { DatabaseSync } from 'node:sqlite';\nconst db = new DatabaseSync('a.db');\n",
  'bun:sqlite': "import { Database } from 'bun:sqlite';\nconst db = new Database('a.db');\n",
};

const operationsIn = (body: string, start = STARTS['better-sqlite3']): readonly Operation[] =>
  operationsOf({ 'a.ts': `${start}export async function run(email: string, id: number) { ${body} }` }, 'a.ts');

describe('statements', () => {
  it.each([
    ["db.prepare('SELECT id FROM users WHERE email = ?').get(email)", 'read users by email = email'],
    ["db.prepare('SELECT id FROM users WHERE email = ? AND id = ?').all(email, id)", 'read users by email = email, id = id'],
    ["db.prepare('SELECT id FROM users WHERE email = @email AND id = $id').get({ email, id })", 'read users by email = email, id = id'],
    ["db.prepare('SELECT id FROM users WHERE email = ?').bind(email).iterate()", 'read users by email = email'],
    ["db.prepare('SELECT max(n) FROM users').pluck().get()", 'read users of n'],
    ["db.prepare('INSERT INTO users (email) VALUES (?)').run([email])", 'insert users (email)'],
    ["db.prepare('INSERT OR IGNORE INTO users (email) VALUES (?)').run(email)", 'insert users (email) ignored'],
    ["db.prepare('INSERT OR REPLACE INTO users (email) VALUES (?)').run(email)", 'upsert users (email) updated'],
    ["db.prepare('INSERT INTO users (email) VALUES (?) ON CONFLICT(email) DO UPDATE SET n = n + 1').run(email)", 'upsert users by email = email (email) updated'],
    ["db.prepare(`UPDATE users SET email = :email WHERE id = :id`).run({ email, id })", 'update users by id = id (email)'],
    ["db.prepare('DELETE FROM users WHERE id = ?').run(id)", 'delete users by id = id'],
    ["db.exec('DELETE FROM users')", 'delete users'],
  ])('%s', (body, expected) => {
    expect(operationsIn(body).map(summaryOf)).toEqual([expected]);
  });

  it.each(Object.entries(STARTS))('of %s', (_, start) => {
    expect(operationsIn("db.prepare('DELETE FROM users WHERE id = ?').run(id);", start).map(summaryOf)).toEqual(['delete users by id = id']);
  });

  it('of bun are also made by query and run', () => {
    const body = "db.query('SELECT id FROM users WHERE email = ?').get(email); db.run('DELETE FROM users WHERE id = ?', [id]);";
    expect(operationsIn(body, STARTS['bun:sqlite']).map(summaryOf)).toEqual(['read users by email = email', 'delete users by id = id']);
  });

  it('are prepared once, on a database that is injected', () => {
    const text = "import type Database from 'better-sqlite3';\nexport class Users { private find: Database.Statement;\n constructor(db: Database.Database) { this.find = db.prepare('SELECT id FROM users WHERE email = ?'); }\n run(email: string) { this.find.get(email); } }";
    expect(operationsOf({ 'a.ts': text }, 'a.ts').map(summaryOf)).toEqual(['read users by email = email']);
  });
});

const SELECT = "db.prepare('SELECT id FROM users WHERE email = ?')";
const INSERT = "db.prepare('INSERT INTO users (email) VALUES (?)').run(email)";

describe('results', () => {
  it.each([
    `if (!${SELECT}.get(email)) ${INSERT};`,
    `const rows = ${SELECT}.all(email); if (rows.length > 0) return; ${INSERT};`,
    `if (${SELECT}.pluck().get(email) === undefined) ${INSERT};`,
    `const total = db.prepare('SELECT count(*) FROM users WHERE email = ?').pluck().get(email); if (total === 0) ${INSERT};`,
    `const { n } = db.prepare('SELECT count(*) AS n FROM users WHERE email = ?').get(email); if (n > 0) return; ${INSERT};`,
    `const { changes } = db.prepare('UPDATE users SET n = 1 WHERE email = ?').run(email); if (changes === 0) ${INSERT};`,
  ])('%s', body => {
    expect(sideIn(operationsIn(body))).toBe('absent');
  });
});

describe('what can come between', () => {
  const serialized = (body: string, start?: string): boolean => {
    const operations = operationsIn(body, start).filter(({ kind }) => kind === 'read' || kind === 'insert');
    const [first, last] = operations;
    return first !== undefined && last !== undefined && isSerialized(first, last);
  };

  it.each([
    `${SELECT}.get(email); ${INSERT};`,
    `await save(email); ${SELECT}.get(email); ${INSERT};`,
    `${SELECT}.get(email); await Promise.resolve(1); ${INSERT};`,
    `db.transaction(() => { ${SELECT}.get(email); ${INSERT}; })();`,
    `db.transaction((name: string) => { ${SELECT}.get(name); ${INSERT}; }).immediate(email);`,
    `db.exec('BEGIN IMMEDIATE'); ${SELECT}.get(email); await save(email); ${INSERT}; db.exec('COMMIT');`,
    `db.exec('BEGIN'); ${SELECT}.get(email); await save(email); ${INSERT}; db.exec('COMMIT');`,
  ])('nothing: %s', body => {
    expect(serialized(body)).toBe(true);
  });

  it.each([
    `${SELECT}.get(email); await save(email); ${INSERT};`,
    `${SELECT}.get(email); const hash = await Promise.all([digest(email)]); ${INSERT};`,
    `${SELECT}.get(email); await save(email); db.transaction(() => { ${INSERT}; })();`,
  ])('what runs while this waits: %s', body => {
    expect(serialized(body)).toBe(false);
  });

  it('nothing in a helper that only looks asynchronous', () => {
    const start = `${STARTS['better-sqlite3']}async function find(email: string) { return ${SELECT}.get(email); }\n`;
    expect(serialized(`const user = await find(email); if (!user) ${INSERT};`, start)).toBe(true);
  });
});

it('has transactions that go through the whole connection', () => {
  expect(areTogether(operationsIn(`db.transaction(() => { ${SELECT}.get(email); ${INSERT}; })();`))).toBe(true);
  expect(areTogether(operationsIn(`${SELECT}.get(email); ${INSERT};`))).toBe(false);
});
