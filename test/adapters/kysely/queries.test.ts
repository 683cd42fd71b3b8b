import { describe, expect, it } from 'vitest';
import { operationsOf, summaryOf } from '../operations-of.js';

const START = "import { Kysely, sql, expressionBuilder, CompiledQuery } from 'kysely';\nconst db = new Kysely<DB>({ dialect });\n";

/** Summaries of what one async function with the given body does. */
const performs = (body: string): readonly string[] =>
  operationsOf({ 'a.ts': `${START}export async function run(email: string, input: Input, id: number) { ${body} }` }, 'a.ts').map(summaryOf);

describe('reads', () => {
  it.each([
    ["await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()", 'read users by email = email'],
    ["await db.selectFrom('app.users as u').select('u.id').where('u.email', '=', email).execute()", 'read users by email = email'],
    ["await db.selectFrom('users').select(['id']).where('email', '=', email).where('id', '>', id).execute()", 'read users by email = email, id~'],
    ["await db.selectFrom('users').selectAll().where('deleted_at', 'is', null).where('verified_at', 'is not', null).execute()", 'read users by deleted_at = null, verified_at~'],
    ["await db.selectFrom('users').selectAll().where('id', 'in', [id]).where('n', 'in', [1, 2]).execute()", 'read users by id = id, n~'],
    ["await db.selectFrom('users').selectAll().where(eb => eb('email', '=', email)).execute()", 'read users by email = email'],
    ["await db.selectFrom('users').selectAll().where(eb => eb.and([eb('email', '=', email), eb('id', '=', id)])).execute()", 'read users by email = email, id = id'],
    ["await db.selectFrom('users').selectAll().where(eb => eb.and({ email, id })).execute()", 'read users by email = email, id = id'],
    ["await db.selectFrom('users').selectAll().where(({ eb, or }) => or([eb('email', '=', email), eb('id', '=', id)])).execute()", 'read users by email~, id~'],
    ["await db.selectFrom('users').selectAll().where(eb => eb('email', '=', email).or('id', '=', id)).execute()", 'read users by email~, id~'],
    ["await db.selectFrom('users').selectAll().where(eb => eb('email', '=', email).and('id', '=', id)).execute()", 'read users by email = email, id = id'],
    ["await db.selectFrom('users').selectAll().where(eb => eb.not(eb('email', '=', email))).execute()", 'read users by email~'],
    ["await db.selectFrom('users').selectAll().where(eb => eb.between('id', 1, 9)).execute()", 'read users by id~'],
    ["await db.selectFrom('users').selectAll().where(eb => eb(eb.fn('lower', ['email']), '=', email)).execute()", 'read users by email = email'],
    ["await db.selectFrom('users').selectAll().where(({ eb, exists, selectFrom }) => exists(selectFrom('orgs').select('id'))).where('id', '=', id).execute()", 'read users by id = id'],
    ["await db.selectFrom('users').selectAll().where(sql`lower(email)`, '=', email).execute()", 'read users by email = email'],
    ["await db.selectFrom('users').selectAll().where(sql<boolean>`lower(email) = ${email} and age > 3`).execute()", 'read users by email = email, age~'],
    ["await db.selectFrom('users').selectAll().where(sql.ref('email'), '=', email).execute()", 'read users by email = email'],
    ["await db.selectFrom('users').innerJoin('orgs', 'orgs.id', 'users.org_id').selectAll().where('orgs.slug', '=', email).where('users.email', '=', email).execute()", 'read users by email = email, orgs.slug~'],
    ["await db.selectFrom('users').selectAll().whereRef('users.a', '=', 'users.b').where('id', '=', id).execute()", 'read users by id = id, a~, b~'],
    ["await db.selectFrom('users').select(db.fn.max('position').as('last')).executeTakeFirst()", 'read users of position'],
    ["await db.selectFrom(db.selectFrom('users').selectAll().where('email', '=', email).as('u')).selectAll().where('id', '=', id).execute()", 'read users by email = email, id = id'],
    ["await db.with('mine', q => q.selectFrom('users').selectAll().where('email', '=', email)).selectFrom('mine').selectAll().execute()", 'read users by email = email'],
    ["await db.with('mine', q => q.selectFrom('users').selectAll()).selectFrom('mine').innerJoin('orgs', 'orgs.id', 'mine.org_id').selectAll().execute()", 'read'],
    ["await db.withSchema('app').selectFrom('users').selectAll().where('id', '=', id).limit(1).orderBy('id').execute()", 'read users by id = id'],
    ["await db.selectFrom('users').selectAll().where('id', '=', id).forUpdate().skipLocked().execute()", 'read users by id = id'],
    ["const eb = expressionBuilder<DB, 'users'>(); await db.selectFrom('users').selectAll().where(eb('id', '=', id)).execute()", 'read users by id = id'],
    ["await sql`SELECT id FROM users WHERE email = ${email}`.execute(db)", 'read users by email = email'],
    ["await sql`SELECT id FROM ${sql.table('users')} WHERE ${sql.ref('email')} = ${email} AND ${sql`id = ${id}`}`.execute(db)", 'read users by email = email, id = id'],
    ["await db.executeQuery(CompiledQuery.raw('SELECT id FROM users WHERE email = $1', [email]))", 'read users by email = email'],
    ["await db.executeQuery(db.selectFrom('users').selectAll().where('id', '=', id).compile())", 'read users by id = id'],
  ])('%s', (body, expected) => {
    expect(performs(body)).toEqual([expected]);
  });
});

describe('writes', () => {
  it.each([
    ["await db.insertInto('users').values({ email, name: 'a' }).execute()", 'insert users (email, name)'],
    ["await db.insertInto('users').values([{ email }, { email: 'b' }]).returning('id').execute()", 'insert users (email)'],
    ["await db.insertInto('users').values(input).execute()", 'insert users (...)'],
    ["await db.insertInto('users').values({ ...input, email }).execute()", 'insert users (email, ...)'],
    ["await db.insertInto('users').values(eb => ({ email, n: eb.lit(1) })).execute()", 'insert users (email, n)'],
    ["await db.insertInto('users').columns(['email']).expression(eb => eb.selectFrom('old').select('email')).execute()", 'insert users (email)'],
    ["await db.insertInto('users').values({ email, n: id }).onConflict(oc => oc.column('email').doNothing()).execute()", 'insert users by email = email (email, n) ignored'],
    ["await db.insertInto('users').values({ email }).onConflict(oc => oc.doNothing()).execute()", 'insert users (email) ignored'],
    ["await db.insertInto('users').values({ email, n: id }).onConflict(oc => oc.columns(['email', 'n']).doUpdateSet({ n: 1 })).execute()", 'upsert users by email = email, n = id (email, n) updated'],
    ["await db.insertInto('users').values({ email }).onConflict(oc => oc.column('email').doUpdateSet(eb => ({ n: eb.ref('excluded.n') })).where('users.n', '<', 3)).execute()", 'upsert users by email = email, n~ (email) updated'],
    ["await db.insertInto('users').values({ email }).onConflict(oc => oc.constraint('users_email_key').doNothing()).execute()", 'insert users (email) ignored'],
    ["await db.insertInto('users').ignore().values({ email }).execute()", 'insert users (email) ignored'],
    ["await db.insertInto('users').orReplace().values({ email }).execute()", 'upsert users (email) updated'],
    ["await db.insertInto('users').values({ email }).onDuplicateKeyUpdate({ n: 1 }).execute()", 'upsert users (email) updated'],
    ["await db.replaceInto('users').values({ email }).execute()", 'upsert users (email) updated'],
    ["await db.mergeInto('users').using('old', 'old.id', 'users.id').whenMatched().thenUpdateSet({ n: 1 }).whenNotMatched().thenInsertValues({ email }).execute()", 'upsert users (email) updated'],
    ["await db.updateTable('users').set({ email }).where('id', '=', id).execute()", 'update users by id = id (email)'],
    ["await db.updateTable('users').set('email', email).where('id', '=', id).execute()", 'update users by id = id (email)'],
    ["await db.updateTable('users as u').set({ email, name: undefined }).where('u.id', '=', id).executeTakeFirst()", 'update users by id = id (email)'],
    ["await db.updateTable('users').from('orgs').set({ n: 1 }).whereRef('orgs.id', '=', 'users.org_id').where('users.id', '=', id).execute()", 'update users by id = id, orgs.id~, org_id~ (n)'],
    ["await db.deleteFrom('users').where('id', '=', id).where('status', '=', 'NEW').execute()", 'delete users by id = id, status = NEW'],
    ["await sql`INSERT INTO users (email) VALUES (${email}) ON CONFLICT (email) DO NOTHING`.execute(db)", 'insert users by email = email (email) ignored'],
    ["await sql`INSERT INTO users (email, name) VALUES (${sql.join([email, 'a'])})`.execute(db)", 'insert users (email, name)'],
    ["await db.with('gone', q => q.deleteFrom('old').where('id', '=', id).returningAll()).insertInto('users').values({ email }).execute()", 'delete old by id = id|insert users (email)'],
  ])('%s', (body, expected) => {
    expect(performs(body)).toEqual(expected.split('|'));
  });
});

describe('written values', () => {
  const written = (set: string): unknown => {
    const text = `${START}export async function run(amount: number, id: number) { await db.updateTable('wallets').set(${set}).where('id', '=', id).execute(); }`;
    const [operation] = operationsOf({ 'a.ts': text }, 'a.ts');
    const value = operation?.columns.entries.get('balance');
    return value?.kind === 'call' ? `${value.callee}(${value.args.map(({ kind }) => kind).join()})` : value?.kind;
  };

  it.each([
    ["eb => ({ balance: eb('balance', '-', amount) })", 'atomic(parameter)'],
    ["{ balance: eb => eb('balance', '+', amount) }", 'atomic(parameter)'],
    ["eb => ({ balance: eb(eb.ref('wallets.balance'), '-', amount) })", 'atomic(parameter)'],
    ['{ balance: sql`balance - ${amount}` }', 'atomic(parameter)'],
    ["{ balance: sql`${sql.ref('balance')} - ${amount}` }", 'atomic(parameter)'],
    ['{ balance: sql`now()` }', 'sql(constant,call)'],
    ['{ balance: amount }', 'parameter'],
    ['eb => ({ balance: eb.val(amount) })', 'parameter'],
  ])('%s', (set, expected) => {
    expect(written(set)).toBe(expected);
  });
});

describe('builders', () => {
  it('do not change', () => {
    expect(performs("const query = db.selectFrom('users').selectAll(); query.where('email', '=', email); await query.execute();")).toEqual(['read users']);
  });

  it('are built over several statements', () => {
    expect(performs("let query = db.selectFrom('users').selectAll(); query = query.where('email', '=', email); if (id) query = query.where('id', '=', id); await query.execute();")).toEqual([
      'read users by email = email, id = id',
    ]);
  });

  it('are executed by another function', () => {
    const text = `${START}const byEmail = (email: string) => db.selectFrom('users').selectAll().where('email', '=', email);\nconst first = async (query: any) => query.executeTakeFirst();\nexport async function run(email: string) { await first(byEmail(email)); }`;
    expect(operationsOf({ 'a.ts': text }, 'a.ts').map(summaryOf)).toContain('read users by email = email');
  });

  it('are changed by $call and $if', () => {
    expect(performs("await db.selectFrom('users').selectAll().$call(q => q.where('email', '=', email)).$if(id > 0, q => q.where('id', '=', id)).execute();")).toEqual([
      'read users by email = email, id = id',
    ]);
  });

  it('do nothing until they are executed', () => {
    expect(performs("await db.deleteFrom('users').where('email', '=', email);")).toEqual([]);
  });
});

describe('clients', () => {
  it.each([
    "import type { Kysely } from 'kysely';\nexport class Users { constructor(private readonly db: Kysely<DB>) {}\n",
    "import { InjectKysely } from 'nestjs-kysely';\nexport class Users { constructor(@InjectKysely() private readonly db: DbClient) {}\n",
    "import { Kysely } from 'kysely';\nclass Database extends Kysely<DB> {}\nexport class Users { constructor(private readonly db: Database) {}\n",
    "import type { Kysely, Transaction } from 'kysely';\ntype Db = Kysely<DB> | Transaction<DB>;\nexport class Users { db!: Db;\n",
  ])('%s', start => {
    const text = `${start} async run(email: string) { await this.db.deleteFrom('users').where('email', '=', email).execute(); } }`;
    expect(operationsOf({ 'a.ts': text }, 'a.ts').map(summaryOf)).toEqual(['delete users by email = email']);
  });
});
