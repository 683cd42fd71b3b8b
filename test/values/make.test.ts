import { describe, expect, it } from 'vitest';
import {
  and, assigned, binary, choice, constant, either, element, falseValue, member, not, nullValue, object, or, parameter, result, trueValue,
  undefinedValue, unknown,
} from '../../src/values/make.js';
import { read } from './values.js';

const [a, b] = [parameter('a'), parameter('b')];

describe('one value for one thing', () => {
  it('members, elements, negations and results are made once', () => {
    expect(member(a, 'id')).toBe(member(a, 'id'));
    expect(element(a)).toBe(element(a));
    expect(not(a)).toBe(not(a));
    expect(result(read, 'row')).toBe(result(read, 'row'));
  });

  it('and are told apart by name and shape', () => {
    expect(member(a, 'id')).not.toBe(member(a, 'email'));
    expect(result(read, 'row')).not.toBe(result(read, 'rows'));
  });

  it('so are the constants that logic is made of', () => {
    expect([constant(true), constant(false), constant(null), constant(undefined)]).toEqual([trueValue, falseValue, nullValue, undefinedValue]);
    expect(constant(true)).toBe(trueValue);
  });
});

describe('not', () => {
  it('turns a constant over', () => {
    expect(not(constant(0))).toBe(trueValue);
    expect(not(constant('a'))).toBe(falseValue);
  });

  it('of the unknown is unknown', () => {
    expect(not(unknown)).toBe(unknown);
  });

  it('twice is the test itself, where that is true or false', () => {
    const test = binary('===', a, b);
    expect(not(not(test))).toBe(test);
    expect(not(not(not(a)))).toBe(not(a));
  });

  it('twice is not the value, where that is anything else', () => {
    expect(not(not(a))).not.toBe(a);
  });
});

describe('and, or', () => {
  it('drop what decides nothing', () => {
    expect(and(trueValue, a)).toBe(a);
    expect(and(a, trueValue)).toBe(a);
    expect(or(falseValue, a)).toBe(a);
    expect(or(a, falseValue)).toBe(a);
  });

  it('end at what decides', () => {
    expect(and(falseValue, a)).toBe(falseValue);
    expect(or(trueValue, a)).toBe(trueValue);
  });

  it('else are a choice', () => {
    expect(and(a, b)).toEqual({ kind: 'choice', test: a, whenTrue: b, whenFalse: falseValue });
    expect(or(a, b)).toEqual({ kind: 'choice', test: a, whenTrue: trueValue, whenFalse: b });
  });
});

describe('choice', () => {
  it('is taken where the test is known', () => {
    expect(choice(trueValue, a, b)).toBe(a);
    expect(choice(constant(0), a, b)).toBe(b);
  });

  it('of one thing is that thing', () => {
    expect(choice(a, b, b)).toBe(b);
  });

  it('of true and false is its test', () => {
    expect(choice(a, trueValue, falseValue)).toBe(a);
    expect(choice(a, falseValue, trueValue)).toBe(not(a));
  });

  it('on a negation is turned round', () => {
    expect(choice(not(a), constant(1), constant(2))).toEqual(choice(a, constant(2), constant(1)));
  });
});

describe('either', () => {
  it('says nothing of which', () => {
    expect(either(a, b)).toMatchObject({ kind: 'choice', test: unknown });
    expect(either(a, a)).toBe(a);
  });
});

describe('assigned', () => {
  it('a literal overrides the owner', () => {
    expect(assigned(a, [object([['id', b]])])).toEqual(object([['id', b]], [a]));
  });

  it('anything else is spread over it', () => {
    expect(assigned(a, [b])).toEqual(object([], [a, b]));
  });
});
