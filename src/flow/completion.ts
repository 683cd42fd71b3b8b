import { and, choice, falseValue, not, or, trueValue, undefinedValue } from '../values/make.js';
import type { Value } from '../values/value.js';

/** How a statement can end other than by running on, each as the condition under which it does. */
export interface Completion {
  readonly returned: Value;
  /** What is returned then. */
  readonly answer: Value;
  readonly thrown: Value;
  /** `break` and `continue`. */
  readonly broken: Value;
}

export const normal: Completion = {
  returned: falseValue,
  answer: undefinedValue,
  thrown: falseValue,
  broken: falseValue,
};
export const throwing: Completion = { ...normal, thrown: trueValue };
export const breaking: Completion = { ...normal, broken: trueValue };
export const returning = (answer: Value): Completion => ({ ...normal, returned: trueValue, answer });
export const throwingIf = (condition: Value): Completion =>
  condition === falseValue ? normal : { ...normal, thrown: condition };

export const exitOf = (completion: Completion): Value =>
  or(or(completion.returned, completion.thrown), completion.broken);

/** `first`, then `second` unless `first` has ended the block. */
export function sequence(first: Completion, second: Completion): Completion {
  if (second === normal) return first;
  if (first === normal) return second;
  const goesOn = not(exitOf(first));
  return {
    returned: or(first.returned, and(goesOn, second.returned)),
    answer: answerOf(first, second),
    thrown: or(first.thrown, and(goesOn, second.thrown)),
    broken: or(first.broken, and(goesOn, second.broken)),
  };
}

function answerOf(first: Completion, second: Completion): Value {
  if (first.returned === falseValue) return second.answer;
  if (second.returned === falseValue) return first.answer;
  return choice(first.returned, first.answer, second.answer);
}

/** One of two branches. */
export function branched(test: Value, whenTrue: Completion, whenFalse: Completion): Completion {
  if (whenTrue === normal && whenFalse === normal) return normal;
  return {
    returned: choice(test, whenTrue.returned, whenFalse.returned),
    answer:
      whenFalse.returned === falseValue ? whenTrue.answer
      : whenTrue.returned === falseValue ? whenFalse.answer
      : choice(test, whenTrue.answer, whenFalse.answer),
    thrown: choice(test, whenTrue.thrown, whenFalse.thrown),
    broken: choice(test, whenTrue.broken, whenFalse.broken),
  };
}

/** A loop body: its breaks end here. */
export const looped = (body: Completion): Completion =>
  body === normal ? normal : { ...body, broken: falseValue };
