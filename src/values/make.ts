import type { TSESTree } from '@typescript-eslint/utils';
import type { Operation } from '../operations/operation.js';
import type {
  ArrayValue, Binary, Call, Choice, ClassValue, Constant, Element, Handle, Member, Not, ObjectValue,
  Parameter, Result, ResultShape, Template, Unknown, Value,
} from './value.js';

export const unknown: Unknown = { kind: 'unknown' };
export const undefinedValue: Constant = { kind: 'constant', value: undefined };
export const nullValue: Constant = { kind: 'constant', value: null };
export const trueValue: Constant = { kind: 'constant', value: true };
export const falseValue: Constant = { kind: 'constant', value: false };

export const constant = (value: Constant['value']): Constant =>
  value === undefined ? undefinedValue
  : value === null ? nullValue
  : value === true ? trueValue
  : value === false ? falseValue
  : { kind: 'constant', value };

const classNames = new WeakMap<Value, ClassValue>();

/** `User.name`, from which the class is still known. */
export function nameOfClass(value: ClassValue): Constant {
  const name: Constant = { kind: 'constant', value: value.name };
  classNames.set(name, value);
  return name;
}

/** The class of which a text was given as the name. */
export const classNamed = (name: Value): ClassValue | undefined => classNames.get(name);

export const parameter = (name: string): Parameter => ({ kind: 'parameter', name });

const members = new WeakMap<Value, Map<string, Member>>();

/** The same object and name give the same value, so that `row.status` met twice is one fact. */
export function member(object: Value, name: string): Member {
  const known = members.get(object) ?? new Map<string, Member>();
  members.set(object, known);
  const value = known.get(name) ?? { kind: 'member', object, name };
  known.set(name, value);
  return value;
}

const elements = new WeakMap<Value, Element>();
export function element(of: Value): Element {
  const value = elements.get(of) ?? { kind: 'element', of };
  elements.set(of, value);
  return value;
}

const negations = new WeakMap<Value, Not>();
export function not(operand: Value): Value {
  if (operand.kind === 'constant') return constant(!operand.value);
  if (operand.kind === 'unknown') return unknown;
  if (operand.kind === 'not' && isTruthValue(operand.operand)) return operand.operand;
  const value = negations.get(operand) ?? { kind: 'not', operand };
  negations.set(operand, value);
  return value;
}

const isTruthValue = (value: Value, depth = 0): boolean =>
  value.kind === 'not' ||
  (value.kind === 'binary' && COMPARISONS.has(value.operator)) ||
  (value.kind === 'constant' && typeof value.value === 'boolean') ||
  (value.kind === 'choice' &&
    depth < 6 &&
    isTruthValue(value.whenTrue, depth + 1) &&
    isTruthValue(value.whenFalse, depth + 1));

export const COMPARISONS: ReadonlySet<string> = new Set([
  '==', '===', '!=', '!==', '<', '<=', '>', '>=', 'in', 'instanceof',
]);

export const binary = (operator: string, left: Value, right: Value): Binary => ({
  kind: 'binary',
  operator,
  left,
  right,
});

export function choice(test: Value, whenTrue: Value, whenFalse: Value): Value {
  if (whenTrue === whenFalse) return whenTrue;
  if (test.kind === 'constant') return test.value ? whenTrue : whenFalse;
  if (whenTrue === trueValue && whenFalse === falseValue) return test;
  if (whenTrue === falseValue && whenFalse === trueValue) return not(test);
  if (test.kind === 'not') return choice(test.operand, whenFalse, whenTrue);
  if (isNullish(whenFalse) && isPresenceOf(test, whenTrue)) return whenTrue;
  const value: Choice = { kind: 'choice', test, whenTrue, whenFalse };
  return value;
}

const isNullish = (value: Value): boolean =>
  value.kind === 'constant' && (value.value === null || value.value === undefined);

/** `row ?? undefined`, `row ? row : null`: the row, or that it is absent. */
const isPresenceOf = (test: Value, value: Value): boolean =>
  (test === value && value.kind === 'result' && value.shape === 'row') ||
  (test.kind === 'binary' && /^!==?$/u.test(test.operator) && test.left === value && isNullish(test.right));

export const and = (left: Value, right: Value): Value =>
  left === trueValue ? right : right === trueValue ? left : choice(left, right, falseValue);

export const or = (left: Value, right: Value): Value =>
  left === falseValue ? right : right === falseValue ? left : choice(left, trueValue, right);

/** One of several, nothing known of which. */
export const either = (left: Value, right: Value): Value =>
  left === right ? left : { kind: 'choice', test: unknown, whenTrue: left, whenFalse: right };

export const object = (
  entries: Iterable<readonly [string, Value]>,
  spreads: readonly Value[] = [],
  open = false,
): ObjectValue => ({ kind: 'object', entries: new Map(entries), spreads, open });

/** `Object.assign(owner, ...sources)`: what a literal lists are properties assigned to the owner. */
export const assigned = (owner: Value, sources: readonly Value[]): Value =>
  sources.reduce((changed, source) => {
    const isLiteral = source.kind === 'object' && source.spreads.length === 0 && !source.open;
    return isLiteral ? object(source.entries, [changed]) : object([], [changed, source]);
  }, owner);

export const array = (
  elements: readonly Value[],
  open = false,
  spreads: readonly Value[] = [],
): ArrayValue => ({
  kind: 'array',
  elements,
  open,
  spreads: spreads.length > 0 ? spreads : undefined,
});

export const template = (parts: readonly Value[]): Template => ({ kind: 'template', parts });

export const call = (
  callee: string,
  receiver: Value | undefined,
  args: readonly Value[],
  node: TSESTree.Node,
  from?: string,
): Call => ({ kind: 'call', callee, receiver, args, node, from });

const results = new WeakMap<Operation, Map<ResultShape, Result>>();
export function result(operation: Operation, shape: ResultShape): Result {
  const known = results.get(operation) ?? new Map<ResultShape, Result>();
  results.set(operation, known);
  const value = known.get(shape) ?? { kind: 'result', operation, shape };
  known.set(shape, value);
  return value;
}

export const handle = (adapter: string, type: string, data: object = {}): Handle => ({
  kind: 'handle',
  adapter,
  type,
  data,
});
