import { describe, expect, it } from 'vitest';
import { inService, summariesOf } from './in-service.js';

describe('statements of mikro-orm', () => {
  it.each([
    ['this.em.insert(User, { email })', 'insert users (email)'],
    ['this.em.insertMany(User, [{ email, status }])', 'insert users (email, status)'],
    ['this.users.nativeInsert({ email })', 'insert users (email)'],
    ['this.em.nativeUpdate(User, { id, status: "open" }, { status })', 'update users by id = id, status = open (status)'],
    ['this.users.nativeUpdate(id, { status })', 'update users by id = id (status)'],
    ['this.em.nativeDelete(User, { email })', 'delete users by email = email'],
    ['this.em.upsert(User, { email, status })', 'upsert users by email = email (email, status) updated'],
    ['this.em.upsert(User, { email, status }, { onConflictFields: ["status"] })', 'upsert users by status = status (email, status) updated'],
    ['this.em.upsert(User, { email }, { onConflictFields: ["email"], onConflictAction: "ignore" })', 'insert users by email = email (email) ignored'],
    ['this.users.upsertMany([{ email, status }])', 'upsert users by email = email (email, status) updated'],
    ['this.seats.insert({ user: ref(User, id), note: status })', 'insert seats (user, note)'],
    ['this.users.qb().insert({ email })', 'insert users (email)'],
    ['this.users.qb().insert({ email }).onConflict("email").ignore()', 'insert users by email = email (email) ignored'],
    ['this.users.qb().insert({ email, status }).onConflict(["email"]).merge(["status"]).execute()', 'upsert users by email = email (email, status) updated'],
    ['this.users.qb().update({ status }).where({ id, status: "open" })', 'update users by id = id, status = open (status)'],
    ['this.users.qb().delete({ email }).execute()', 'delete users by email = email'],
    ['this.em.execute("update users set status = ? where id = ?", [status, id], "run")', 'update users by id = id (status)'],
  ])('%s', (call, expected) => {
    expect(summariesOf(`await ${call};`)).toEqual([expected]);
  });

  it.each([
    ['const count = await this.em.nativeUpdate(User, { id, status }, { status: "done" }); if (count === 0) return;'],
    ['const { affectedRows } = await this.users.qb().update({ status }).where({ id }); if (affectedRows === 0) return;'],
    ['const { affectedRows } = await this.em.execute("delete from users where id = ?", [id], "run"); if (!affectedRows) return;'],
  ])('answer the number of rows: %s', claim => {
    const [, insert] = inService(`${claim} await this.em.insert(Seat, { user: id });`);
    expect(insert?.guards).toHaveLength(1);
  });
});
