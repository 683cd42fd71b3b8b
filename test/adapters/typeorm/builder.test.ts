import { describe, expect, it } from 'vitest';
import { inService, summariesOf } from './in-service.js';

const USERS = 'this.users.createQueryBuilder("user")';

describe('query builder of typeorm', () => {
  it.each([
    ['.where("user.email = :email", { email }).getOne()', 'read users by email = email'],
    [
      '.where("user.email = :email AND user.deletedAt IS NULL").setParameter("email", email).getMany()',
      'read users by email = email, deletedAt = null',
    ],
    [
      '.where("user.email = :email").andWhere("user.status = \'open\'").setParameters({ email }).getOne()',
      'read users by email = email, status = open',
    ],
    ['.where("user.isActive = true").getCount()', 'read users by isActive = true'],
    ['.where("user.createdAt > :since", { since: id }).getMany()', 'read users by createdAt~'],
    ['.where("user.id IN (:...ids)", { ids: dto.ids }).getMany()', 'read users by id~'],
    [
      '.where("user.email = :email", { email }).orWhere("user.status = :status", { status }).getOne()',
      'read users by email~, status~',
    ],
    ['.where("LOWER(user.email) = LOWER(:email)", { email }).getOne()', 'read users by email = sql()'],
    ['.where({ email }).getExists()', 'read users by email = email'],
    ['.where("email = :email", { email }).getOne()', 'read users by email = email'],
    ['.whereInIds([1, 2]).getMany()', 'read users by id~'],
    [
      '.leftJoinAndSelect("user.company", "company").where("company.id = :id", { id }).getMany()',
      'read users by companyId = id',
    ],
    [
      '.where(new Brackets(part => part.where("user.email = :email", { email }).orWhere("user.status = :status", { status }))).getOne()',
      'read users by email~, status~',
    ],
    ['.where("user.id = :id", { id }).setLock("pessimistic_write").getOne()', 'read users by id = id locked'],
    [
      '.select("MAX(user.position)", "max").where("user.status = :status", { status }).getRawOne()',
      'read users by status = status of position',
    ],
    [".where(`user.email = '${email}'`).getOne()", 'read users by email = email'],
    [
      '.update().set({ status }).where("id = :id AND status = :before", { id, before: "open" }).execute()',
      'update users by id = id, status = open (status)',
    ],
    ['.delete().where("user.id = :id", { id }).execute()', 'delete users by id = id'],
    ['.softDelete().where({ id }).execute()', 'delete users by id = id'],
    ['.insert().values({ email }).orIgnore().execute()', 'insert users (email) ignored'],
    [
      '.insert().values([{ email, status }]).orUpdate(["status"], ["email"]).execute()',
      'upsert users by email = email (email, status) updated',
    ],
    [
      '.insert().values({ email }).onConflict(`("email") DO NOTHING`).execute()',
      'insert users (email) ignored',
    ],
  ])('%s', (chain, expected) => {
    expect(summariesOf(`await ${USERS}${chain};`)).toEqual([expected]);
  });

  it.each([
    ['insert().into(User).values({ email }).execute()', 'insert users (email)'],
    [
      'update(User).set({ status: () => "status + 1" }).where("id = :id", { id }).execute()',
      'update users by id = id (status)',
    ],
    ['delete().from(User).where("id = :id", { id }).execute()', 'delete users by id = id'],
    [
      'select("user").from(User, "user").where("user.email = :email", { email }).getOne()',
      'read users by email = email',
    ],
  ])('from the data source: %s', (chain, expected) => {
    expect(summariesOf(`await this.dataSource.createQueryBuilder().${chain};`)).toEqual([expected]);
  });

  it('keeps conditions that are added without an assignment', () => {
    expect(
      summariesOf(
        `const query = ${USERS}; query.where("user.email = :email", { email }); if (status) query.andWhere("user.status = :status", { status }); return query.getOne();`,
      ),
    ).toEqual(['read users by email = email, status = status']);
  });

  it('answers counts', () => {
    const [, insert] = inService(
      `const { affected } = await ${USERS}.update().set({ status }).where({ id }).execute(); if (!affected) return; await this.seats.insert({ user: { id } });`,
    );
    expect(insert?.guards).toHaveLength(1);
    const [, second] = inService(
      `const { count } = await ${USERS}.select("COUNT(*)", "count").where({ email }).getRawOne(); if (Number(count) === 0) await this.users.insert({ email });`,
    );
    expect(second?.guards).toHaveLength(1);
  });
});
