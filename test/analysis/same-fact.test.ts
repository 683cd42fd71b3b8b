import { describe, expect, it } from 'vitest';
import { columnName, isSameResource, matchOf, resourceName, valueAt } from '../../src/analysis/same-fact.js';
import { noColumns, type Columns, type Operation, type Resource } from '../../src/operations/operation.js';
import { call, constant, parameter } from '../../src/values/make.js';
import type { Value } from '../../src/values/value.js';
import { node, read as anyRead } from '../values/values.js';

const [email, other, data] = [parameter('email'), parameter('other'), parameter('data')];
const fresh = call('randomUUID', undefined, [], node);

const columns = (entries: Readonly<Record<string, Value>>, ...rest: readonly Value[]): Columns => ({
  ...noColumns,
  entries: new Map(Object.entries(entries)),
  rest,
});
const read = (filter: Columns): Operation => ({ ...anyRead, filter });
const insert = (written: Columns): Operation => ({ ...anyRead, kind: 'insert', columns: written });

describe('names', () => {
  it('of tables compare without schema, case, quotes and underscores', () => {
    expect(resourceName('public."User_Accounts"')).toBe('useraccounts');
  });

  it('of columns compare without table, case and underscores', () => {
    expect(columnName('u.user_id')).toBe(columnName('userId'));
    expect(valueAt(columns({ user_id: email }), 'userId')).toBe(email);
    expect(valueAt(columns({ id: email }), 'userId')).toBeUndefined();
  });
});

describe('isSameResource', () => {
  const on = (resource: Partial<Resource>): Operation => ({
    ...anyRead,
    resource: { kind: 'table', name: undefined, ...resource },
  });

  it.each([
    ['one name', on({ name: 'users' }), on({ name: 'app.Users' }), true],
    ['two names', on({ name: 'users' }), on({ name: 'posts' }), false],
    ['one receiver without a name', on({ receiver: data }), on({ receiver: data }), true],
    ['two receivers without a name', on({ receiver: data }), on({ receiver: other }), false],
    ['a name on one side only', on({ name: 'users', receiver: data }), on({ receiver: data }), false],
    ['nothing known', on({}), on({}), false],
  ])('%s', (_, a, b, expected) => {
    expect(isSameResource(a, b)).toBe(expected);
  });
});

describe('matchOf', () => {
  it.each([
    ['what was looked up is written', columns({ email }), columns({ email }), 'certain'],
    ['another value of that column is written', columns({ email }), columns({ email: other }), 'certain'],
    ['one column of several is written', columns({ email, tenant: other }), columns({ email }), 'certain'],
    ['the whole table was asked', columns({}), columns({ email }), 'certain'],
    ['other columns are written', columns({ email }), columns({ name: other }), 'none'],
    ['the value written is made anew', columns({ id: email }), columns({ id: fresh }), 'none'],
    ['another constant is written', columns({ role: constant('a') }), columns({ role: constant('b') }), 'none'],
    ['the same constant is written', columns({ role: constant('a') }), columns({ role: constant('a') }), 'certain'],
    ['a whole object is written', columns({ email }), columns({}, data), 'possible'],
    ['a whole object was looked up by', columns({}, data), columns({ email }), 'possible'],
    ['it was looked up by more than equality', { ...noColumns, compared: new Set(['age']) }, columns({ email }), 'possible'],
  ])('%s', (_, filter, written, expected) => {
    expect(matchOf(read(filter), insert(written))).toBe(expected);
  });
});
