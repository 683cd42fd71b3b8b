import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/operations/operation.js';
import { operationsOf, summaryOf } from '../operations-of.js';
import { areTogether, sideIn } from '../sides.js';

const START = "import { Kysely, sql, type Transaction } from 'kysely';\nconst db = new Kysely<DB>({ dialect });\n";

const operationsIn = (body: string): readonly Operation[] =>
  operationsOf({ 'a.ts': `${START}export async function run(email: string, id: number, trx?: Transaction<DB>) { ${body} }` }, 'a.ts');

const SELECT = "db.selectFrom('users').selectAll().where('email', '=', email)";
const INSERT = "await db.insertInto('users').values({ email }).execute()";

describe('results', () => {
  it.each([
    `const user = await ${SELECT}.executeTakeFirst(); if (!user) ${INSERT};`,
    `const rows = await ${SELECT}.execute(); if (rows.length === 0) ${INSERT};`,
    `const [user] = await ${SELECT}.execute(); if (user) return; ${INSERT};`,
    `const { total } = await db.selectFrom('users').select(eb => eb.fn.countAll().as('total')).where('email', '=', email).executeTakeFirstOrThrow(); if (Number(total) === 0) ${INSERT};`,
    `const row = await db.selectFrom('users').select(({ fn }) => [fn.count<number>('id').as('n')]).executeTakeFirst(); if (row && row.n > 0) return; ${INSERT};`,
    `const row = await db.selectFrom('users').select(sql<number>\`count(*)\`.as('n')).executeTakeFirstOrThrow(); if (row.n === 0) ${INSERT};`,
    `const { rows } = await sql\`SELECT 1 FROM users WHERE email = \${email}\`.execute(db); if (rows.length === 0) ${INSERT};`,
    `const { numUpdatedRows } = await db.updateTable('users').set({ n: 1 }).where('email', '=', email).executeTakeFirst(); if (numUpdatedRows === 0n) ${INSERT};`,
    `const result = await db.updateTable('users').set({ n: 1 }).where('email', '=', email).executeTakeFirstOrThrow(); if (Number(result.numUpdatedRows) < 1) ${INSERT};`,
    `const [result] = await db.deleteFrom('users').where('email', '=', email).execute(); if (result.numDeletedRows > 0n) return; ${INSERT};`,
    `const result = await db.deleteFrom('users').where('email', '=', email).executeTakeFirst(); if (!result.numDeletedRows) ${INSERT};`,
    `const row = await db.updateTable('users').set({ n: 1 }).where('email', '=', email).returning('id').executeTakeFirst(); if (!row) ${INSERT};`,
    `const added = await db.insertInto('users').values({ email }).onConflict(oc => oc.doNothing()).executeTakeFirst(); if (added.numInsertedOrUpdatedRows === BigInt(0)) ${INSERT};`,
    `const added = await db.insertInto('users').values({ email }).onConflict(oc => oc.doNothing()).returning('id').executeTakeFirst(); if (!added) ${INSERT};`,
  ])('%s', body => {
    expect(sideIn(operationsIn(body))).toBe('absent');
  });

  it('executeTakeFirstOrThrow throws where no row is there', () => {
    expect(sideIn(operationsIn(`await ${SELECT}.executeTakeFirstOrThrow(); ${INSERT};`))).toBe('present');
    expect(sideIn(operationsIn(`await db.updateTable('users').set({ n: 1 }).returningAll().executeTakeFirstOrThrow(); ${INSERT};`))).toBe('present');
  });

  it('an update without RETURNING always answers something', () => {
    expect(sideIn(operationsIn(`await db.updateTable('users').set({ n: 1 }).executeTakeFirstOrThrow(); ${INSERT};`))).not.toBe('present');
  });

  it('carry the number that the statement adds to', () => {
    const [, insert] = operationsIn(
      "const { next } = await db.selectFrom('cards').select(eb => eb(eb.fn.coalesce(eb.fn.max('n'), eb.lit(0)), '+', 1).as('next')).executeTakeFirstOrThrow(); await db.insertInto('cards').values({ n: next }).execute();",
    );
    expect(insert?.columns.entries.get('n')?.kind).toBe('binary');
  });
});

describe('transactions', () => {
  const read = (on: string): string => `await ${on}.selectFrom('a').selectAll().where('email', '=', email).forUpdate().execute();`;
  const insert = (on: string): string => `await ${on}.insertInto('b').values({ email }).execute();`;

  it.each([
    `await db.transaction().execute(async tx => { ${read('tx')} ${insert('tx')} });`,
    `await db.transaction().setIsolationLevel('read committed').execute(async tx => { ${read('tx')} ${insert('tx')} });`,
    `const tx = await db.startTransaction().execute(); try { ${read('tx')} ${insert('tx')} await tx.commit().execute(); } catch (error) { await tx.rollback().execute(); throw error; }`,
    `const tx = await db.startTransaction().execute(); ${read('tx')} await tx.savepoint('a').execute(); ${insert('tx')} await tx.commit().execute();`,
    `await db.connection().execute(async c => { await sql\`BEGIN\`.execute(c); await c.transaction().execute(async tx => { ${read('tx')} ${insert('tx')} }); });`,
    `const on = trx ?? db; ${read('(trx as Transaction<DB>)')} ${insert('(trx as Transaction<DB>)')}`,
    `await db.transaction().execute(async tx => { ${read('tx')} await sql\`INSERT INTO b (email) VALUES (\${email})\`.execute(tx); });`,
  ])('together: %s', body => {
    const operations = operationsIn(body);
    expect(areTogether(operations)).toBe(true);
    expect(operations.map(summaryOf)).toContain('read a by email = email locked');
  });

  it.each([
    `await db.transaction().execute(async tx => { ${read('tx')} ${insert('db')} });`,
    `${read('db')} ${insert('db')}`,
  ])('apart: %s', body => {
    expect(areTogether(operationsIn(body))).toBe(false);
  });

  it('say their isolation', () => {
    const levels = ['serializable', 'repeatable read', 'read committed'].map(level =>
      operationsIn(`await db.transaction().setIsolationLevel('${level}').execute(async tx => { ${insert('tx')} });`)[0]?.transaction?.isolation,
    );
    expect(levels).toEqual(['serializable', 'repeatable-read', 'default']);
  });

  it('come one after the other in SQLite', () => {
    const text = `import { Kysely, SqliteDialect } from 'kysely';\nconst db = new Kysely<DB>({ dialect: new SqliteDialect({ database }) });\nexport async function run(email: string) { await db.transaction().execute(async tx => { ${insert('tx')} }); }`;
    expect(operationsOf({ 'a.ts': text }, 'a.ts')[0]?.transaction?.isolation).toBe('serializable');
  });

  it('hold no row lock outside', () => {
    expect(operationsIn(read('db')).map(summaryOf)).toEqual(['read a by email = email']);
  });
});
