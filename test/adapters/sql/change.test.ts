import { describe, expect, it } from 'vitest';
import { readSql } from '../../../src/adapters/sql/statement.js';
import { brief } from './brief.js';

describe('updates', () => {
  it.each<[string, Record<string, unknown>[]]>([
    [
      'UPDATE accounts SET balance = balance - $1, updated_at = now() WHERE id = $2 AND balance >= $1',
      [{ kind: 'update', table: 'accounts', where: { id: '$2' }, compared: ['balance'], unfiltered: false, columns: { balance: '<balance - ?> of balance $1', updated_at: '<now()> of time' } }],
    ],
    [
      `update orders set status = 'paid', version = version + 1 where id = ? and status = 'open' and version = ? `,
      [{ kind: 'update', table: 'orders', where: { id: '$1', status: '"open"', version: '$2' }, unfiltered: false, columns: { status: '"paid"', version: '<version + 1> of version' } }],
    ],
    [
      'update users set (a, b) = ($1, $2) where id = $3',
      [{ kind: 'update', table: 'users', where: { id: '$3' }, unfiltered: false, columns: { a: '$1', b: '$2' } }],
    ],
    [
      'update only app.users u set name = $1 from teams t where t.id = u.team_id and t.slug = $2',
      [{ kind: 'update', table: 'users', where: { team_id: 'teams.id' }, unfiltered: false, columns: { name: '$1' } }],
    ],
    [
      'update users set n = n + 1',
      [{ kind: 'update', table: 'users', columns: { n: '<n + 1> of n' } }],
    ],
    [
      'UPDATE users SET token = NULL, active = false WHERE token = $1 RETURNING id',
      [{ kind: 'update', table: 'users', where: { token: '$1' }, unfiltered: false, columns: { token: 'null', active: 'false' }, selected: { id: 'id' }, returning: true }],
    ],
    [
      `UPDATE jobs SET status = 'running' WHERE id = (SELECT id FROM jobs WHERE status = 'due' LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING *`,
      [{ kind: 'update', table: 'jobs', where: { id: `<(SELECT id FROM jobs WHERE status = 'due' LIMIT 1 FOR UPDATE SKIP LOCKED)>` }, compared: ['status'], unfiltered: false, columns: { status: '"running"' }, returning: true, nested: [{ kind: 'select', table: 'jobs', where: { status: '"due"' }, unfiltered: false, rowLock: true, selected: { id: 'id' } }] }],
    ],
    [
      `WITH due AS (SELECT id FROM jobs WHERE status = 'due' FOR UPDATE SKIP LOCKED) UPDATE jobs SET status = 'running' FROM due WHERE jobs.id = due.id`,
      [{ kind: 'update', table: 'jobs', where: { id: 'due.id' }, compared: ['status'], unfiltered: false, columns: { status: '"running"' }, nested: [{ kind: 'select', table: 'jobs', where: { status: '"due"' }, unfiltered: false, rowLock: true, selected: { id: 'id' } }] }],
    ],
    [
      `update orders o join users u on u.id = o.user_id set o.status = 'x' where u.id = ?`,
      [{ kind: 'update', table: 'orders', unfiltered: false, columns: { status: '"x"' } }],
    ],
  ])('%s', (text, expected) => expect(readSql(text).map(brief)).toEqual(expected));
});

describe('deletes', () => {
  it.each<[string, Record<string, unknown>[]]>([
    [
      'DELETE FROM tokens WHERE token = $1 AND expires_at > now() RETURNING user_id',
      [{ kind: 'delete', table: 'tokens', where: { token: '$1' }, compared: ['expires_at'], unfiltered: false, selected: { user_id: 'user_id' }, returning: true }],
    ],
    [
      'delete from tokens t using users u where t.user_id = u.id and u.email = $1',
      [{ kind: 'delete', table: 'tokens', where: { user_id: 'users.id' }, unfiltered: false }],
    ],
    [
      'DELETE o FROM orders o JOIN users u ON u.id = o.user_id WHERE o.id = ?',
      [{ kind: 'delete', table: 'orders', where: { id: '$1' }, unfiltered: false }],
    ],
    [
      'delete from sessions',
      [{ kind: 'delete', table: 'sessions' }],
    ],
    [
      'truncate table users',
      [{ kind: 'delete', table: 'users' }],
    ],
  ])('%s', (text, expected) => expect(readSql(text).map(brief)).toEqual(expected));
});
