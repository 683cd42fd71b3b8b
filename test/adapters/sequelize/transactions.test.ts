import { describe, expect, it } from 'vitest';
import { operationsOf } from '../operations-of.js';
import { inApp } from './in-app.js';

const isolationOf = (body: string): string | undefined => inApp(body)[0]?.transaction?.isolation;

describe('transactions of sequelize', () => {
  it('run a callback', () => {
    const [create] = inApp(
      'await sequelize.transaction(async t => { await User.create({ email }, { transaction: t }); });',
    );
    expect(create?.scopes).toMatchObject([{ kind: 'transaction' }]);
    expect(create?.transaction).toBe(
      create?.scopes[0]?.kind === 'transaction' && create.scopes[0].transaction,
    );
  });

  it('are not gone through by what is not given them', () => {
    const [create] = inApp('await sequelize.transaction(async t => { await User.create({ email }); });');
    expect(create?.transaction).toBeUndefined();
    expect(create?.scopes).toMatchObject([{ transaction: { isAmbient: false } }]);
  });

  it('are found by CLS where the callback takes none', () => {
    const [create] = inApp('await sequelize.transaction(async () => { await User.create({ email }); });');
    expect(create?.scopes).toMatchObject([{ transaction: { isAmbient: true } }]);
  });

  it.each([
    ['Transaction.ISOLATION_LEVELS.SERIALIZABLE', 'serializable'],
    ['Sequelize.Transaction.ISOLATION_LEVELS.SERIALIZABLE', 'serializable'],
    ['"SERIALIZABLE"', 'serializable'],
    ['Transaction.ISOLATION_LEVELS.REPEATABLE_READ', 'repeatable-read'],
    ['Transaction.ISOLATION_LEVELS.READ_COMMITTED', 'default'],
  ])('have the isolation %s', (level, expected) => {
    const options = `{ isolationLevel: ${level} }`;
    expect(
      isolationOf(
        `await sequelize.transaction(${options}, async t => { await User.findByPk(id, { transaction: t }); });`,
      ),
    ).toBe(expected);
    expect(
      isolationOf(
        `const t = await sequelize.transaction(${options}); await User.findByPk(id, { transaction: t });`,
      ),
    ).toBe(expected);
  });

  it('are opened and ended by hand', () => {
    const [begin, create, commit, after] = inApp(`
      const t = await sequelize.transaction();
      await User.create({ email }, { transaction: t });
      await t.commit();
      await User.create({ email });
    `);
    expect([begin?.kind, commit?.kind]).toEqual(['begin', 'commit']);
    expect(create?.connection).toBe(begin?.connection);
    expect(create?.transaction).toBe(begin?.transaction);
    expect(after?.connection).toBeUndefined();
  });

  it('hold what is nested in them', () => {
    const [inner] = inApp(`await sequelize.transaction(async t => {
      await sequelize.transaction({ transaction: t }, async u => { await User.create({ email }, { transaction: u }); });
    });`);
    const [outer, nested] = inner?.scopes ?? [];
    expect(outer?.kind === 'transaction' && outer.transaction).toBe(
      nested?.kind === 'transaction' && nested.transaction,
    );
  });

  it.each([['{ transaction }'], ['{ ...dto.context }'], ['{ transaction: dto?.transaction }'], ['dto']])(
    'may come from the caller: %s',
    options => {
      expect(inApp(`await User.findOne(${options});`)[0]?.transaction).toMatchObject({
        isolation: 'unknown',
      });
    },
  );

  it.each([['{}'], ['{ transaction: null }'], ['undefined']])('are none with %s', options => {
    expect(inApp(`await User.findOne(${options});`)[0]?.transaction).toBeUndefined();
  });

  it('come by their type', () => {
    const app = `
      import { Sequelize, Transaction } from 'sequelize';
      const db = new Sequelize({ dialect: 'sqlite' });
      const User = db.define('User', {});
      export async function run(t: Transaction) { await User.findOne({ transaction: t, lock: t.LOCK.UPDATE }); }
      export async function own() { await db.transaction(async t => { await User.findOne({ transaction: t }); }); }`;
    const [given, own] = operationsOf({ 'app.ts': app }, 'app.ts');
    expect(given).toMatchObject({ rowLock: true, transaction: { isolation: 'unknown' } });
    // SQLite lets one transaction write at a time.
    expect(own?.transaction?.isolation).toBe('serializable');
  });

  it('are passed on by themselves in version 7', () => {
    const app = `
      import { Sequelize } from '@sequelize/core';
      const db = new Sequelize({ dialect: 'postgres' });
      const User = db.define('User', {});
      export async function run() { await db.transaction(async t => { await User.findOne({}); }); }
      export async function own() { const t = await db.startUnmanagedTransaction(); await User.findOne({ transaction: t }); await t.rollback(); }`;
    const [ambient, begin, read, rollback] = operationsOf({ 'app.ts': app }, 'app.ts');
    expect(ambient?.scopes).toMatchObject([{ transaction: { isAmbient: true } }]);
    expect([begin?.kind, rollback?.kind]).toEqual(['begin', 'rollback']);
    expect(read?.transaction).toBe(begin?.transaction);
  });
});
