import { describe, expect, it } from 'vitest';
import { operationsOf, summaryOf } from '../operations-of.js';

const START = "import knex from 'knex';\nconst db = knex({ client: 'pg' });\n";

/** Summaries of what one async function with the given body does. */
const performs = (body: string): readonly string[] =>
  operationsOf({ 'a.ts': `${START}export async function run(email: string, input: Input, id: number) { ${body} }` }, 'a.ts').map(summaryOf);

describe('reads', () => {
  it.each([
    ["await db('users').where({ email }).first()", 'read users by email = email'],
    ["await db('users as u').where('u.email', email)", 'read users by email = email'],
    ["await db.select('*').from('users').where('email', '=', email)", 'read users by email = email'],
    ["await db.table('app.users').where('email', email).andWhere('id', '>', id)", 'read users by email = email, id~'],
    ["await db<User>({ u: 'users' }).where('u.email', email).limit(1)", 'read users by email = email'],
    ["await db.queryBuilder().from('users').whereNull('deleted_at').whereNotNull('verified_at')", 'read users by deleted_at = null, verified_at~'],
    ["await db('users').whereIn('id', [id, 2]).orWhere('email', email)", 'read users by id~, email~'],
    ["await db('users').where(input)", 'read users by ...'],
    ["await db('users').where({ email }).forUpdate().first()", 'read users by email = email'],
    ["await db('users').join('orgs', 'orgs.id', 'users.org_id').where('orgs.slug', email).where('users.email', email)", 'read users by email = email, orgs.slug~'],
    ["await db('users').whereRaw('lower(email) = ? and age > ?', [email, 3])", 'read users by email = email, age~'],
    ["await db('users').whereRaw('?? = ?', ['email', email])", 'read users by email = email'],
    ["await db('users').max('position as last').first()", 'read users of position'],
    ["await db('users').withSchema('app').select('id').pluck('id')", 'read users'],
    ["await db('users').where(function () { this.where('email', email).orWhere('id', id) })", 'read users by email~, id~'],
    ["await db('users').where(q => q.where('email', email).where('id', id))", 'read users by email = email, id = id'],
    ["await db('users').modify(q => { q.where('email', email); })", 'read users by email = email'],
    ["await db(`${input.schema}.users`).where({ email })", 'read users by email = email'],
    ["await db.select('*').from(db('users').where({ email }).as('inner')).where('id', id)", 'read users by email = email, id = id'],
  ])('%s', (body, expected) => {
    expect(performs(body)).toEqual([expected]);
  });
});

describe('writes', () => {
  it.each([
    ["await db('users').insert({ email, name: 'a' })", 'insert users (email, name)'],
    ["await db.insert([{ email }, { email: 'b' }]).into('users')", 'insert users (email)'],
    ["await db.batchInsert('users', [{ email }], 30)", 'insert users (email)'],
    ["await db('users').insert({ email, id }).onConflict('email').ignore()", 'insert users by email = email (email, id) ignored'],
    ["await db('users').insert({ email, id }).onConflict(['email', 'id']).merge(['id'])", 'upsert users by email = email, id = id (email, id) updated'],
    ["await db('users').insert({ email }).onConflict(db.raw('(email) where deleted_at is null')).merge().where('id', '<', 3)", 'upsert users by email = email, id~ (email) updated'],
    ["await db('users').where({ id }).update({ email })", 'update users by id = id (email)'],
    ["await db('users').where({ id }).update('email', email)", 'update users by id = id (email)'],
    ["await db('users').where({ id }).increment('visits', 1).update({ email })", 'update users by id = id (email, visits)'],
    ["await db('users').where({ id, status: 'NEW' }).del()", 'delete users by id = id, status = NEW'],
  ])('%s', (body, expected) => {
    expect(performs(body)).toEqual([expected]);
  });
});

describe('builders', () => {
  it('are changed in place', () => {
    expect(performs("const query = db('users'); query.where('email', email); if (id) query.where('id', id); await query.first();")).toEqual([
      'read users by email = email, id = id',
    ]);
  });

  it('are changed by each call of a closure', () => {
    const body = "const query = db('users'); const filter = (name: string) => { query.where(name, 1); }; filter('a'); filter('b'); await query;";
    expect(performs(body)).toEqual(['read users by a = 1, b = 1']);
  });

  it('take every column of an object whose entries are added one by one', () => {
    const add = "const query = db('users'); Object.entries(match).forEach(([key, value]) => query.andWhere(key, value)); return query.first();";
    const text = `${START}async function find(match: Match) { ${add} }\nexport const run = async (email: string) => { await find({ email }); await find({ ...input }); };`;
    expect(operationsOf({ 'a.ts': text }, 'a.ts').map(summaryOf)).toEqual(['read users by email = email', 'read users by ...', 'read users by ...']);
  });

  it('are copied by clone', () => {
    expect(performs("const query = db('users').where({ email }); await query.clone().where({ id }); await query.delete();")).toEqual([
      'read users by email = email, id = id',
      'delete users by email = email',
    ]);
  });

  it('do nothing until they are awaited', () => {
    expect(performs("const query = db('users').where({ email }).del();")).toEqual([]);
  });

  it('run where the caller awaits them', () => {
    const text = `${START}const find = (email: string) => db('users').where({ email }).first();\nexport async function run(email: string) { const user = await find(email); if (!user) await Promise.all([db('users').insert({ email })]); }`;
    const operations = operationsOf({ 'a.ts': text }, 'a.ts');
    expect(operations.slice(-2).map(summaryOf)).toEqual(['read users by email = email', 'insert users (email)']);
  });

  it('run in then', () => {
    expect(performs("return db('users').where({ email }).first().then(user => user ?? db('users').insert({ email }));")).toEqual([
      'read users by email = email',
      'insert users (email)',
    ]);
  });

  it('start anew in a getter', () => {
    const text = `${START}export class Users { private get table() { return db('users'); }\n async run(email: string) { const user = await this.table.where({ email }).first(); if (!user) await this.table.where('id', 1).del(); } }`;
    expect(operationsOf({ 'a.ts': text }, 'a.ts').map(summaryOf)).toEqual(['read users', 'read users by email = email', 'delete users by id = 1']);
  });
});
