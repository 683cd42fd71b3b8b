import { describe, expect, it } from 'vitest';
import { inService } from './in-service.js';

const on = (driver: string): string => `import { drizzle } from 'drizzle-orm/${driver}'; const db = drizzle(process.env.URL!, { schema });`;

describe('transactions of drizzle', () => {
  it('gives what goes through tx the transaction, and nothing else', () => {
    const operations = inService(`
      await db.transaction(async tx => {
        await tx.select().from(users).where(eq(users.id, id)).for('update');
        await tx.query.users.findFirst({ where: eq(users.id, id) });
        await tx.update(users).set({ status }).where(eq(users.id, id));
        await tx.transaction(async inner => { await inner.insert(posts).values({ userId: id }); });
        await tx.execute(sql\`delete from posts where user_id = \${id}\`);
        await db.delete(posts).where(eq(posts.userId, id));
      });`);
    const [first] = operations;
    expect(first).toMatchObject({ rowLock: true, transaction: { isolation: 'default' } });
    expect(operations.map(({ transaction }) => transaction === first?.transaction)).toEqual([true, true, true, true, true, false]);
    expect(operations.every(({ scopes }) => scopes.some(({ kind }) => kind === 'transaction'))).toBe(true);
  });

  it.each([
    ["{ isolationLevel: 'serializable' }", 'serializable'],
    ["{ isolationLevel: 'repeatable read', accessMode: 'read write' }", 'repeatable-read'],
    ["{ isolationLevel: 'read committed' }", 'default'],
  ])('reads the isolation of %s', (config, isolation) => {
    const [read] = inService(`await db.transaction(tx => tx.$count(users, eq(users.email, email)), ${config});`);
    expect(read?.transaction?.isolation).toBe(isolation);
  });

  it('takes one of SQLite for serializable', () => {
    const [read] = inService('await db.transaction(tx => tx.$count(users));', on('libsql'));
    expect(read?.transaction?.isolation).toBe('serializable');
    const [outside] = inService('await db.$count(users);', on('libsql'));
    expect(outside?.transaction).toBeUndefined();
  });

  it('lets nothing in between statements of a driver that does not wait', () => {
    const [read, insert] = inService('const row = db.select().from(users).get(); if (!row) db.insert(users).values({ email }).run();', on('better-sqlite3'));
    expect(read?.transaction).toMatchObject({ isolation: 'serializable' });
    expect(insert?.transaction).toBe(read?.transaction);
  });

  it('does not go on after a rollback', () => {
    const [, insert] = inService(`await db.transaction(async tx => {
      const row = await tx.query.users.findFirst({ where: eq(users.id, id) });
      if (!row) tx.rollback();
      await tx.insert(posts).values({ userId: id });
    });`);
    expect(insert?.guards).toMatchObject([{ kind: 'not', operand: { kind: 'not' } }]);
  });

  it('keeps no row lock outside a transaction', () => {
    const [read] = inService("await db.select().from(users).where(eq(users.id, id)).for('update');");
    expect(read?.rowLock).toBeUndefined();
  });

  it('does not know in which transaction a client that it is given is', () => {
    const client = `import type { NodePgDatabase } from 'drizzle-orm/node-postgres'; ${on('node-postgres')}
      export const lock = (on: NodePgDatabase, id: number) => on.select().from(users).where(eq(users.id, id)).for('no key update');`;
    const reads = inService('await db.transaction(tx => lock(tx, id));', client);
    expect(reads.map(({ rowLock, transaction }) => [rowLock, transaction?.isolation])).toEqual([[true, 'unknown'], [true, 'default']]);
  });

  it('opens a transaction where a helper asks whether there is one', () => {
    const client = `import { is } from 'drizzle-orm'; import { PgTransaction } from 'drizzle-orm/pg-core'; ${on('node-postgres')}
      const isTx = on => is(on, PgTransaction);
      const within = (context, body) => { const on = context.db ?? db; if (isTx(on)) return body(on); return db.transaction(body); };`;
    const operations = inService('await within(dto, tx => tx.select().from(users)); await db.transaction(tx => within({ db: tx }, inner => inner.select().from(posts)));', client);
    expect(operations.map(({ transaction }) => transaction?.isolation)).toEqual(['default', 'default']);
  });

  it.each([
    ['NodePgDatabase', 'unknown'],
    ['LibSQLDatabase', 'serializable'],
    ['DrizzleD1Database', undefined],
    ['NeonHttpDatabase', undefined],
  ])('takes a %s that a function is given for one in a transaction, where there are any', (type, isolation) => {
    const client = `import type { ${type} } from 'drizzle-orm/some'; export const find = (on: ${type}) => on.$count(users);`;
    expect(inService('', client).map(({ transaction }) => transaction?.isolation)).toEqual([isolation]);
  });

  it('runs a batch in one transaction', () => {
    const [first, second] = inService('await db.batch([db.insert(users).values({ email }), db.delete(posts)]);', on('d1'));
    expect(first?.transaction).toBeDefined();
    expect(second?.transaction).toBe(first?.transaction);
  });
});
