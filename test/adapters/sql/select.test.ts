import { describe, expect, it } from 'vitest';
import { readSql } from '../../../src/adapters/sql/statement.js';
import { brief } from './brief.js';

describe('a select names its table and what it looks up by', () => {
  it.each<[string, Record<string, unknown>[]]>([
    [
      'SELECT id FROM public."User" u WHERE u.email = $1 AND u.deleted_at IS NULL LIMIT 1',
      [{ kind: 'select', table: 'User', where: { email: '$1', deleted_at: 'null' }, unfiltered: false, selected: { id: 'id' } }],
    ],
    [
      'SELECT * FROM "Order" WHERE "userId" = $1 AND status = ANY($2::text[])',
      [{ kind: 'select', table: 'Order', where: { userId: '$1' }, compared: ['status'], unfiltered: false }],
    ],
    [
      "SELECT `u`.`id` FROM `app`.`users` `u` WHERE `u`.`email`=? AND `u`.`status`='it\\'s; ok' LIMIT 1",
      [{ kind: 'select', table: 'users', where: { email: '$1', status: `"it's; ok"` }, unfiltered: false, selected: { id: 'users.id' } }],
    ],
    [
      'SELECT "User".id FROM "User" WHERE "User"."email" = $1::text',
      [{ kind: 'select', table: 'User', where: { email: '$1' }, unfiltered: false, selected: { id: 'User.id' } }],
    ],
    [
      'select id from users where $1 = email and 1 = 1',
      [{ kind: 'select', table: 'users', where: { email: '$1' }, unfiltered: false, selected: { id: 'id' } }],
    ],
    [
      'select id from users where id = :id and name = @name',
      [{ kind: 'select', table: 'users', where: { id: ':id', name: ':name' }, unfiltered: false, selected: { id: 'id' } }],
    ],
    [
      'select id from users',
      [{ kind: 'select', table: 'users', selected: { id: 'id' } }],
    ],
    [
      'select id from users where (tenant_id, email) = ($1, $2)',
      [{ kind: 'select', table: 'users', where: { tenant_id: '$1', email: '$2' }, unfiltered: false, selected: { id: 'id' } }],
    ],
    [
      'select id from users where lower(email) = lower($1)',
      [{ kind: 'select', table: 'users', where: { email: '<lower(?)> of $1' }, unfiltered: false, selected: { id: 'id' } }],
    ],
    [
      'select id from users where active and not deleted and verified is true',
      [{ kind: 'select', table: 'users', where: { active: 'true', deleted: 'false', verified: 'true' }, unfiltered: false, selected: { id: 'id' } }],
    ],
    [
      'select id from users where ref is not distinct from $1',
      [{ kind: 'select', table: 'users', where: { ref: '$1' }, unfiltered: false, selected: { id: 'id' } }],
    ],
    [
      'TABLE users',
      [{ kind: 'select', table: 'users' }],
    ],
  ])('%s', (text, expected) => expect(readSql(text).map(brief)).toEqual(expected));
});

describe('comparisons other than equality are not looked up by', () => {
  it.each<[string, Record<string, unknown>[]]>([
    [
      'select id from users where email = $1 or phone = $2',
      [{ kind: 'select', table: 'users', compared: ['email', 'phone'], unfiltered: false, selected: { id: 'id' } }],
    ],
    [
      'select id from users where tenant_id = $1 and (email = $2 or phone = $3)',
      [{ kind: 'select', table: 'users', where: { tenant_id: '$1' }, compared: ['email', 'phone'], unfiltered: false, selected: { id: 'id' } }],
    ],
    [
      'select id from users where id in ($1) and age > 3 and name like $2 and deleted_at is not null and born between $3 and $4',
      [{ kind: 'select', table: 'users', compared: ['id', 'age', 'name', 'deleted_at', 'born'], unfiltered: false, selected: { id: 'id' } }],
    ],
    [
      `select id from users where data->>'key' = $1 and date(created_at) = $2`,
      [{ kind: 'select', table: 'users', compared: ['data', 'created_at'], unfiltered: false, selected: { id: 'id' } }],
    ],
    [
      'select id from users where created_at = updated_at',
      [{ kind: 'select', table: 'users', compared: ['created_at', 'updated_at'], unfiltered: false, selected: { id: 'id' } }],
    ],
  ])('%s', (text, expected) => expect(readSql(text).map(brief)).toEqual(expected));
});

describe('joins and sources', () => {
  it.each<[string, Record<string, unknown>[]]>([
    [
      `select o.id from orders o join users u on u.id = o.user_id where u.email = ? and o.status = 'open'`,
      [{ kind: 'select', table: 'orders', where: { status: '"open"' }, unfiltered: false, selected: { id: 'orders.id' } }],
    ],
    [
      'select * from orders, users where orders.user_id = users.id and orders.no = $1',
      [{ kind: 'select', table: 'orders', where: { user_id: 'users.id', no: '$1' }, unfiltered: false }],
    ],
    [
      'SELECT o.id FROM orders o LEFT JOIN payments p ON p.order_id = o.id WHERE o.no = $1 AND p.id IS NULL',
      [{ kind: 'select', table: 'orders', where: { no: '$1' }, unfiltered: false, selected: { id: 'orders.id' } }],
    ],
    [
      'select count(*) from (select 1 from orders where user_id = $1 limit 5) few',
      [{ kind: 'select', table: 'orders', where: { user_id: '$1' }, unfiltered: false, aggregate: { function: 'count', alias: 'count' }, selected: { count: '<count(*)>' } }],
    ],
    [
      'with found as (select id from users where email = $1) select f.id from found f join roles r on r.user_id = f.id',
      [{
        kind: 'select', table: 'roles', moreConditions: ['<>'], selected: { id: 'found.id' },
        nested: [{ kind: 'select', table: 'users', where: { email: '$1' }, unfiltered: false, selected: { id: 'id' } }],
      }],
    ],
    [
      'with found as (select id from users where email = $1) select id from found',
      [{ kind: 'select', table: 'users', where: { email: '$1' }, unfiltered: false, selected: { id: 'id' } }],
    ],
    [
      'select id from users where email = $1 union select id from archived_users where email = $1',
      [{ kind: 'select', table: 'users', where: { email: '$1' }, unfiltered: false, selected: { id: 'id' }, nested: [{ kind: 'select', table: 'archived_users', where: { email: '$1' }, unfiltered: false, selected: { id: 'id' } }] }],
    ],
    [
      'select id from orders where user_id in (select id from users where email = $1)',
      [{ kind: 'select', table: 'orders', compared: ['user_id'], unfiltered: false, selected: { id: 'id' }, nested: [{ kind: 'select', table: 'users', where: { email: '$1' }, unfiltered: false, selected: { id: 'id' } }] }],
    ],
  ])('%s', (text, expected) => expect(readSql(text).map(brief)).toEqual(expected));
});

describe('row locks', () => {
  it.each<[string, Record<string, unknown>[]]>([
    [
      'select id from users where id = $1 for update',
      [{ kind: 'select', table: 'users', where: { id: '$1' }, unfiltered: false, rowLock: true, selected: { id: 'id' } }],
    ],
    [
      `select id from jobs where status = 'due' order by id limit 1 for update skip locked`,
      [{ kind: 'select', table: 'jobs', where: { status: '"due"' }, unfiltered: false, rowLock: true, selected: { id: 'id' } }],
    ],
    [
      'select id from users where id = $1 for no key update of users nowait',
      [{ kind: 'select', table: 'users', where: { id: '$1' }, unfiltered: false, rowLock: true, selected: { id: 'id' } }],
    ],
    [
      'select id from users where id = $1 for share',
      [{ kind: 'select', table: 'users', where: { id: '$1' }, unfiltered: false, selected: { id: 'id' } }],
    ],
    [
      'select id from users where id = ? lock in share mode',
      [{ kind: 'select', table: 'users', where: { id: '$1' }, unfiltered: false, selected: { id: 'id' } }],
    ],
    [
      'SELECT id FROM users WITH (UPDLOCK, HOLDLOCK) WHERE email = @email',
      [{ kind: 'select', table: 'users', where: { email: ':email' }, unfiltered: false, rowLock: true, selected: { id: 'id' } }],
    ],
  ])('%s', (text, expected) => expect(readSql(text).map(brief)).toEqual(expected));
});
