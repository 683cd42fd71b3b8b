import { describe, expect, it } from 'vitest';
import { inService, summariesOf } from './in-service.js';

const BY_EMAIL = 'read users by email = email';

describe('conditions of drizzle', () => {
  it.each([
    ['eq(users.email, email)', BY_EMAIL],
    ['eq(email, users.email)', BY_EMAIL],
    ['and(eq(users.email, email), eq(users.status, "open"))', 'read users by email = email, status = open'],
    ['and(eq(users.email, email), undefined)', BY_EMAIL],
    ['and(eq(users.email, email), status ? eq(users.status, status) : undefined)', 'read users by email = email, status = status'],
    ['isNull(users.deletedAt)', 'read users by deletedAt = null'],
    ['isNotNull(users.deletedAt)', 'read users by deletedAt~'],
    ['inArray(users.id, [id])', 'read users by id = id'],
    ['inArray(users.id, dto.ids)', 'read users by id~'],
    ['or(eq(users.email, email), eq(users.status, status))', 'read users by email~, status~'],
    ['or(eq(users.email, email))', BY_EMAIL],
    ['not(eq(users.email, email))', 'read users by email~'],
    ['ne(users.email, email)', 'read users by email~'],
    ['gt(users.logins, 3)', 'read users by logins~'],
    ['lt(users.logins, 3)', 'read users by logins~'],
    ['between(users.logins, 1, 3)', 'read users by logins~'],
    ['like(users.email, "%@x")', 'read users by email~'],
    ['ilike(users.email, name)', 'read users by email~'],
    ['users.isActive', 'read users by isActive = true'],
    ['and(eq(users.id, id), exists(db.select().from(posts).where(eq(posts.userId, users.id))))', 'read users by id = id'],
    ['eq(sql`lower(${users.email})`, email.toLowerCase())', 'read users by email = toLowerCase()'],
    ['sql`lower(${users.email}) = ${email}`', BY_EMAIL],
    ['sql`${users.email} = ${email} and ${users.status} = ${"open"}`', 'read users by email = email, status = open'],
    ['sql`${users.logins} > ${id}`', 'read users by logins~'],
    ['sql`deleted_at is null`', 'read users by deletedAt = null'],
    ['eq(dto.isTeam ? users.teamId : users.id, id)', 'read users by teamId = id, id = id'],
    ['eq(users[dto.column], id)', 'read users by ...'],
    ['inArray(users[dto.column], dto.ids)', 'read users by ...'],
    ['eq(users.id, db.select({ id: posts.userId }).from(posts).limit(1))', 'read users by id = unknown'],
    ['and(...dto.conditions)', 'read users by ...'],
    ['dto.where', 'read users by ...'],
    ['eq(posts.slug, name)', 'read users by posts.slug~'],
  ])('%s', (condition, expected) => {
    expect(summariesOf(`await db.select().from(users).where(${condition});`)).toEqual([expected]);
  });

  it('keeps what a bound is made of', () => {
    const [read] = inService('await db.select().from(users).where(gt(users.logins, id));');
    expect(read?.filter.bounds?.get('logins')).toMatchObject([{ kind: 'parameter', name: 'id' }]);
  });
});

describe('reads of drizzle', () => {
  it.each([
    ['db.select({ id: users.id }).from(users).where(eq(users.email, email)).orderBy(asc(users.id)).limit(1)', BY_EMAIL],
    ['db.selectDistinct().from(users).where(eq(users.email, email))', BY_EMAIL],
    ['db.selectDistinctOn([users.id], { id: users.id }).from(users).where(eq(users.email, email))', BY_EMAIL],
    ['db.select().from(users).innerJoin(posts, eq(posts.userId, users.id)).where(and(eq(users.email, email), eq(posts.slug, name)))',
      'read users by email = email, posts.slug~'],
    ['db.select({ n: count() }).from(users).where(eq(users.email, email))', BY_EMAIL],
    ['db.select({ last: max(posts.position) }).from(posts).where(eq(posts.userId, id))', 'read posts by userId = id of position'],
    ['db.select({ last: sql<number>`coalesce(max(${posts.position}), 0)` }).from(posts)', 'read posts of position'],
    ['db.$count(users, eq(users.email, email))', BY_EMAIL],
    ['db.query.users.findFirst({ where: eq(users.email, email), columns: { id: true } })', BY_EMAIL],
    ['db.query.users.findFirst({ where: (users, { eq, and }) => and(eq(users.email, email)) })', BY_EMAIL],
    ['db.query.users.findFirst({ where: (t, operators) => operators.eq(t.email, email) })', BY_EMAIL],
    ['db.query.users.findMany({ where: { email, status: { ne: "a" }, deletedAt: { isNull: true } }, with: { posts: true } })',
      'read users by email = email, deletedAt = null, status~'],
    ['db.query.users.findMany({ where: { OR: [{ email }, { status }] } })', 'read users by email~, status~'],
    ['db.query.users.findMany()', 'read users'],
    ['db.query.users.findFirst(dto)', 'read users by ...'],
    ['db.select().from(users).where(eq(users.id, id)).for("update")', 'read users by id = id'],
    ['db.select().from(alias(users, "u")).where(eq(users.id, id))', 'read users by users.id~'],
    ['db.select().from(db.select().from(users).where(eq(users.email, email)).as("recent"))', BY_EMAIL],
    ['db.with(db.$with("x").as(db.select().from(users).where(eq(users.email, email)))).select().from(posts).where(eq(posts.slug, name))',
      'read posts by slug = name'],
    ['db.execute(sql`select id from users where email = ${email}`)', BY_EMAIL],
    ['db.execute(sql`select * from ${users} where ${users.teamId} = ${id} and deleted_at is null`)',
      'read users by teamId = id, deletedAt = null'],
    ['db.execute("select id from users where id = 1")', 'read users by id = 1'],
    ['db.execute(sql.raw("select id from users where id = 1"))', 'read users by id = 1'],
  ])('%s', (call, expected) => {
    expect(summariesOf(`await ${call};`)).toEqual([expected]);
  });

  it('fills in the placeholders of a prepared query', () => {
    const body = 'const query = db.select().from(users).where(eq(users.email, sql.placeholder("mail"))).prepare("by"); await query.execute({ mail: email });';
    expect(summariesOf(body)).toEqual([BY_EMAIL]);
    const relational = 'const query = db.query.users.findFirst({ where: eq(users.email, sql.placeholder("mail")) }).prepare(); await query.execute({ mail: email });';
    expect(summariesOf(relational)).toEqual([BY_EMAIL]);
  });

  it.each([
    ['query.where(eq(users.email, email))'],
    ['dto.all ? query.where(eq(users.email, email)) : query.where(eq(users.email, email))'],
  ])('follows a query that is built in steps: %s', step => {
    const body = `let query = db.select().from(users).$dynamic(); query = ${step}; const rows = await query;`;
    expect([...new Set(summariesOf(body))]).toEqual([BY_EMAIL]);
  });

  it('tells what absence looks like', () => {
    const answers = [
      'db.query.users.findFirst({ where: eq(users.email, email) })',
      '(await db.select().from(users).where(eq(users.email, email)))[0]',
      'db.select().from(users).where(eq(users.email, email)).then(rows => rows[0])',
      'db.select().from(users).where(eq(users.email, email)).then(rows => rows.length)',
      'db.$count(users, eq(users.email, email))',
      '(await db.select({ n: count() }).from(users).where(eq(users.email, email)))[0].n',
      '(await db.execute(sql`select id from users where email = ${email}`)).rows[0]',
    ];
    for (const answer of answers) {
      const [read, insert] = inService(`const found = await ${answer}; if (!found) await db.insert(users).values({ email });`);
      expect(read?.kind).toBe('read');
      expect(insert?.guards).toHaveLength(1);
    }
    const [, insert] = inService('const [found] = await db.select().from(users); if (!found) await db.insert(users).values({ email });');
    expect(insert?.guards).toHaveLength(1);
  });
});
