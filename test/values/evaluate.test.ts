import { describe, expect, it } from 'vitest';
import {
  and, array, binary, choice, constant, element, falseValue, member, not, nullValue, object, or, parameter, result, template, trueValue,
  undefinedValue, unknown,
} from '../../src/values/make.js';
import { Assumption, fieldOf } from '../../src/values/evaluate.js';
import { truthOf } from '../../src/values/outcome.js';
import type { Value } from '../../src/values/value.js';
import { compared, invoked, isNull, method, read, readUnder } from './values.js';

const row = result(read, 'row');
const rows = result(read, 'rows');
const count = result(read, 'count');
const exists = result(read, 'exists');
const affected = result(read, 'affected');
const input = parameter('input');

/** Truth of a value where the read found nothing, and where it found something. */
const truths = (value: Value): readonly (boolean | undefined)[] => [
  new Assumption(read, true).truth(value),
  new Assumption(read, false).truth(value),
];
const outcomes = (value: Value): readonly unknown[] => [new Assumption(read, true).outcome(value), new Assumption(read, false).outcome(value)];

const NEVER = [false, false];
const ALWAYS = [true, true];
const WHEN_ABSENT = [true, false];
const WHEN_PRESENT = [false, true];
const UNDECIDED = [undefined, undefined];

describe('constants', () => {
  it.each([
    [constant(0), NEVER],
    [constant(''), NEVER],
    [falseValue, NEVER],
    [nullValue, NEVER],
    [undefinedValue, NEVER],
    [constant(1), ALWAYS],
    [constant('no'), ALWAYS],
    [trueValue, ALWAYS],
  ])('%o', (value, expected) => {
    expect(truths(value)).toEqual(expected);
  });

  it('null and undefined are one outcome', () => {
    expect(outcomes(nullValue)).toEqual(outcomes(undefinedValue));
  });
});

describe('what the read answered', () => {
  it.each([
    ['a row', row, WHEN_PRESENT],
    ['a list is true even when it is empty', rows, ALWAYS],
    ['a count', count, WHEN_PRESENT],
    ['whether it exists', exists, WHEN_PRESENT],
    ['the rows affected', affected, WHEN_PRESENT],
  ])('%s', (_, value, expected) => {
    expect(truths(value)).toEqual(expected);
  });

  it('tells nothing of another read', () => {
    const other = readUnder();
    expect(truths(result(other, 'row'))).toEqual(UNDECIDED);
    expect(truths(result(other, 'count'))).toEqual(UNDECIDED);
  });

  it('a row that was written is there', () => {
    expect(truths(result(readUnder(), 'written'))).toEqual(ALWAYS);
  });
});

describe('members', () => {
  it.each([
    ['of a row that may be null', member(row, 'name'), [false, undefined]],
    ['key of a row that may be null', member(row, 'id'), [false, true]],
    ['of a member of such a row', member(member(row, 'address'), 'city'), [false, undefined]],
    ['the length of a list', member(rows, 'length'), WHEN_PRESENT],
    ['the first of a list', member(rows, '0'), WHEN_PRESENT],
    ['the second of a list', member(rows, '1'), [false, undefined]],
    ['some element of a list', element(rows), [false, undefined]],
    ['of an input', member(input, 'id'), UNDECIDED],
  ])('%s', (_, value, expected) => {
    expect(truths(value)).toEqual(expected);
  });

  it('are read from an object that a choice gives', () => {
    const answer = choice(row, object([['isNew', falseValue]]), object([['isNew', trueValue]]));
    expect(truths(member(answer, 'isNew'))).toEqual(WHEN_ABSENT);
  });
});

describe('methods of lists', () => {
  it.each([
    ['find', [false, undefined]],
    ['get', [false, undefined]],
    ['some', [false, undefined]],
    ['has', [false, undefined]],
    ['includes', [false, undefined]],
    ['every', [true, undefined]],
    ['map', ALWAYS],
    ['filter', [true, true]],
    ['reduce', UNDECIDED],
  ])('%s', (name, expected) => {
    expect(truths(method(rows, name, input))).toEqual(expected);
  });

  it('filter leaves an empty list empty, and a filled one may become so', () => {
    expect(truths(member(method(rows, 'filter', input), 'length'))).toEqual([false, undefined]);
  });

  it('map keeps the length', () => {
    expect(truths(member(method(rows, 'map', input), 'length'))).toEqual(WHEN_PRESENT);
  });

  it('findIndex answers -1 where there is nothing', () => {
    expect(truths(compared(method(rows, 'findIndex', input), '===', -1))).toEqual([true, undefined]);
  });

  it('a set or map made of a list has its size', () => {
    expect(truths(member(invoked('Set', method(rows, 'map', input)), 'size'))).toEqual(WHEN_PRESENT);
    expect(truths(method(invoked('Map', rows), 'has', input))).toEqual([false, undefined]);
  });

  it('of nothing answer nothing', () => {
    expect(truths(method(row, 'toJSON'))).toEqual([false, undefined]);
  });
});

describe('functions that test', () => {
  it.each([
    ['Boolean', row, WHEN_PRESENT],
    ['isEmpty', rows, WHEN_ABSENT],
    ['isEmpty', row, [true, undefined]],
    ['isNil', row, WHEN_ABSENT],
    ['isUndefined', rows, NEVER],
    ['anything', row, UNDECIDED],
  ])('%s', (name, value, expected) => {
    expect(truths(invoked(name, value))).toEqual(expected);
  });
});

describe('comparisons', () => {
  it.each([
    ['row === null', isNull(row), WHEN_ABSENT],
    ['row !== undefined', binary('!==', row, undefinedValue), WHEN_PRESENT],
    ['input === null', isNull(input), UNDECIDED],
    ['row.name === null', isNull(member(row, 'name')), [true, undefined]],
    ['row.id === null', isNull(member(row, 'id')), [true, false]],
    ['rows == null', isNull(rows), NEVER],
    ['exists === false', binary('===', exists, falseValue), WHEN_ABSENT],
    ['null === null', isNull(nullValue), ALWAYS],
    ['row === true', binary('===', row, trueValue), [false, undefined]],
    ['count === 0', compared(count, '===', 0), WHEN_ABSENT],
    ['count !== 0', compared(count, '!==', 0), WHEN_PRESENT],
    ['count === 1', compared(count, '===', 1), [false, undefined]],
    ['rows.length === 0', compared(member(rows, 'length'), '===', 0), WHEN_ABSENT],
  ])('%s', (_, value, expected) => {
    expect(truths(value)).toEqual(expected);
  });

  it.each([
    ['>', 0, WHEN_PRESENT],
    ['>', 1, [false, undefined]],
    ['>=', 1, WHEN_PRESENT],
    ['>=', 2, [false, undefined]],
    ['<', 1, WHEN_ABSENT],
    ['<', 2, [true, undefined]],
    ['<=', 0, WHEN_ABSENT],
    ['<=', 1, [true, undefined]],
    ['<', 0, NEVER],
    ['>=', 0, ALWAYS],
  ])('count %s %i', (operator, number, expected) => {
    expect(truths(compared(count, operator, number))).toEqual(expected);
  });

  it('may have the number first', () => {
    expect(truths(binary('<', constant(0), count))).toEqual(WHEN_PRESENT);
    expect(truths(binary('>=', constant(0), count))).toEqual(WHEN_ABSENT);
  });

  it('with something that is not known are undecided', () => {
    expect(truths(binary('>=', count, input))).toEqual(UNDECIDED);
    expect(truths(binary('===', member(row, 'ownerId'), input))).toEqual(UNDECIDED);
  });

  it('count in arithmetic of constants', () => {
    expect(truths(compared(binary('+', count, constant(1)), '===', 1))).toEqual([true, undefined]);
    expect(truths(compared(binary('-', constant(3), constant(3)), '>', 0))).toEqual(NEVER);
  });
});

describe('conditions put together', () => {
  it.each([
    ['!row', not(row), WHEN_ABSENT],
    ['row && row.name', choice(row, member(row, 'name'), row), [false, undefined]],
    ['row && row.id', choice(row, member(row, 'id'), row), [false, true]],
    ['row || input', choice(row, row, input), [undefined, true]],
    ['row && input', and(row, input), [false, undefined]],
    ['!row || input', or(not(row), input), [true, undefined]],
    ['row ? 1 : 0', choice(row, constant(1), constant(0)), WHEN_PRESENT],
    ['input ? row : row', choice(input, member(row, 'a'), member(row, 'b')), [false, undefined]],
    ['input ? 1 : 2', choice(input, constant(1), constant(2)), ALWAYS],
    ['input ? 1 : 0', choice(input, constant(1), constant(0)), UNDECIDED],
  ])('%s', (_, value, expected) => {
    expect(truths(value)).toEqual(expected);
  });

  it('`input && false` is falsy on both sides', () => {
    expect(truths(choice(input, falseValue, input))).toEqual(NEVER);
  });

  it('a choice of the tag of a union decides what the union is', () => {
    const option = choice(isNull(row), object([['_tag', constant('None')]]), object([['_tag', constant('Some')], ['value', row]]));
    expect(truths(compared(member(option, '_tag'), '===', 'None'))).toEqual(WHEN_ABSENT);
    expect(truths(member(option, 'value'))).toEqual(WHEN_PRESENT);
  });
});

describe('what held when the read ran', () => {
  const withRead = (value: (row: Value) => Value, ...guards: readonly Value[]): readonly (boolean | undefined)[] => {
    const guarded = readUnder(...guards);
    const tested = value(result(guarded, 'row'));
    return [new Assumption(guarded, true).truth(tested), new Assumption(guarded, false).truth(tested)];
  };

  it('still holds', () => {
    expect(withRead(() => input, input)).toEqual(ALWAYS);
    expect(withRead(() => input, not(input))).toEqual(NEVER);
  });

  it('decides a choice on the same condition', () => {
    expect(withRead(found => choice(input, found, trueValue), input)).toEqual(WHEN_PRESENT);
    expect(withRead(found => choice(input, found, trueValue), not(input))).toEqual(ALWAYS);
  });

  it('holds in the parts of `a && b`', () => {
    const [first, second] = [parameter('first'), parameter('second')];
    expect(withRead(() => second, and(first, second))).toEqual(ALWAYS);
    expect(withRead(() => second, not(or(first, second)))).toEqual(NEVER);
  });

  it('not null is true, null is false', () => {
    expect(withRead(() => input, binary('!=', input, nullValue))).toEqual(ALWAYS);
    expect(withRead(() => input, isNull(input))).toEqual(NEVER);
  });

  it('other conditions can be given in their place', () => {
    expect(new Assumption(undefined, true, [input]).truth(input)).toBe(true);
    expect(new Assumption(undefined, true).truth(input)).toBeUndefined();
  });
});

describe('other values', () => {
  it.each([
    ['an object is true', object([]), ALWAYS],
    ['so is an empty array', array([]), ALWAYS],
    ['an array that was written out has its length', not(member(array([input]), 'length')), NEVER],
    ['one with a spread may be empty', member(array([], true), 'length'), UNDECIDED],
    ['text with a constant part is true', template([constant('user:'), input]), ALWAYS],
    ['text of inputs only may be empty', template([input]), UNDECIDED],
    ['nothing is known of the unknown', unknown, UNDECIDED],
    ['nor of what is not null', not(unknown), UNDECIDED],
  ])('%s', (_, value, expected) => {
    expect(truths(value)).toEqual(expected);
  });

  it('a value that contains itself is undecided', () => {
    const loop = { kind: 'not' as const, operand: unknown as Value };
    loop.operand = loop;
    expect(truths(loop)).toEqual(UNDECIDED);
  });
});

describe('fieldOf', () => {
  it('finds an entry, also in what is spread', () => {
    expect(fieldOf(object([['id', input]]), 'id')).toBe(input);
    expect(fieldOf(object([], [object([['id', input]])]), 'id')).toBe(input);
  });

  it('knows what is missing only where everything is listed', () => {
    expect(fieldOf(object([['id', input]]), 'email')).toEqual(undefinedValue);
    expect(fieldOf(object([], [], true), 'email')).toBeUndefined();
    expect(fieldOf(object([], [input]), 'email')).toBeUndefined();
  });

  it('lets a later spread win', () => {
    expect(fieldOf(object([], [object([['id', input]]), object([['id', nullValue]])]), 'id')).toBe(nullValue);
  });

  it('is nothing of what has no fields', () => {
    expect(fieldOf(input, 'id')).toBeUndefined();
  });
});

describe('truthOf', () => {
  it('reads each outcome', () => {
    expect(truthOf({ is: 'positive' })).toBe(true);
    expect(truthOf({ is: 'list', empty: true })).toBe(true);
    expect(truthOf({ is: 'falsy' })).toBe(false);
    expect(truthOf(undefined)).toBeUndefined();
  });
});
