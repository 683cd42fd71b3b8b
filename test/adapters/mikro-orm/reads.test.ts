import { describe, expect, it } from 'vitest';
import { inService, summariesOf } from './in-service.js';

describe('reads of mikro-orm', () => {
  it.each([
    ['this.em.findOne(User, { email })', 'read users by email = email'],
    ['this.users.findOne({ email, status: "open" })', 'read users by email = email, status = open'],
    ['this.em.findOne(User, id)', 'read users by id = id'],
    ['this.em.find(User, [1, 2])', 'read users by id~'],
    ['this.em.find(User, { $and: [{ email }, { status }] })', 'read users by email = email, status = status'],
    ['this.em.find(User, { $or: [{ email }, { status }] })', 'read users by email~, status~'],
    ['this.em.find(User, { email: { $eq: email }, visits: { $gt: 3 } })', 'read users by email = email, visits~'],
    ['this.em.find(User, { email: { $in: dto.emails } })', 'read users by email~'],
    ['this.em.find(User, { email: { $ne: email } })', 'read users by email~'],
    ['this.em.find(User, dto.where)', 'read users by ...'],
    ['this.em.findAll(User, { where: { email } })', 'read users by email = email'],
    ['this.em.count(User, { email })', 'read users by email = email'],
    ['this.em.findAndCount(User, { email })', 'read users by email = email'],
    ['this.em.findByCursor(User, { email }, { first: 10 })', 'read users by email = email'],
    ['this.em.findByCursor(User, { where: { email }, first: 10 })', 'read users by email = email'],
    ['this.seats.findOne({ user: id })', 'read seats by user = id'],
    ['this.seats.findOne({ user: { id } })', 'read seats by user = id'],
    ['this.seats.findOne({ user: ref(User, id) })', 'read seats by user = id'],
    ['this.seats.findOne({ user: this.em.getReference(User, id) })', 'read seats by user = id'],
    ['this.seats.find({ user: { email } })', 'read seats by user~'],
    ['this.em.findOneOrFail(User, id, { lockMode: LockMode.PESSIMISTIC_WRITE })', 'read users by id = id locked'],
    ['this.em.findOne(User, id, { lockMode: LockMode.PESSIMISTIC_READ })', 'read users by id = id'],
    ['this.em.findOne(User, id, { lockMode: LockMode.OPTIMISTIC, lockVersion: 3 })', 'read users by id = id'],
    ['this.em.fork().findOne(User, id)', 'read users by id = id'],
    ['this.orm.em.findOne(User, id)', 'read users by id = id'],
    ['this.orm.em.getRepository(User).findOne(id)', 'read users by id = id'],
    ['this.users.getEntityManager().findOne(User, id)', 'read users by id = id'],
    ['this.em.createQueryBuilder(User, "u").where({ "u.email": email }).getSingleResult()', 'read users by email = email'],
    ['this.em.qb(User, "u").where("u.email = ? and u.status = ?", [email, status]).getResultList()', 'read users by email = email, status = status'],
    ['this.users.qb().where({ email }).orWhere({ status }).getCount()', 'read users by email~, status~'],
    ['this.users.qb("u").where({ email }).andWhere({ status }).setLockMode(LockMode.PESSIMISTIC_WRITE)', 'read users by email = email, status = status locked'],
    ['this.em.execute("select * from users where email = ?", [email])', 'read users by email = email'],
    ['this.em.getConnection().execute("select * from users where email = ?", [email], "get")', 'read users by email = email'],
    ['this.em.getKnex()("users").where({ email }).first()', 'read users by email = email'],
  ])('%s', (call, expected) => {
    expect(summariesOf(`await ${call};`)).toEqual([expected]);
  });

  it('read a row again to lock it', () => {
    expect(summariesOf('const user = await this.em.findOneOrFail(User, id); await this.em.lock(user, LockMode.PESSIMISTIC_WRITE);')).toEqual([
      'read users by id = id',
      'read users by id = row.id locked',
    ]);
  });

  it.each([
    ['if (await this.em.findOne(User, { email })) return;'],
    ['const [rows, count] = await this.em.findAndCount(User, { email }); if (count > 0) return;'],
    ['const { items } = await this.em.findByCursor(User, { email }, {}); if (items.length) return;'],
    ['await this.em.findOneOrFail(User, { email }, { failHandler: () => new Error() });'],
  ])('answer what a condition can test: %s', check => {
    const [, insert] = inService(`${check} await this.em.insert(User, { email });`);
    expect(insert?.guards).not.toEqual([]);
  });
});
