import { falseValue, not, trueValue } from '../values/make.js';
import type { Value } from '../values/value.js';

/** `a && b`, and `!(a || b)`. */
export function conjuncts(condition: Value): readonly Value[] | undefined {
  if (condition.kind === 'choice') {
    const { test, whenTrue, whenFalse } = condition;
    return whenFalse === falseValue || whenFalse === test ? [test, whenTrue] : undefined;
  }
  if (condition.kind !== 'not' || condition.operand.kind !== 'choice') return undefined;
  const { test, whenTrue, whenFalse } = condition.operand;
  return whenTrue === trueValue || whenTrue === test ? [not(test), not(whenFalse)] : undefined;
}
