import { describe, expect, it } from 'vitest';
import {
  array, binary, choice, constant, element, handle, member, not, object, parameter, result, template, unknown,
} from '../../src/values/make.js';
import { isClock, isFresh, isSame, parts, resultsIn, some } from '../../src/values/traits.js';
import type { Value } from '../../src/values/value.js';
import { invoked, method, read, readUnder } from './values.js';

const [email, other] = [parameter('email'), parameter('other')];
const row = result(read, 'row');

describe('isSame', () => {
  it.each([
    ['a parameter', email],
    ['constants', constant('a'), constant('a')],
    ['members', { kind: 'member', object: email, name: 'id' }, member(email, 'id')],
    ['elements', { kind: 'element', of: email }, element(email)],
    ['negations', { kind: 'not', operand: email }, not(email)],
    ['comparisons', binary('===', email, constant(1)), binary('===', email, constant(1))],
    ['texts', template([constant('a'), email]), template([constant('a'), email])],
    ['calls', method(email, 'trim'), method(email, 'trim')],
    ['lists', array([email]), array([email])],
    ['objects', object([['a', email], ['b', row]]), object([['b', row], ['a', email]])],
    ['choices', choice(email, constant(1), row), choice(email, constant(1), row)],
    ['hashes of one input', invoked('hash', email), invoked('hash', email)],
  ] as [string, Value, Value?][])('%s', (_, a, b = a) => {
    expect(isSame(a, b)).toBe(true);
  });

  it.each([
    ['two inputs', email, other],
    ['two parameters of one name are two inputs', email, parameter('email')],
    ['the unknown is not even the same as itself', unknown, unknown],
    ['constants of two types', constant(1), constant('1')],
    ['calls with other arguments', invoked('hash', email), invoked('hash', other)],
    ['calls on nothing and on something', invoked('trim'), method(email, 'trim')],
    ['what is made anew at each call', invoked('randomUUID'), invoked('randomUUID')],
    ['objects of which one has more', object([['a', email]]), object([['a', email], ['b', row]])],
    ['lists of two lengths', array([email]), array([email, email])],
    ['results of two reads', row, result(readUnder(), 'row')],
    ['two handles', handle('pg', 'pool'), handle('pg', 'pool')],
  ])('%s', (_, a, b) => {
    expect(isSame(a, b)).toBe(false);
  });
});

describe('isFresh', () => {
  it.each([
    ['randomUUID()', invoked('randomUUID')],
    ['crypto.randomUUID()', method(parameter('crypto'), 'randomUUID')],
    ['nanoid(10)', invoked('nanoid', constant(10))],
    ['uuidv4()', invoked('uuidv4')],
    ['generateSlug()', invoked('generateSlug')],
    ['makeInviteCode()', invoked('makeInviteCode')],
    ['a text that contains one', template([constant('order-'), invoked('randomUUID')])],
    ['an object that contains one', object([['id', invoked('ulid')]])],
  ])('%s', (_, value) => {
    expect(isFresh(value)).toBe(true);
  });

  it.each([
    ['an input', email],
    ['a hash', invoked('hash', email)],
    ['a digest', method(method(invoked('createHash', constant('sha256')), 'update', email), 'digest', constant('hex'))],
    ['string().uuid()', method(invoked('string'), 'uuid')],
    ['a row', row],
    ['slugify(title)', invoked('slugify', email)],
  ])('not %s', (_, value) => {
    expect(isFresh(value)).toBe(false);
  });
});

describe('isClock', () => {
  it.each([
    ['Date.now()', method(parameter('Date'), 'now'), true],
    ['new Date()', invoked('Date'), true],
    ['new Date(input)', invoked('Date', email), false],
    ['an input', email, false],
  ])('%s', (_, value, expected) => {
    expect(isClock(value)).toBe(expected);
  });
});

describe('parts', () => {
  it('goes into everything a value is made of', () => {
    const value = object([['a', template([member(row, 'id')])]], [array([not(email)])]);
    expect([...parts(value)]).toEqual(expect.arrayContaining([row, email]));
    expect(some(value, part => part === row)).toBe(true);
    expect(some(value, part => part === other)).toBe(false);
  });

  it('meets each value once', () => {
    expect([...parts(array([email, email, email]))]).toHaveLength(2);
  });
});

describe('resultsIn', () => {
  it('are those of the one operation', () => {
    const value = binary('+', member(row, 'a'), result(readUnder(), 'count'));
    expect(resultsIn(value, read)).toEqual([row]);
  });
});
