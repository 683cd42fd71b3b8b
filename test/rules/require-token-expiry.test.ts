import { describe, expect, it } from 'vitest';
import rule from '../../rules/require-token-expiry.js';
import { briefOf, findingsOf, textOf } from './findings-of.js';

const found = (code: string): readonly string[] => briefOf(findingsOf(rule, code));

const code = (body: string): string => `import Redis from 'ioredis';
const redis = new Redis();
export async function start(token: string, userId: string, options: string[]) {
  ${body}
}`;

describe('a token in redis', () => {
  it('is reported without an expiry', () => {
    const [finding] = findingsOf(rule, code('await redis.set(`password-reset:${token}`, userId);'));
    expect(finding).toMatchObject({ messageId: 'endless', loc: { start: { line: 4 } } });
    expect(finding && textOf(rule, finding)).toMatch(/^A token under `password-reset:` that nobody uses/u);
  });

  it('is reported when the expiry comes in a second command', () => {
    expect(found(code("await redis.set(`otp:${userId}`, token);\n  await redis.expire(`otp:${userId}`, 60);"))).toEqual(['4 twoSteps']);
  });

  it.each([
    "await redis.set(`otp:${userId}`, token, 'EX', 60);",
    'await redis.setex(`otp:${userId}`, 60, token);',
    'await redis.set(`otp:${userId}`, token, ...options);',
    'await redis.multi().set(`otp:${userId}`, token).expire(`otp:${userId}`, 60).exec();',
    'await redis.incr(`otp:attempts:${userId}`);',
    'await redis.set(`profile:${userId}`, token);',
  ])('is left alone: %s', body => {
    expect(found(code(body))).toEqual([]);
  });
});

describe('a token in a table', () => {
  const insert = (columns: string): Readonly<Record<string, string>> => ({
    'app.ts': `import { Pool } from 'pg';
const pool = new Pool();
export async function start(token: string, userId: number) {
  await pool.query('INSERT INTO password_resets (token, user_id) VALUES ($1, $2)', [token, userId]);
}`,
    'schema.sql': `CREATE TABLE password_resets (token text PRIMARY KEY, user_id integer NOT NULL${columns});`,
  });

  it('is reported when no column says when it ends', () => {
    expect(briefOf(findingsOf(rule, insert('')))).toEqual(['4 undated']);
  });

  it('is left alone when one does', () => {
    expect(briefOf(findingsOf(rule, insert(', created_at timestamptz DEFAULT now()')))).toEqual([]);
  });
});
