import { describe, expect, it } from 'vitest';
import { readSql } from '../../../src/adapters/sql/statement.js';
import { brief } from './brief.js';

describe('transactions', () => {
  it.each<[string, Record<string, unknown>[]]>([
    [
      'BEGIN',
      [{ kind: 'begin' }],
    ],
    [
      'begin;',
      [{ kind: 'begin' }],
    ],
    [
      'START TRANSACTION',
      [{ kind: 'begin' }],
    ],
    [
      'BEGIN ISOLATION LEVEL SERIALIZABLE',
      [{ kind: 'begin', isolation: 'serializable' }],
    ],
    [
      'START TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ WRITE',
      [{ kind: 'begin', isolation: 'repeatable-read' }],
    ],
    [
      'BEGIN IMMEDIATE',
      [{ kind: 'begin', isolation: 'serializable' }],
    ],
    [
      'START TRANSACTION WITH CONSISTENT SNAPSHOT',
      [{ kind: 'begin' }],
    ],
    [
      'COMMIT',
      [{ kind: 'commit' }],
    ],
    [
      'END',
      [{ kind: 'commit' }],
    ],
    [
      'ROLLBACK',
      [{ kind: 'rollback' }],
    ],
    [
      'ROLLBACK TO SAVEPOINT one',
      [{ kind: 'savepoint' }],
    ],
    [
      'SAVEPOINT one',
      [{ kind: 'savepoint' }],
    ],
    [
      'RELEASE SAVEPOINT one',
      [{ kind: 'savepoint' }],
    ],
    [
      'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE',
      [{ kind: 'set-transaction', isolation: 'serializable' }],
    ],
    [
      `SET LOCAL transaction_isolation TO 'repeatable read'`,
      [{ kind: 'set-transaction', isolation: 'repeatable-read' }],
    ],
    [
      'SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE',
      [{ kind: 'other', isolation: 'serializable' }],
    ],
    [
      'LOCK TABLE orders IN EXCLUSIVE MODE',
      [{ kind: 'lock-table', table: 'orders' }],
    ],
    [
      'LOCK TABLES orders WRITE',
      [{ kind: 'lock-table', table: 'orders' }],
    ],
  ])('%s', (text, expected) => expect(readSql(text).map(brief)).toEqual(expected));
});

describe('locks by name', () => {
  it.each<[string, Record<string, unknown>[]]>([
    [
      'select pg_advisory_xact_lock(hashtext($1))',
      [{ kind: 'select', selected: { pg_advisory_xact_lock: '<pg_advisory_xact_lock(hashtext(?))> of $1' }, advisoryLock: { name: 'pg_advisory_xact_lock', transactional: true, waits: true, key: '<hashtext(?)> of $1' } }],
    ],
    [
      'select pg_advisory_lock(1, hashtext($1))',
      [{ kind: 'select', selected: { pg_advisory_lock: '<pg_advisory_lock(1, hashtext(?))> of $1' }, advisoryLock: { name: 'pg_advisory_lock', waits: true, key: '<hashtext(?)> of $1' } }],
    ],
    [
      'SELECT pg_try_advisory_lock($1) AS locked',
      [{ kind: 'select', selected: { locked: '<pg_try_advisory_lock(?)> of $1' }, advisoryLock: { name: 'pg_try_advisory_lock', key: '$1' } }],
    ],
    [
      'SELECT pg_advisory_unlock($1)',
      [{ kind: 'select', selected: { pg_advisory_unlock: '<pg_advisory_unlock(?)> of $1' }, advisoryLock: { name: 'pg_advisory_unlock', waits: true, key: '$1' }, advisoryUnlock: true }],
    ],
    [
      'SELECT GET_LOCK(?, 10) AS got',
      [{ kind: 'select', selected: { got: '<GET_LOCK(?, 10)> of $1' }, advisoryLock: { name: 'GET_LOCK', key: '$1' } }],
    ],
    [
      `SELECT RELEASE_LOCK('job')`,
      [{ kind: 'select', selected: { RELEASE_LOCK: `<RELEASE_LOCK('job')>` }, advisoryLock: { name: 'RELEASE_LOCK', key: '"job"' }, advisoryUnlock: true }],
    ],
    [
      'select pg_advisory_lock_shared(1)',
      [{ kind: 'select', selected: { pg_advisory_lock_shared: '<pg_advisory_lock_shared(1)>' } }],
    ],
  ])('%s', (text, expected) => expect(readSql(text).map(brief)).toEqual(expected));
});

describe('texts of several statements', () => {
  it.each<[string, Record<string, unknown>[]]>([
    [
      'BEGIN; SET TRANSACTION ISOLATION LEVEL SERIALIZABLE; COMMIT',
      [
        { kind: 'begin' },
        { kind: 'set-transaction', isolation: 'serializable' },
        { kind: 'commit' },
      ],
    ],
    [
      'insert into a (x) values (?); update b set y = ? where id = ?;',
      [
        { kind: 'insert', table: 'a', columns: { x: '$1' } },
        { kind: 'update', table: 'b', where: { id: '$3' }, unfiltered: false, columns: { y: '$2' } },
      ],
    ],
    [
      "/* first; */ select id from a where x = ';' -- and ? \n ; delete from b where y = -1",
      [
        { kind: 'select', table: 'a', where: { x: '";"' }, unfiltered: false, selected: { id: 'id' } },
        { kind: 'delete', table: 'b', where: { y: '-1' }, unfiltered: false },
      ],
    ],
  ])('%s', (text, expected) => expect(readSql(text).map(brief)).toEqual(expected));
});

describe('texts that are not understood', () => {
  it.each<[string, Record<string, unknown>[]]>([
    [
      'select from where',
      [{ kind: 'select', table: 'where', moreConditions: ['<>'], unfiltered: false }],
    ],
    [
      'SELECT id FRM users WHERE id = ?',
      [{ kind: 'select', moreConditions: ['<>'], unfiltered: false }],
    ],
    [
      'INSERT INTO users (email VALUES ($1) ON CONFLICT (email) DO NOTHING',
      [{ kind: 'insert', table: 'users', columnsKnown: false, conflict: { action: 'ignored', columns: ['email'] } }],
    ],
    [
      'UPDATE "users" SET WHERE id = $1',
      [{ kind: 'update', table: 'users', moreConditions: ['<>'], unfiltered: false, columnsKnown: false }],
    ],
    [
      'create table users (id int)',
      [{ kind: 'other' }],
    ],
    [
      'hello world',
      [],
    ],
    [
      'call settle($1)',
      [{ kind: 'other' }],
    ],
  ])('%s', (text, expected) => expect(readSql(text).map(brief)).toEqual(expected));
});
