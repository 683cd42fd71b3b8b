import { describe, expect, it } from 'vitest';
import { inService, summariesOf } from './in-service.js';

describe('writes of typeorm', () => {
  it.each([
    ['insert({ email })', 'insert users (email)'],
    ['insert([{ email }, { email: "b" }])', 'insert users (email)'],
    ['update(id, { status })', 'update users by id = id (status)'],
    ['update({ id, status: "open" }, { status })', 'update users by id = id, status = open (status)'],
    ['update([1, 2], { status })', 'update users by id~ (status)'],
    ['update({ id }, { status: () => "status + 1" })', 'update users by id = id (status)'],
    ['upsert({ email, status }, ["email"])', 'upsert users by email = email (email, status) updated'],
    [
      'upsert([{ email }], { conflictPaths: { email: true }, skipUpdateIfNoValuesChanged: true })',
      'upsert users by email = email (email) updated',
    ],
    ['delete(id)', 'delete users by id = id'],
    ['softDelete({ email })', 'delete users by email = email'],
    ['restore(id)', 'update users by id = id (deletedAt)'],
    ['increment({ id }, "status", 1)', 'update users by id = id (status)'],
    ['clear()', 'delete users'],
  ])('%s', (call, expected) => {
    expect(summariesOf(`await this.users.${call};`)).toEqual([expected]);
  });

  it('leaves sums to the database', () => {
    const [update] = inService('await this.users.decrement({ id }, "status", 2);');
    expect(update?.columns.entries.get('status')).toMatchObject({ kind: 'call', callee: 'atomic' });
  });

  it('answers the affected count', () => {
    const [, insert] = inService(
      'const { affected } = await this.users.update({ id }, { status }); if (affected === 0) return; await this.seats.insert({ user: { id } });',
    );
    expect(insert?.guards).toHaveLength(1);
  });
});

describe('save of typeorm', () => {
  it.each([
    ['this.users.create({ email });', []],
    ['await this.users.save(this.users.create({ email, status }));', ['insert users (email, status)']],
    ['await this.users.save({ ...dto, email });', ['insert users (email, ...)']],
    ['await this.users.save(dto);', ['insert users (...)']],
    ['await this.users.save([{ email }, { status }]);', ['insert users (email)', 'insert users (status)']],
    ['await this.users.save(dto.emails.map(email => ({ email })));', ['insert users (email)']],
    ['const user = new User(); user.email = email; await this.users.save(user);', ['insert users (email)']],
    ['await this.users.save({ id, status });', ['update users by id = id (status)']],
    ['await this.users.save({ id: undefined, status });', ['insert users (status)']],
    ['await this.users.save({ id: crypto.randomUUID(), status });', ['insert users (id, status)']],
    ['await this.seats.save({ user: { id } });', ['insert Seat (user, userId)']],
    ['await this.seats.save({ user: dto.user });', ['insert Seat (user, userId)']],
    ['await this.seats.save({ seatId: id, user: { id } });', ['update Seat by seatId = id (user, userId)']],
    ['await this.coupons.save({ code: id, used: 1 });', ['insert Coupon (code, used)']],
  ])('%s', (body, expected) => {
    expect(summariesOf(body)).toEqual(expected);
  });

  it.each([
    ['a changed row', 'user.status = status; await this.users.save(user);'],
    ['a copy', 'await this.users.save({ ...user, status });'],
    ['Object.assign', 'Object.assign(user, { status }); await this.users.save(user);'],
    ['merge', 'this.users.merge(user, { status }); await this.users.save(user);'],
    ['what merge answers', 'await this.users.save(this.users.merge(user, { status }));'],
    ['what create makes of it', 'await this.users.save(this.users.create({ ...user, status }));'],
    ['its id', 'await this.users.save({ id: user.id, status });'],
  ])('updates by primary key: %s', (_, body) => {
    expect(summariesOf(`const user = await this.users.findOneBy({ email }); ${body}`)).toEqual([
      'read users by email = email',
      'update users by id = row.id (status)',
    ]);
  });

  it('inserts a copy without its id', () => {
    expect(
      summariesOf(
        'const user = await this.users.findOneBy({ email }); await this.users.save({ ...user, id: undefined, status });',
      ),
    ).toEqual(['read users by email = email', 'insert users (status)']);
  });

  it('leaves open what a mapper copies if it is there', () => {
    const map = 'const toRow = from => { const to = new User(); if (from.id) to.id = from.id; to.email = from.email; return to; };';
    expect(summariesOf(`${map} await this.users.save(toRow(dto));`)).toEqual(['insert users (id, email)']);
    expect(summariesOf(`${map} await this.users.save(toRow({ email }));`)).toEqual(['insert users (email)']);
    expect(summariesOf(`${map} const user = await this.users.findOneBy({ email }); await this.users.save(toRow(user));`)).toEqual([
      'read users by email = email',
      'update users by id = choice (email)',
    ]);
  });

  it('updates what was inserted', () => {
    const expected = ['insert users (email)', 'update users by id = written.id (email, status)'];
    expect(
      summariesOf(
        'const user = await this.users.save({ email }); user.status = status; await this.users.save(user);',
      ),
    ).toEqual(expected);
    expect(
      summariesOf(
        'const user = this.users.create({ email }); await this.users.save(user); user.status = status; await this.users.save(user);',
      ),
    ).toEqual(expected);
  });

  it('inserts or updates what was found or made', () => {
    expect(
      summariesOf(
        'let user = await this.users.findOneBy({ email }); if (!user) { user = this.users.create({ email }); } user.status = status; await this.users.save(user);',
      ),
    ).toEqual([
      'read users by email = email',
      'update users by id = row.id (status)',
      'insert users (email, status)',
    ]);
  });

  it('updates what preload found', () => {
    expect(
      summariesOf(
        'const user = await this.users.preload({ id, ...dto }); if (!user) throw new Error(); await this.users.save(user);',
      ),
    ).toEqual(['read users by id = id', 'update users by id = row.id (...)']);
  });

  it('says nothing of a version test, as there is none', () => {
    const [, update] = inService(
      'const user = await this.users.findOneBy({ email }); user.status = status; await this.users.save(user);',
    );
    expect(update?.versioned).toBeUndefined();
  });

  it('deletes what is removed', () => {
    expect(
      summariesOf(
        'const user = await this.users.findOneBy({ email }); await this.users.remove(user); await this.users.softRemove([user]);',
      ),
    ).toEqual(['read users by email = email', 'delete users by id = row.id', 'delete users by id = row.id']);
  });
});

describe('active records', () => {
  it.each([
    ['await Tag.findOneBy({ name: email });', ['read tags by name = email']],
    ['const tag = new Tag(); tag.name = email; await tag.save();', ['insert tags (name)']],
    ['await new Tag({ name: email }).save();', ['insert tags (name)']],
    ['await Tag.create({ name: email }).save();', ['insert tags (name)']],
    ['await Tag.save({ name: email });', ['insert tags (name)']],
    [
      'const tag = await Tag.findOneBy({ id }); tag.name = email; await tag.save(); await tag.remove();',
      ['read tags by id = id', 'update tags by id = row.id (name)', 'delete tags by id = row.id'],
    ],
    [
      'await Tag.createQueryBuilder("tag").where("tag.name = :name", { name: email }).getOne();',
      ['read tags by name = email'],
    ],
  ])('%s', (body, expected) => {
    expect(summariesOf(body)).toEqual(expected);
  });
});
