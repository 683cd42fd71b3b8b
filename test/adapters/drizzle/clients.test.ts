import { describe, expect, it } from 'vitest';
import { operationsOf, summaryOf } from '../operations-of.js';
import { summariesOf } from './in-service.js';

const READ = 'read users by email = email';

describe('where drizzle is reached', () => {
  it.each([
    ["import { drizzle } from 'drizzle-orm/node-postgres'; import { Pool } from 'pg'; const db = drizzle(new Pool(), { schema });"],
    ["import { drizzle } from 'drizzle-orm/node-postgres'; import { Pool } from 'pg'; const db = drizzle({ client: new Pool(), schema });"],
    ["import { drizzle } from 'drizzle-orm/postgres-js'; import postgres from 'postgres'; const db = drizzle(postgres(process.env.URL!), { schema, logger: true });"],
    ["import { drizzle } from 'drizzle-orm/mysql2'; const db = drizzle({ connection: { uri: process.env.URL! }, schema, mode: 'default' });"],
    ["import { drizzle } from 'drizzle-orm/better-sqlite3'; import Database from 'better-sqlite3'; const db = drizzle(new Database('x.db'), { schema });"],
    ["import { drizzle } from 'drizzle-orm/libsql'; import { createClient } from '@libsql/client'; const db = drizzle(createClient({ url: 'file:x' }), { schema });"],
    ["import { drizzle } from 'drizzle-orm/neon-http'; import { neon } from '@neondatabase/serverless'; const db = drizzle(neon(process.env.URL!), { schema });"],
    ["import { drizzle } from 'drizzle-orm/neon-serverless'; const db = drizzle(process.env.URL!, { schema });"],
    ["import { drizzle } from 'drizzle-orm/pglite'; const db = drizzle({ schema });"],
    ["import { drizzle } from 'drizzle-orm/vercel-postgres'; const db = drizzle({ schema });"],
    ["import { drizzle } from 'drizzle-orm/bun-sqlite'; const db = drizzle('x.db', { schema });"],
    ["import { drizzle } from 'drizzle-orm/bun-sql'; const db = drizzle(process.env.URL!, { schema });"],
    ["import { drizzle } from 'drizzle-orm/d1'; const make = env => drizzle(env.DB, { schema }); const db = make(globalThis);"],
    ["import { drizzle } from 'drizzle-orm'; const db = await drizzle('node-postgres', { connection: process.env.URL, schema });"],
    ["import { drizzle } from 'drizzle-orm/node-postgres'; import { withReplicas } from 'drizzle-orm/pg-core'; const db = withReplicas(drizzle(process.env.A!, { schema }), [drizzle(process.env.B!, { schema })]);"],
    ["import { drizzle } from 'drizzle-orm/node-postgres'; import { defineRelations } from 'drizzle-orm'; const relations = defineRelations(schema, r => ({})); const db = drizzle(process.env.A!, { relations });"],
    ["import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'; const db: PostgresJsDatabase<typeof schema> = (globalThis as any).db;"],
    ["const { drizzle } = require('drizzle-orm/node-postgres'); const db = drizzle(process.env.URL, { schema });"],
  ])('%s', client => {
    expect(summariesOf('await db.select().from(users).where(eq(users.email, email)); await db.query.users.findFirst({ where: eq(users.email, email) });', client))
      .toEqual([READ, READ]);
  });

  it.each([
    'NodePgDatabase<typeof schema>', 'MySql2Database<typeof schema>', 'BetterSQLite3Database<typeof schema>', 'LibSQLDatabase<typeof schema>',
    'PgDatabase<any, typeof schema>', 'PgTransaction<any, typeof schema, ExtractTablesWithRelations<typeof schema>>', 'DrizzleD1Database<typeof schema>',
    'BaseSQLiteDatabase<"async", any, typeof schema>',
  ])('by the type %s', type => {
    const client = `import type { ${type.split('<')[0] ?? ''} } from 'drizzle-orm/some-driver'; import type { ExtractTablesWithRelations } from 'drizzle-orm';
      export class Repository { constructor(private readonly db: ${type}) {} find(email: string) { return this.db.query.users.findFirst({ where: eq(users.email, email) }); } }
      declare const db: ${type};`;
    expect(summariesOf('await new Repository(db).find(email);', client)).toContain(READ);
  });

  it('from another file, and by its own type', () => {
    const files = {
      'schema.ts': "import { pgTable, text, serial } from 'drizzle-orm/pg-core'; export const members = pgTable('users', { id: serial().primaryKey(), email: text() });",
      'db.ts': `import { drizzle } from 'drizzle-orm/node-postgres'; import * as tables from './schema'; export const db = drizzle(process.env.URL!, { schema: { ...tables } });
        export type Database = typeof db; export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];`,
      'app.ts': `import { db, type Database, type Tx } from './db'; import { members } from './schema'; import { eq } from 'drizzle-orm';
        const find = (on: Database | Tx, email) => on.query.members.findFirst({ where: eq(members.email, email) });
        export async function run(email) { await find(db, email); await db.transaction(tx => find(tx, email)); }
        export async function given(tx: Tx, email) { return find(tx, email); }`,
    };
    const operations = operationsOf(files, 'app.ts');
    expect(new Set(operations.map(summaryOf))).toEqual(new Set([READ]));
  });

  it('from a file that exports all of drizzle before it', () => {
    const files = {
      'schema.ts': "export * from 'drizzle-orm/pg-core'; export * from './tables';",
      'tables.ts': "import { pgTable, text } from 'drizzle-orm/pg-core'; export const accounts = pgTable('accounts', { email: text('email') });",
      'db.ts': `export * from 'drizzle-orm'; export * from 'some-package'; export * from './client';`,
      'client.ts': "import { drizzle } from 'drizzle-orm/libsql/http'; import * as schema from './schema'; export const db = drizzle({ connection: process.env.URL!, schema });",
      'app.ts': `import { db, eq } from './db'; import { accounts } from './schema';
        export const run = async email => { await db.query.accounts.findFirst({ where: eq(accounts.email, email) }); };`,
    };
    expect(operationsOf(files, 'app.ts').map(summaryOf)).toEqual(['read accounts by email = email']);
  });

  it('takes the key for the name of a table whose schema cannot be read', () => {
    const client = "import { drizzle } from 'drizzle-orm/node-postgres'; const db = drizzle(process.env.URL!, { schema: loaded() });";
    expect(summariesOf('await db.query.users.findFirst({ where: (t, { eq }) => eq(t.email, email) });', client)).toEqual([READ]);
  });

  it('leaves a table that is a variable unnamed', () => {
    const body = 'const table = dto.table; await db.select().from(table).where(eq(table.email, email)); await db.insert(table).values({ email });';
    expect(summariesOf(body)).toEqual(['read by email = email', 'insert (email)']);
  });

  it("hands out the driver's own client", () => {
    const client = "import { drizzle } from 'drizzle-orm/node-postgres'; import { Pool } from 'pg'; const db = drizzle({ client: new Pool() });";
    expect(summariesOf('await db.$client.query("DELETE FROM users WHERE id = $1", [id]);', client)).toEqual(['delete users by id = id']);
  });
});
