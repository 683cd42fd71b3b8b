import type { Operation } from '../../../src/operations/operation.js';
import { operationsOf, summaryOf } from '../operations-of.js';

const SCHEMA = `import { boolean, integer, pgTable, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
export const users = pgTable('users', {
  id: serial('id').primaryKey(), email: text('email').notNull(), status: text('status'), logins: integer('logins'),
  teamId: integer('team_id'), isActive: boolean('is_active'), deletedAt: timestamp('deleted_at'),
}, t => [uniqueIndex('users_email').on(t.email)]);
export const posts = pgTable('posts', { id: serial('id').primaryKey(), userId: integer('user_id'), slug: text('slug'), position: integer('position') });
`;

const HEAD = `import { alias } from 'drizzle-orm/pg-core';
import { and, asc, between, count, eq, exists, gt, ilike, inArray, isNotNull, isNull, like, lt, max, ne, not, or, sql } from 'drizzle-orm';
import { users, posts } from './schema';
import * as schema from './schema';
`;

const CLIENT = `import { drizzle } from 'drizzle-orm/node-postgres';
const db = drizzle(process.env.DATABASE_URL!, { schema });
`;

/** Operations of a function with `email`, `id`, `status`, `name` and `dto` in scope, on the client that is given. */
export const inService = (body: string, client = CLIENT): readonly Operation[] =>
  operationsOf(
    {
      'schema.ts': SCHEMA,
      'app.ts': `${HEAD}${client}export async function run(email: string, id: number, status: string, name: string, dto: any) { ${body} }`,
    },
    'app.ts',
  );

export const summariesOf = (body: string, client?: string): readonly string[] =>
  inService(body, client).map(summaryOf);
