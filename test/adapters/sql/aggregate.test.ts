import { describe, expect, it } from 'vitest';
import { readSql } from '../../../src/adapters/sql/statement.js';
import { brief } from './brief.js';

describe('aggregates', () => {
  it.each<[string, Record<string, unknown>[]]>([
    [
      'select count(*)::int as total from users where email = $1',
      [{ kind: 'select', table: 'users', where: { email: '$1' }, unfiltered: false, aggregate: { function: 'count', alias: 'total' }, selected: { total: '<count(*)>' } }],
    ],
    [
      'select count(*) from users where email = $1',
      [{ kind: 'select', table: 'users', where: { email: '$1' }, unfiltered: false, aggregate: { function: 'count', alias: 'count' }, selected: { count: '<count(*)>' } }],
    ],
    [
      'select count(distinct user_id) as buyers from orders where product_id = $1',
      [{ kind: 'select', table: 'orders', where: { product_id: '$1' }, unfiltered: false, aggregate: { function: 'count', column: 'user_id', alias: 'buyers' }, selected: { buyers: '<count(distinct user_id)> of user_id' } }],
    ],
    [
      'SELECT COALESCE(MAX(order_index), 0) + 1 AS next FROM items WHERE list_id = ?',
      [{ kind: 'select', table: 'items', where: { list_id: '$1' }, unfiltered: false, aggregate: { function: 'max', column: 'order_index', alias: 'next' }, selected: { next: '<COALESCE(MAX(order_index), 0) + 1> of order_index' } }],
    ],
    [
      'select max(n) + 1 as next, min(n) from invoices where year = $1',
      [{ kind: 'select', table: 'invoices', where: { year: '$1' }, unfiltered: false, aggregate: { function: 'max', column: 'n', alias: 'next' }, selected: { next: '<max(n) + 1> of n', min: '<min(n)> of n' } }],
    ],
    [
      'select count(*) > 0 as found from users where email = ?',
      [{ kind: 'select', table: 'users', where: { email: '$1' }, unfiltered: false, aggregate: { function: 'exists', alias: 'found' }, selected: { found: '<count(*) > 0>' } }],
    ],
    [
      'select count(*) = 0 as free from users where email = ?',
      [{ kind: 'select', table: 'users', where: { email: '$1' }, unfiltered: false, aggregate: { function: 'exists', negated: true, alias: 'free' }, selected: { free: '<count(*) = 0>' } }],
    ],
    [
      'select status, count(*) as n from orders group by status',
      [{ kind: 'select', table: 'orders', selected: { status: 'status', n: '<count(*)>' } }],
    ],
    [
      'select row_number() over (order by id), max(id) over () as last from orders',
      [{ kind: 'select', table: 'orders', selected: { row_number: '<row_number() over (order by id)>', last: '<max(id) over ()> of id' } }],
    ],
    [
      'select 1 from users where email = $1',
      [{ kind: 'select', table: 'users', where: { email: '$1' }, unfiltered: false }],
    ],
  ])('%s', (text, expected) => expect(readSql(text).map(brief)).toEqual(expected));
});

describe('existence', () => {
  it.each<[string, Record<string, unknown>[]]>([
    [
      'SELECT EXISTS(SELECT 1 FROM users WHERE email = :email) AS "found"',
      [{ kind: 'select', table: 'users', where: { email: ':email' }, unfiltered: false, aggregate: { function: 'exists', alias: 'found' }, selected: { found: '<EXISTS(SELECT 1 FROM users WHERE email = :email)>' } }],
    ],
    [
      'SELECT EXISTS (SELECT 1 FROM users WHERE email = $1)',
      [{ kind: 'select', table: 'users', where: { email: '$1' }, unfiltered: false, aggregate: { function: 'exists', alias: 'exists' } }],
    ],
    [
      'SELECT NOT EXISTS(SELECT 1 FROM users WHERE email=?) AS free',
      [{ kind: 'select', table: 'users', where: { email: '$1' }, unfiltered: false, aggregate: { function: 'exists', negated: true, alias: 'free' }, selected: { free: '<NOT EXISTS(SELECT 1 FROM users WHERE email= ?)>' } }],
    ],
    [
      'SELECT CASE WHEN EXISTS (SELECT 1 FROM users WHERE email = ?) THEN 1 ELSE 0 END AS found',
      [{ kind: 'select', table: 'users', where: { email: '$1' }, unfiltered: false, aggregate: { function: 'exists', alias: 'found' }, selected: { found: '<CASE WHEN EXISTS (SELECT 1 FROM users WHERE email = ?) THEN 1 ELSE 0 END>' } }],
    ],
    [
      'SELECT IF(EXISTS(SELECT 1 FROM users WHERE email = ?), 1, 0) AS found',
      [{ kind: 'select', table: 'users', where: { email: '$1' }, unfiltered: false, aggregate: { function: 'exists', alias: 'found' }, selected: { found: '<IF(EXISTS(SELECT 1 FROM users WHERE email = ?), 1, 0)>' } }],
    ],
    [
      'SELECT (SELECT count(*) FROM users WHERE email = $1) AS n',
      [{ kind: 'select', table: 'users', where: { email: '$1' }, unfiltered: false, aggregate: { function: 'count', alias: 'n' }, selected: { n: '<(SELECT count(*) FROM users WHERE email = ?)>' } }],
    ],
  ])('%s', (text, expected) => expect(readSql(text).map(brief)).toEqual(expected));
});
