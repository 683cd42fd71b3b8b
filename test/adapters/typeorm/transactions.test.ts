import { describe, expect, it } from 'vitest';
import { summaryOf } from '../operations-of.js';
import { inService } from './in-service.js';

describe('transactions of typeorm', () => {
  it('gives the manager of a callback the transaction', () => {
    const operations = inService(`
      await this.dataSource.transaction(async manager => {
        await manager.getRepository(User).findOneBy({ email });
        await manager.findOne(User, { where: { email } });
        await manager.insert(User, { email });
        await manager.save(User, { email });
        await manager.save(manager.create(User, { email }));
        await manager.withRepository(this.users).insert({ email });
        await manager.createQueryBuilder(User, 'user').where('user.email = :email', { email }).getOne();
        await manager.query('DELETE FROM users WHERE id = $1', [id]);
        await this.users.insert({ email });
      });`);
    const [first] = operations;
    expect(first?.transaction).toMatchObject({ isolation: 'default' });
    expect(operations.map(summaryOf)).toEqual([
      'read users by email = email',
      'read users by email = email',
      'insert users (email)',
      'insert users (email)',
      'insert users (email)',
      'insert users (email)',
      'read users by email = email',
      'delete users by id = id',
      'insert users (email)',
    ]);
    expect(operations.map(({ transaction }) => transaction === first?.transaction)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(operations.every(({ scopes }) => scopes.some(({ kind }) => kind === 'transaction'))).toBe(true);
  });

  it('reads the isolation', () => {
    const [read] = inService(
      `await this.users.manager.transaction('SERIALIZABLE', manager => manager.countBy(User, { email }));`,
    );
    expect(read?.transaction?.isolation).toBe('serializable');
    const [sqlite] = inService(
      `await new DataSource({ type: 'sqlite' }).transaction(manager => manager.countBy(User, { email }));`,
    );
    expect(sqlite?.transaction?.isolation).toBe('serializable');
  });

  it('takes what goes through a query runner for one connection', () => {
    const operations = inService(`
      const runner = this.dataSource.createQueryRunner();
      await runner.connect();
      await runner.startTransaction('REPEATABLE READ');
      try {
        await runner.manager.findOneBy(User, { id });
        await runner.query('UPDATE users SET status = $1 WHERE id = $2', [status, id]);
        await this.users.createQueryBuilder('user', runner).where({ id }).getOne();
        await runner.commitTransaction();
      } catch (error) {
        await runner.rollbackTransaction();
        throw error;
      } finally {
        await runner.release();
      }`);
    expect(operations.map(({ kind }) => kind)).toEqual([
      'begin',
      'read',
      'update',
      'read',
      'commit',
      'rollback',
    ]);
    expect(new Set(operations.map(({ connection }) => connection)).size).toBe(1);
    const [begin, ...inside] = operations.slice(0, 4);
    expect(begin?.transaction?.isolation).toBe('repeatable-read');
    expect(inside.every(({ transaction }) => transaction === begin?.transaction)).toBe(true);
  });
});
