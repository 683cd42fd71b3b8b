import { describe, expect, it } from 'vitest';
import { changeLine } from '../../schema/change-line.js';
import { changesOf, operationsOf } from '../operations-of.js';

const changes = (code: string): readonly string[] =>
  changesOf({ 'migration.ts': code }, 'migration.ts').map(changeLine);

describe('SQL text that changes the schema', () => {
  it('is a definition in a migration of TypeORM', () => {
    expect(
      changes(`import { MigrationInterface, QueryRunner } from 'typeorm';
export class Keys1 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(\`CREATE TABLE "users" ("id" SERIAL NOT NULL, "email" character varying NOT NULL,
      CONSTRAINT "UQ_1" UNIQUE ("email"), CONSTRAINT "PK_1" PRIMARY KEY ("id"))\`);
    await queryRunner.query('ALTER TABLE \`orders\` ADD UNIQUE INDEX \`IDX_1\` (\`number\`)');
  }
}`),
    ).toEqual([
      'create-table users: id! email; unique UQ_1 (email) @5; primary key PK_1 (id) @5',
      'add-unique orders: unique IDX_1 (number) @6',
    ]);
  });

  it('is a definition through Knex, with the line of the call and those in the text', () => {
    expect(
      changes(`import type { Knex } from 'knex';
export async function up(knex: Knex): Promise<void> {
  await knex.raw(\`
    -- once a day
    CREATE UNIQUE INDEX reports_day ON reports (day)
      WHERE deleted_at IS NULL;
    DROP INDEX old_reports_day;
  \`);
}
export async function down(knex: Knex) {
  await knex.raw('DROP INDEX ??', ['reports_day']);
}`),
    ).toEqual([
      'add-unique reports: unique reports_day (day) where deleted_at IS NULL @5',
      'drop-unique ? old_reports_day',
    ]);
  });

  it('is one operation, beside those of the other statements', () => {
    const code = `import { Pool } from 'pg';
const pool = new Pool();
export const up = () => pool.query(\`
  ALTER TABLE users ADD COLUMN slug text, ADD UNIQUE (slug);
  UPDATE users SET slug = name;
  ALTER TABLE users ALTER COLUMN slug SET NOT NULL\`);`;
    const operations = operationsOf({ 'migration.ts': code }, 'migration.ts');
    expect(operations.map(({ kind, resource }) => `${kind} ${resource.name ?? ''}`)).toEqual([
      'define users',
      'update users',
    ]);
    expect(operations[0]?.changes?.map(changeLine)).toEqual([
      'add-column users.slug? @4',
      'add-unique users: unique users_slug_key (slug) @4',
      'alter-column users.slug not null',
    ]);
  });

  it('leaves out what the code makes up at run time', () => {
    expect(
      changes(`import { Pool } from 'pg';
const pool = new Pool();
const kept = 'audit';
export async function up(table: string, column: string) {
  await pool.query(\`ALTER TABLE \${table} ADD UNIQUE (email)\`);
  await pool.query(\`CREATE TABLE logs (id serial PRIMARY KEY, name text, UNIQUE (\${column}, name))\`);
  await pool.query(\`CREATE TABLE \${kept}_log (id int PRIMARY KEY)\`);
}`),
    ).toEqual([
      'create-table logs...: id! name?; primary key logs_pkey (id) @6',
      'create-table audit_log: id; primary key audit_log_pkey (id) @7',
    ]);
  });

  it.each([
    "SELECT 'create table users (id int)'",
    'INSERT INTO drops (created, altered) VALUES (1, 2)',
    'CREATE EXTENSION citext',
  ])('is none where it only speaks of it: %s', text => {
    expect(
      changes(
        `import { Pool } from 'pg';\nexport const run = () => new Pool().query(${JSON.stringify(text)});`,
      ),
    ).toEqual([]);
  });
});
