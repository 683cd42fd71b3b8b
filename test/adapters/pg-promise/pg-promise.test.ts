import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/operations/operation.js';
import { operationsOf, summaryOf } from '../operations-of.js';
import { areTogether, sideIn } from '../sides.js';

const START = "import pgPromise from 'pg-promise';\nconst pgp = pgPromise();\nconst db = pgp('postgres://');\n";

const operationsIn = (body: string): readonly Operation[] =>
  operationsOf({ 'a.ts': `${START}export async function run(email: string, id: number) { ${body} }` }, 'a.ts');

describe('queries', () => {
  it.each([
    ["await db.one('SELECT id FROM users WHERE email = $1', [email])", 'read users by email = email'],
    ["await db.oneOrNone('SELECT id FROM users WHERE email = $1', email)", 'read users by email = email'],
    ["await db.any('SELECT id FROM users WHERE email = ${email} AND id = $<id>', { email, id })", 'read users by email = email, id = id'],
    ["await db.manyOrNone('SELECT id FROM users WHERE id IN ($1:csv)', [[id, 2]])", 'read users by id~'],
    ["await db.many({ text: 'SELECT id FROM users WHERE email = $1', values: [email] })", 'read users by email = email'],
    ["await db.none('INSERT INTO users (email, data) VALUES ($1, $2:json)', [email, { id }])", 'insert users (email, data)'],
    ["await db.none('INSERT INTO users (email) VALUES ($/email/) ON CONFLICT (email) DO NOTHING', { email })", 'insert users by email = email (email) ignored'],
    ["await db.result('UPDATE users SET email = $1 WHERE id = $2', [email, id])", 'update users by id = id (email)'],
    ["await db.query('DELETE FROM users WHERE id = $1', [id])", 'delete users by id = id'],
  ])('%s', (body, expected) => {
    expect(operationsIn(body).map(summaryOf)).toEqual([expected]);
  });

  it('are known by the type of what they run on', () => {
    const text = "import type { IDatabase, ITask } from 'pg-promise';\nexport class Users { constructor(private db: IDatabase<{}>) {}\n run(email: string, t: ITask<{}>) { return this.db.none('DELETE FROM users WHERE email = $1', email); } }";
    expect(operationsOf({ 'a.ts': text }, 'a.ts').map(summaryOf)).toEqual(['delete users by email = email']);
  });
});

const query = (method: string, columns = 'id'): string => `db.${method}('SELECT ${columns} FROM users WHERE email = $1', [email])`;
const INSERT = "await db.none('INSERT INTO users (email) VALUES ($1)', [email])";

describe('results', () => {
  it.each([
    `if (!(await ${query('oneOrNone')})) ${INSERT};`,
    `const rows = await ${query('any')}; if (rows.length) return; ${INSERT};`,
    `const { count } = await ${query('one', 'count(*)')}; if (Number(count) === 0) ${INSERT};`,
    `const total = await db.one('SELECT count(*) FROM users WHERE email = $1', [email], row => +row.count); if (total === 0) ${INSERT};`,
    `const { rowCount } = await db.result('UPDATE users SET n = 1 WHERE email = $1', [email]); if (rowCount === 0) ${INSERT};`,
  ])('%s', body => {
    expect(sideIn(operationsIn(body))).toBe('absent');
  });

  it('one throws where no row is there', () => {
    expect(sideIn(operationsIn(`await ${query('one')}; ${INSERT};`))).toBe('present');
  });
});

describe('transactions', () => {
  const read = (on: string): string => `await ${on}.one('SELECT id FROM a WHERE email = $1 FOR UPDATE', [email]);`;
  const insert = (on: string): string => `await ${on}.none('INSERT INTO b (email) VALUES ($1)', [email]);`;

  it.each([
    `await db.tx(async t => { ${read('t')} ${insert('t')} });`,
    `await db.tx('enrol', async t => { ${read('t')} await t.tx(async inner => { ${insert('inner')} }); });`,
    `await db.task(t => t.tx(async inner => { ${read('inner')} ${insert('inner')} }));`,
    `await db.tx(async function () { ${read('this')} ${insert('this')} });`,
  ])('together: %s', body => {
    const operations = operationsIn(body);
    expect(areTogether(operations)).toBe(true);
    expect(operations.map(summaryOf)).toContain('read a by email = email locked');
  });

  it.each([
    `await db.tx(async t => { ${read('t')} ${insert('db')} });`,
    `await db.task(async t => { ${read('t')} ${insert('t')} });`,
  ])('apart: %s', body => {
    expect(areTogether(operationsIn(body))).toBe(false);
  });

  it('say their isolation', () => {
    const start = 'const mode = new pgp.txMode.TransactionMode({ tiLevel: pgp.txMode.isolationLevel.serializable });';
    const [only] = operationsIn(`${start} await db.tx({ mode }, async t => { ${insert('t')} });`);
    expect(only?.transaction?.isolation).toBe('serializable');
  });
});
