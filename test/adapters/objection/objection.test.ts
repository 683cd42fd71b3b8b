import { describe, expect, it } from 'vitest';
import { operationsOf, summaryOf } from '../operations-of.js';

const MODELS = `
import { Model, raw, transaction, UniqueViolationError } from 'objection';
class BaseModel extends Model {}
export class User extends BaseModel { static tableName = 'users'; }
export class Seat extends Model { static get tableName() { return 'seats'; } static idColumn = 'seat_no'; }
`;

const run = (body: string) =>
  operationsOf({ 'app.ts': `${MODELS}export async function run(id, email, status, dto) { ${body} }` }, 'app.ts');

const summariesOf = (body: string): readonly string[] => run(body).map(summaryOf);

describe('objection', () => {
  it.each([
    ['User.query().findOne({ email })', 'read users by email = email'],
    ['User.query().findOne("email", email)', 'read users by email = email'],
    ['User.query().findById(id)', 'read users by id = id'],
    ['Seat.query().findById(id)', 'read seats by seat_no = id'],
    ['User.query().findByIds([1, 2])', 'read users by id~'],
    ['User.query().where({ email }).orderBy("id").first()', 'read users by email = email'],
    ['User.query().where("status", status).resultSize()', 'read users by status = status'],
    ['User.query().findById(id).forUpdate()', 'read users by id = id locked'],
    ['User.query().insert({ email })', 'insert users (email)'],
    ['User.query().insertAndFetch({ email })', 'insert users (email)'],
    ['User.query().insert({ email }).onConflict("email").ignore()', 'insert users by email = email (email) ignored'],
    ['User.query().insert({ email, status }).onConflict("email").merge()', 'upsert users by email = email (email, status) updated'],
    ['User.query().patch({ status }).where({ id, status: "open" })', 'update users by id = id, status = open (status)'],
    ['User.query().findById(id).patch({ status })', 'update users by id = id (status)'],
    ['User.query().patchAndFetchById(id, { status })', 'update users by id = id (status)'],
    ['User.query().patch({ visits: raw("visits + 1") }).findById(id)', 'update users by id = id (visits)'],
    ['User.query().increment("visits", 1).where({ id })', 'update users by id = id (visits)'],
    ['User.query().deleteById(id)', 'delete users by id = id'],
    ['User.query().delete().where({ email })', 'delete users by email = email'],
  ])('%s', (call, expected) => {
    expect(summariesOf(`await ${call};`)).toEqual([expected]);
  });

  it.each([
    ['if (await User.query().findOne({ email })) return;'],
    ['if ((await User.query().where({ email })).length > 0) return;'],
    ['if ((await User.query().where({ email }).resultSize()) > 0) return;'],
    ['const count = await User.query().patch({ status }).where({ id, status: "open" }); if (count === 0) return;'],
    ['const row = await User.query().patchAndFetchById(id, { status }); if (!row) return;'],
    ['await User.query().findById(id).throwIfNotFound();'],
  ])('answers what a condition can test: %s', check => {
    const [, insert] = run(`${check} await Seat.query().insert({ email });`);
    expect(insert?.guards).not.toEqual([]);
  });

  it('queries one row, and those that belong to it', () => {
    expect(summariesOf('const user = await User.query().findById(id); await user.$query().patch({ status });')).toEqual([
      'read users by id = id',
      'update users by id = row.id (status)',
    ]);
    expect(summariesOf('const user = await User.query().findById(id); await user.$relatedQuery("seats").insert({ status });')).toEqual([
      'read users by id = id',
      'insert (status)',
    ]);
  });

  it.each([
    'await User.transaction(async trx => { await User.query(trx).insert({ email }); await Seat.query().insert({ email }); });',
    'await transaction(User.knex(), async trx => { await User.query(trx).insert({ email }); await Seat.query().insert({ email }); });',
    'await transaction(User, async User => { await User.query().insert({ email }); await Seat.query().insert({ email }); });',
  ])('is in the transaction that it is given: %s', body => {
    const [inside, outside] = run(body);
    expect(inside?.transaction).toMatchObject({ isolation: 'default' });
    expect(outside?.transaction).toBeUndefined();
  });

  it('begins and commits by hand', () => {
    expect(summariesOf('const trx = await User.startTransaction(); await User.query(trx).insert({ email }); await trx.commit();')).toEqual([
      'begin',
      'insert users (email)',
      'commit',
    ]);
  });
});
