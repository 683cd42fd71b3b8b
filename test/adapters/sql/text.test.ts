import { describe, expect, it } from 'vitest';
import { readSql } from '../../../src/adapters/sql/statement.js';
import { sqlFromValue } from '../../../src/adapters/sql/text.js';
import { array, binary, call, choice, constant, parameter, template } from '../../../src/values/make.js';
import type { Value } from '../../../src/values/value.js';
import { brief } from './brief.js';

/** The template that the text writes: `${x}` is the parameter x. */
const written = (text: string): Value =>
  template(text.split(/\$\{(\w+)\}/u).flatMap((part, index) => (part === '' ? [] : [index % 2 ? parameter(part) : constant(part)])));

describe('a spliced value gets the syntax of its place', () => {
  it.each<[string, string]>([
    ['SELECT id FROM ${table} WHERE id = ${id}', 'SELECT id FROM __dyn0 WHERE id = :__dyn1'],
    ['SELECT id FROM "${table}" WHERE id = ${id}::uuid', 'SELECT id FROM "__dyn0" WHERE id = :__dyn1::uuid'],
    ['SELECT id FROM ${schema}.users', 'SELECT id FROM __dyn0.users'],
    ['SELECT id FROM orders_${year}', 'SELECT id FROM orders___dyn0'],
    ["SELECT id FROM users WHERE name LIKE '%${name}%'", "SELECT id FROM users WHERE name LIKE '%__dyn0%'"],
    ["SELECT id FROM users WHERE email = '${email}'", "SELECT id FROM users WHERE email = '__dyn0'"],
    ['SELECT id FROM users WHERE id IN ${ids} AND a IN (${as})', 'SELECT id FROM users WHERE id IN (:__dyn0) AND a IN (:__dyn1)'],
    ['SELECT id FROM users WHERE ${condition}', 'SELECT id FROM users WHERE :__dyn0'],
    ['SELECT id FROM users ${where} ORDER BY id ${way}', 'SELECT id FROM users /*__dyn0*/ ORDER BY id /*__dyn1*/'],
    ['SELECT id FROM users WHERE a = 1 ${more} LIMIT ${n}', 'SELECT id FROM users WHERE a = 1 /*__dyn0*/ LIMIT :__dyn1'],
    ['SELECT id FROM users WHERE a = $${n}', 'SELECT id FROM users WHERE a = :__dyn0'],
    ['SELECT id FROM users FOR UPDATE ${wait}', 'SELECT id FROM users FOR UPDATE /*__dyn0*/'],
    ['INSERT INTO users (${names}) VALUES (${values})', 'INSERT INTO users (__dyn0) VALUES (:__dyn1)'],
    ['INSERT INTO users (id, ${name}) VALUES ${rows}', 'INSERT INTO users (id, __dyn0) VALUES (:__dyn1)'],
    ['UPDATE users SET ${changes} WHERE id = ${id}', 'UPDATE users SET __dyn0 = NULL WHERE id = :__dyn1'],
    ['UPDATE users SET a = ${a}, ${name} = 1', 'UPDATE users SET a = :__dyn0, __dyn1 = 1'],
    ['UPDATE users SET a = coalesce(${a}, ${b}), ${more}', 'UPDATE users SET a = coalesce(:__dyn0, :__dyn1), __dyn2 = NULL'],
  ])('%s', (text, expected) => expect(sqlFromValue(written(text))?.text).toBe(expected));
});

describe('facts of text with spliced values', () => {
  it.each<[string, Record<string, unknown>[]]>([
    [
      'SELECT id FROM ${table} WHERE id = ${id} AND kind = 1',
      [{ kind: 'select', tableInlined: 0, where: { id: '${1}', kind: '1' }, unfiltered: false, selected: { id: 'id' } }],
    ],
    [
      "SELECT * FROM users WHERE email = '${email}' AND name = 'a ${name}'",
      [{ kind: 'select', table: 'users', where: { email: '${0}', name: "<'a __dyn1'> of ${1}" }, unfiltered: false }],
    ],
    ['SELECT * FROM users ${where}', [{ kind: 'select', table: 'users', moreConditions: ['${0}'], unfiltered: false }]],
    [
      'SELECT * FROM users WHERE ${condition} AND id = ${id}',
      [{ kind: 'select', table: 'users', where: { id: '${1}' }, moreConditions: ['${0}'], unfiltered: false }],
    ],
    [
      'SELECT * FROM users WHERE name SIMILAR TO ${name} AND id = ${id}',
      [{ kind: 'select', table: 'users', where: { id: '${1}' }, compared: ['name'], unfiltered: false }],
    ],
    ['SELECT * FROM users ORDER BY id ${direction}', [{ kind: 'select', table: 'users' }]],
    [
      'INSERT INTO users (${names}) VALUES (${values})',
      [{ kind: 'insert', table: 'users', columnsKnown: false, moreColumns: ['${0}'] }],
    ],
    ['INSERT INTO users ${row}', [{ kind: 'insert', table: 'users', columnsKnown: false, moreColumns: ['${0}'] }]],
    [
      'INSERT INTO users (email, name) VALUES ${rows} ON CONFLICT (email) DO NOTHING',
      [{ kind: 'insert', table: 'users', columns: { email: '<>', name: '<>' }, conflict: { action: 'ignored', columns: ['email'] } }],
    ],
    [
      'UPDATE users SET ${changes} WHERE id = ${id}',
      [{ kind: 'update', table: 'users', where: { id: '${1}' }, unfiltered: false, columnsKnown: false, moreColumns: ['${0}'] }],
    ],
    [
      'UPDATE users SET a = ${a}, ${more} WHERE id = 1',
      [{
        kind: 'update', table: 'users', where: { id: '1' }, unfiltered: false,
        columns: { a: '${0}' }, columnsKnown: false, moreColumns: ['${1}'],
      }],
    ],
  ])('%s', (text, expected) => expect(readSql(sqlFromValue(written(text))?.text ?? '').map(brief)).toEqual(expected));
});

describe('text that the code puts together', () => {
  const start = constant('SELECT id FROM users WHERE a = ?');

  it('joins what plus concatenates', () => {
    const value = binary('+', binary('+', constant('SELECT id FROM '), parameter('table')), constant(' WHERE a = ?'));
    expect(sqlFromValue(value)).toEqual({ text: 'SELECT id FROM __dyn0 WHERE a = ?', inlined: [parameter('table')] });
  });

  it('keeps the sure beginning of text that grows under a condition', () => {
    const value = choice(parameter('strict'), binary('+', start, constant(' AND b = ?')), start);
    expect(sqlFromValue(value)).toEqual({ text: 'SELECT id FROM users WHERE a = ?/*__dyn0*/', inlined: [value] });
  });

  it('joins lists and reads through trim', () => {
    const node = { type: 'Identifier' } as never;
    const list = array([constant('SELECT id'), constant('FROM users')]);
    expect(sqlFromValue(call('trim', call('join', list, [constant('\n')], node), [], node))?.text).toBe('SELECT id\nFROM users');
  });

  it('reads nothing from a value without text', () => {
    expect(sqlFromValue(parameter('sql'))).toBeUndefined();
    expect(sqlFromValue(choice(parameter('a'), start, constant('DELETE FROM b')))).toBeUndefined();
  });
});
