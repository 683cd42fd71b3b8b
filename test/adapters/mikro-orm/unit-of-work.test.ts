import { describe, expect, it } from 'vitest';
import { operationsOf, summaryOf } from '../operations-of.js';
import { inService, summariesOf } from './in-service.js';

const READ = 'read users by id = id';

describe('the unit of work of mikro-orm', () => {
  it.each([
    ['const user = this.em.create(User, { email }); this.em.persist(user); await this.em.flush();', ['insert users (email)']],
    ['await this.em.persistAndFlush(this.em.create(User, { email }));', ['insert users (email)']],
    ['this.users.create({ email }); await this.em.flush();', ['insert users (email)']],
    ['const user = this.users.create({ email }); user.status = status; await this.em.flush();', ['insert users (email, status)']],
    ['const user = new User(); user.email = email; await this.em.persist(user).flush();', ['insert users (email)']],
    ['const user = new User(); this.em.persist(user); user.email = email; await this.em.flush();', ['insert users (email)']],
    ['const user = new User(); wrap(user).assign({ email }); await this.em.persistAndFlush(user);', ['insert users (email)']],
    ['const seat = new Seat(); const user = new User(); user.email = email; seat.user = user; await this.em.persistAndFlush(seat);', ['insert seats (user)', 'insert users (email)']],
    ['const a = this.em.create(User, { email }); const b = this.em.create(User, { status }); await this.em.persistAndFlush([a, b]);', ['insert users (email)', 'insert users (status)']],
    ['this.em.create(User, { email });', []],
    ['this.em.create(User, { email }, { persist: false }); await this.em.flush();', []],
    ['this.em.create(User, { email }); this.em.clear(); await this.em.flush();', []],
    ['const fork = this.em.fork(); fork.create(User, { email }); await this.em.flush();', []],
    ['const fork = this.orm.em.fork(); fork.create(User, { email }); await fork.flush();', ['insert users (email)']],
    ['const user = await this.em.findOneOrFail(User, id); user.status = status; user.email = email; await this.em.flush();', [READ, 'update users by id = row.id (status, email)']],
    ['const user = await this.em.findOneOrFail(User, id); user.visits += 1; await this.em.persistAndFlush(user);', [READ, 'update users by id = row.id (visits)']],
    ['const user = await this.em.findOneOrFail(User, id); user.status = status;', [READ]],
    ['const user = await this.em.findOneOrFail(User, id); user.suspend(); await this.em.flush();', [READ, 'update users by id = row.id (status)']],
    ['const user = await this.em.findOneOrFail(User, id); this.em.assign(user, { status }); await this.em.flush();', [READ, 'update users by id = row.id (status)']],
    ['const user = await this.em.findOneOrFail(User, id); wrap(user).assign({ status }); await this.em.flush();', [READ, 'update users by id = row.id (status)']],
    ['const user = await this.em.findOneOrFail(User, id); Object.assign(user, { status }); await this.em.flush();', [READ, 'update users by id = row.id (status)']],
    ['const user = this.em.getReference(User, id); user.status = status; await this.em.flush();', ['update users by id = id (status)']],
    ['for (const user of await this.em.find(User, { status })) user.visits = 0; await this.em.flush();', ['read users by status = status', 'update users by id = row.id (visits)']],
    ['const user = await this.em.findOneOrFail(User, id); await this.em.removeAndFlush(user);', [READ, 'delete users by id = row.id']],
    ['this.em.remove(this.em.getReference(User, id)); await this.em.flush();', ['delete users by id = id']],
    ['await this.em.transactional(async em => { em.create(User, { email }); });', ['insert users (email)']],
    ['await this.em.begin(); try { this.em.create(User, { email }); await this.em.commit(); } catch (error) { await this.em.rollback(); throw error; }', ['begin', 'insert users (email)', 'commit', 'rollback']],
  ])('%s', (body, expected) => {
    expect(summariesOf(body)).toEqual(expected);
  });

  it('writes under the conditions under which it was asked to', () => {
    const [, update, insert] = inService(`
      const user = await this.em.findOne(User, id);
      if (user) user.status = status;
      else this.em.create(User, { id, status });
      await this.em.flush();`);
    expect(update?.guards).toEqual([expect.objectContaining({ kind: 'result' })]);
    expect(insert?.guards).toEqual([expect.objectContaining({ kind: 'not' })]);
  });

  it('tests the version of a row that has one', () => {
    const [, update] = inService('const seat = await this.seats.findOneOrFail(id); seat.note = status; await this.em.flush();');
    expect(update).toMatchObject({ kind: 'update', versioned: true });
    const [native] = inService('await this.seats.nativeUpdate(id, { note: status });');
    expect(native?.versioned).toBeUndefined();
  });

  it('writes no property that is not stored', () => {
    expect(summariesOf('const user = await this.em.findOneOrFail(User, id); user.label = status; user.cached = status; await this.em.flush();')).toEqual([READ]);
  });

  it('leaves a change of a related row to that row', () => {
    expect(summariesOf('const seat = await this.seats.findOneOrFail(id); seat.user.email = email; await this.em.flush();')).toEqual(['read seats by id = id']);
  });

  it('does at the end of a transaction what was not flushed before', () => {
    const [read, insert] = inService(`
      await this.em.transactional(async em => {
        if (await em.findOne(User, { email })) return;
        this.users.create({ email });
      }, { isolationLevel: IsolationLevel.SERIALIZABLE });`);
    expect(insert).toMatchObject({ kind: 'insert', transaction: { isolation: 'SERIALIZABLE'.toLowerCase() } });
    expect(read?.transaction).toBe(insert?.transaction);
    expect(insert?.guards).toHaveLength(1);
  });

  it('does at the end of a method what its own transaction holds', () => {
    const service = `
      import { EntityManager, Transactional } from '@mikro-orm/core';
      import { User } from './user';
      export class Service {
        constructor(private readonly em: EntityManager) {}
        @Transactional()
        async run(email) { this.em.create(User, { email }); }
      }`;
    const user = "import { Entity, PrimaryKey } from '@mikro-orm/core'; @Entity() export class User { @PrimaryKey() id!: number; email!: string; }";
    const [insert] = operationsOf({ 'user.ts': user, 'service.ts': service }, 'service.ts');
    expect(insert && summaryOf(insert)).toBe('insert User (email)');
    expect(insert?.scopes).toEqual([expect.objectContaining({ kind: 'transaction' })]);
  });

  it('keeps what one walk left from the next', () => {
    const service = `
      import { EntityManager } from '@mikro-orm/core';
      import { User } from './user';
      export class Service {
        constructor(private readonly em: EntityManager) {}
        async add(email) { this.em.create(User, { email }); }
        async save() { await this.em.flush(); }
        async both(email) { await this.add(email); await this.save(); }
      }`;
    const user = "import { Entity, PrimaryKey } from '@mikro-orm/core'; @Entity() export class User { @PrimaryKey() id!: number; email!: string; }";
    expect(operationsOf({ 'user.ts': user, 'service.ts': service }, 'service.ts').map(summaryOf)).toEqual(['insert User (email)']);
  });
});
