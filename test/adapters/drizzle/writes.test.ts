import { describe, expect, it } from 'vitest';
import { inService, summariesOf } from './in-service.js';

describe('writes of drizzle', () => {
  it.each([
    ['insert(users).values({ email })', ['insert users (email)']],
    ['insert(users).values([{ email, status: undefined }, { email: "b" }]).returning({ id: users.id })', ['insert users (email)']],
    ['insert(users).values({ ...dto, email })', ['insert users (email, ...)']],
    ['insert(users).values(dto.emails.map(email => ({ email })))', ['insert users (email)']],
    ['insert(users).values({ email }).onConflictDoNothing()', ['insert users (email) ignored']],
    ['insert(users).values({ email, status }).onConflictDoNothing({ target: users.email })', ['insert users by email = email (email, status) ignored']],
    ['insert(users).values({ email, status }).onConflictDoUpdate({ target: users.email, set: { status } })',
      ['upsert users by email = email (email, status) updated']],
    ['insert(users).values({ email, teamId: id }).onConflictDoUpdate({ target: [users.teamId, users.email], set: { status } })',
      ['upsert users by teamId = id, email = email (email, teamId) updated']],
    ['insert(users).values({ email }).onConflictDoUpdate({ target: sql`lower(${users.email})`, set: { status } })',
      ['upsert users by email = email (email) updated']],
    ['insert(users).values({ email }).onDuplicateKeyUpdate({ set: { status } })', ['upsert users (email) updated']],
    ['insert(users).ignore().values({ email })', ['insert users (email) ignored']],
    ['insert(posts).select(db.select({ userId: users.id, slug: sql`${name}` }).from(users).where(eq(users.email, email)))',
      ['read users by email = email', 'insert posts (userId, slug)']],
    ['insert(posts).select(qb => qb.select().from(posts).where(eq(posts.id, id)))', ['read posts by id = id', 'insert posts (...)']],
    ['update(users).set({ status, teamId: undefined }).where(eq(users.id, id))', ['update users by id = id (status)']],
    ['update(users).set(dto).where(and(eq(users.id, id), eq(users.status, "open")))', ['update users by id = id, status = open (...)']],
    ['update(users).set({ logins: sql`${users.logins} + 1` }).where(eq(users.id, id)).returning()', ['update users by id = id (logins)']],
    ['update(users).set({ status })', ['update users (status)']],
    ['delete(users).where(eq(users.id, id)).returning()', ['delete users by id = id']],
    ['delete(users)', ['delete users']],
    ['execute(sql`insert into ${users} (${users.email}) values (${email}) on conflict (email) do nothing`)', ['insert users by email = email (email) ignored']],
    ['execute(sql`update users set team_id = ${id} where email = ${email}`)', ['update users by email = email (team_id)']],
    ['execute(sql`update ${users} set team_id = ${id} where email = ${email}`)', ['update users by email = email (teamId)']],
    ['with(db.$with("gone").as(db.delete(posts).where(eq(posts.userId, id)).returning())).select().from(users)',
      ['delete posts by userId = id', 'read users']],
    ['batch([db.insert(users).values({ email }), db.delete(posts).where(eq(posts.userId, id))])',
      ['insert users (email)', 'delete posts by userId = id']],
  ])('%s', (call, expected) => {
    expect(summariesOf(`await db.${call};`)).toEqual(expected);
  });

  it.each([
    ['sql`${users.logins} - ${id}`', 'atomic'],
    ['sql`logins - 1`', 'atomic'],
    ['sql`array_append(${users.logins}, ${id})`', 'atomic'],
    ['dto.up ? sql`${users.logins} + 1` : sql`${users.logins} - 1`', 'choice'],
    ['sql`coalesce(${users.logins}, 0)`', 'sql'],
    ['sql`${users.teamId} + 1`', 'sql'],
    ['users.teamId', 'sql'],
    ['sql`now()`', 'now'],
    ['sql`gen_random_uuid()`', 'randomUUID'],
  ])('says what %s writes', (value, callee) => {
    const [update] = inService(`await db.update(users).set({ logins: ${value} }).where(eq(users.id, id));`);
    const written = update?.columns.entries.get('logins');
    expect(written?.kind === 'call' ? written.callee : written?.kind).toBe(callee);
  });

  it.each([
    ['node-postgres', 'rowCount'],
    ['postgres-js', 'count'],
    ['mysql2', '[0].affectedRows'],
    ['planetscale-serverless', 'rowsAffected'],
    ['libsql', 'rowsAffected'],
    ['better-sqlite3', 'changes'],
    ['d1', 'meta.changes'],
    ['pglite', 'affectedRows'],
  ])('answers the rows changed as %s does', (driver, path) => {
    const client = `import { drizzle } from 'drizzle-orm/${driver}'; const db = drizzle(process.env.URL!);`;
    const property = path.startsWith('[') ? path : `.${path}`;
    for (const call of ['update(users).set({ status }).where(eq(users.id, id))', 'execute(sql`delete from users where id = ${id}`)']) {
      const [write, insert] = inService(`const done = await db.${call}; if (done${property} === 0) return; await db.insert(posts).values({ userId: id });`, client);
      expect(insert?.guards).toMatchObject([{ operand: { left: { shape: 'affected', operation: { kind: write?.kind } } } }]);
    }
  });

  it('answers the rows that were written', () => {
    const [, insert] = inService('const [row] = await db.update(users).set({ status }).where(eq(users.id, id)).returning(); if (!row) return; await db.insert(posts).values({ userId: row.id });');
    expect(insert?.guards).toHaveLength(1);
    const [, second] = inService('const rows = await db.insert(users).values({ email }).onConflictDoNothing().returning(); if (rows.length === 0) return; await db.insert(posts).values({ userId: rows[0].id });');
    expect(second?.guards).toHaveLength(1);
    const [, third] = inService('const [row] = await db.insert(users).values({ email }).returning(); await db.insert(posts).values({ userId: row.id });');
    expect(third?.columns.entries.get('userId')).toMatchObject({ kind: 'member', name: 'id', object: { shape: 'written' } });
  });

  it('knows the methods by which SQLite runs a query', () => {
    const client = "import { drizzle } from 'drizzle-orm/libsql'; const db = drizzle({ connection: { url: 'file:x' } });";
    const body = `
      const found = db.select().from(users).where(eq(users.email, email)).get();
      if (!found) db.insert(users).values({ email }).run();
      db.select().from(users).all();
      db.select().from(users).where(eq(users.id, id)).values();
      db.run(sql\`delete from users where id = \${id}\`);
      const row = db.get(sql\`select * from users where id = \${id}\`);
      if (!row) db.all(sql\`select * from posts\`);`;
    expect(summariesOf(body, client)).toEqual([
      'read users by email = email', 'insert users (email)', 'read users', 'read users by id = id', 'delete users by id = id',
      'read users by id = id', 'read posts',
    ]);
    expect(inService(body, client).map(({ guards }) => guards.length)).toEqual([0, 1, 0, 0, 0, 0, 1]);
  });
});
