import { describe, expect, it } from 'vitest';
import { readSql } from '../../../src/adapters/sql/statement.js';
import { brief } from './brief.js';

describe('an insert tells its columns', () => {
  it.each<[string, Record<string, unknown>[]]>([
    [
      `insert into users (email, name) values ($1, 'x'), ($2, 'y')`,
      [{ kind: 'insert', table: 'users', columns: { email: '$1', name: '"x"' } }],
    ],
    [
      'INSERT INTO users AS u (email) VALUES (lower($1)) RETURNING id, email AS mail',
      [{ kind: 'insert', table: 'users', columns: { email: '<lower(?)> of $1' }, selected: { id: 'id', mail: 'email' }, returning: true }],
    ],
    [
      'INSERT INTO users VALUES ($1, $2)',
      [{ kind: 'insert', table: 'users', columnsKnown: false }],
    ],
    [
      'INSERT INTO users DEFAULT VALUES',
      [{ kind: 'insert', table: 'users' }],
    ],
    [
      `INSERT INTO users SET email = ?, name = 'x'`,
      [{ kind: 'insert', table: 'users', columns: { email: '$1', name: '"x"' } }],
    ],
    [
      'insert into users (id, created_at) values (gen_random_uuid(), now())',
      [{ kind: 'insert', table: 'users', columns: { id: '<gen_random_uuid()> of uuid', created_at: '<now()> of time' } }],
    ],
    [
      `INSERT INTO logs (at) VALUES (datetime('now'))`,
      [{ kind: 'insert', table: 'logs', columns: { at: `<datetime('now')> of time` } }],
    ],
  ])('%s', (text, expected) => expect(readSql(text).map(brief)).toEqual(expected));
});

describe('conflicts', () => {
  it.each<[string, Record<string, unknown>[]]>([
    [
      'insert into users (email) values ($1) on conflict (email) do nothing returning id',
      [{ kind: 'insert', table: 'users', columns: { email: '$1' }, conflict: { action: 'ignored', columns: ['email'] }, selected: { id: 'id' }, returning: true }],
    ],
    [
      'insert into users (tenant, email, n) values ($1, $2, 1) on conflict (tenant, email) do update set n = users.n + 1',
      [{ kind: 'insert', table: 'users', columns: { tenant: '$1', email: '$2', n: '1' }, conflict: { action: 'updated', columns: ['tenant', 'email'] } }],
    ],
    [
      'insert into users (email) values ($1) on conflict (lower(email)) where active do update set email = excluded.email',
      [{ kind: 'insert', table: 'users', columns: { email: '$1' }, conflict: { action: 'updated', columns: ['email'] } }],
    ],
    [
      'insert into users (email) values ($1) on conflict do nothing',
      [{ kind: 'insert', table: 'users', columns: { email: '$1' }, conflict: { action: 'ignored', columns: [] } }],
    ],
    [
      'insert into users (email) values ($1) on conflict on constraint users_email_key do nothing',
      [{ kind: 'insert', table: 'users', columns: { email: '$1' }, conflict: { action: 'ignored', columns: [] } }],
    ],
    [
      'INSERT IGNORE INTO users (email, name) VALUES (?, ?)',
      [{ kind: 'insert', table: 'users', columns: { email: '$1', name: '$2' }, conflict: { action: 'ignored', columns: [] } }],
    ],
    [
      'INSERT INTO users (email) VALUES (?) ON DUPLICATE KEY UPDATE name = VALUES(name)',
      [{ kind: 'insert', table: 'users', columns: { email: '$1' }, conflict: { action: 'updated', columns: [] } }],
    ],
    [
      'INSERT INTO users (email) VALUES (?) ON DUPLICATE KEY UPDATE id = id',
      [{ kind: 'insert', table: 'users', columns: { email: '$1' }, conflict: { action: 'ignored', columns: [] } }],
    ],
    [
      'REPLACE INTO users (email) VALUES (?)',
      [{ kind: 'insert', table: 'users', columns: { email: '$1' }, conflict: { action: 'updated', columns: [] } }],
    ],
    [
      'INSERT OR IGNORE INTO users (email) VALUES (@email)',
      [{ kind: 'insert', table: 'users', columns: { email: ':email' }, conflict: { action: 'ignored', columns: [] } }],
    ],
    [
      'INSERT OR REPLACE INTO users (email) VALUES ($email)',
      [{ kind: 'insert', table: 'users', columns: { email: ':email' }, conflict: { action: 'updated', columns: [] } }],
    ],
    [
      'MERGE INTO stock AS s USING (SELECT $1::int AS sku) AS n ON s.sku = n.sku WHEN MATCHED THEN UPDATE SET qty = s.qty + 1 WHEN NOT MATCHED THEN INSERT (sku, qty) VALUES (n.sku, 1)',
      [{ kind: 'insert', table: 'stock', where: { sku: 'n.sku' }, columns: { sku: 'n.sku', qty: '1' }, conflict: { action: 'updated', columns: ['sku'] } }],
    ],
  ])('%s', (text, expected) => expect(readSql(text).map(brief)).toEqual(expected));
});

describe('inserts from a query', () => {
  it.each<[string, Record<string, unknown>[]]>([
    [
      'insert into users (email, name) select $1, $2 where not exists (select 1 from users where email = $1)',
      [{ kind: 'insert', table: 'users', columns: { email: '$1', name: '$2' }, nested: [{ kind: 'select', table: 'users', where: { email: '$1' }, unfiltered: false }], insertWhereNotExists: true }],
    ],
    [
      'insert into users (email) select ? from dual where not exists (select * from users where email = ?) limit 1',
      [{ kind: 'insert', table: 'users', columns: { email: '$1' }, nested: [{ kind: 'select', table: 'users', where: { email: '$2' }, unfiltered: false }], insertWhereNotExists: true }],
    ],
    [
      'insert into audit (user_id) select id from users where not exists (select 1 from banned where banned.id = users.id)',
      [{ kind: 'insert', table: 'audit', columns: { user_id: 'id' }, nested: [{ kind: 'select', table: 'banned', where: { id: 'users.id' }, unfiltered: false }, { kind: 'select', table: 'users', unfiltered: false, selected: { id: 'id' } }] }],
    ],
    [
      'insert into archive (id, total) select o.id, o.total from orders o where o.closed',
      [{ kind: 'insert', table: 'archive', columns: { id: 'orders.id', total: 'orders.total' }, nested: [{ kind: 'select', table: 'orders', where: { closed: 'true' }, unfiltered: false, selected: { id: 'orders.id', total: 'orders.total' } }] }],
    ],
  ])('%s', (text, expected) => expect(readSql(text).map(brief)).toEqual(expected));
});

describe('statements with several effects', () => {
  it.each<[string, Record<string, unknown>[]]>([
    [
      `WITH moved AS (UPDATE payout SET state = 'released' WHERE id = $1 AND state = 'approved' RETURNING id) INSERT INTO payout_event (payout_id, kind) SELECT id, 'released' FROM moved`,
      [{ kind: 'insert', table: 'payout_event', columns: { payout_id: 'id', kind: '"released"' }, nested: [{ kind: 'update', table: 'payout', where: { id: '$1', state: '"approved"' }, unfiltered: false, columns: { state: '"released"' }, selected: { id: 'id' }, returning: true }] }],
    ],
    [
      'WITH added AS (INSERT INTO tags (name) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id) SELECT id FROM added UNION ALL SELECT id FROM tags WHERE name = $1',
      [{ kind: 'select', selected: { id: 'id' }, nested: [{ kind: 'insert', table: 'tags', columns: { name: '$1' }, conflict: { action: 'ignored', columns: [] }, selected: { id: 'id' }, returning: true }, { kind: 'select', table: 'tags', where: { name: '$1' }, unfiltered: false, selected: { id: 'id' } }] }],
    ],
    [
      'with gone as (delete from queue where id = $1 returning payload) select payload from gone',
      [{ kind: 'select', selected: { payload: 'payload' }, nested: [{ kind: 'delete', table: 'queue', where: { id: '$1' }, unfiltered: false, selected: { payload: 'payload' }, returning: true }] }],
    ],
  ])('%s', (text, expected) => expect(readSql(text).map(brief)).toEqual(expected));
});
