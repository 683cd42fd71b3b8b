import type { Value } from './value.js';

/** What a value is known to be under an assumption; `undefined`: cannot be decided. */
export type Outcome =
  | { readonly is: 'constant'; readonly value: unknown }
  | { readonly is: 'nullish' }
  | { readonly is: 'falsy' }
  | { readonly is: 'truthy' }
  /** A number of at least one. */
  | { readonly is: 'positive' }
  | { readonly is: 'object'; readonly value: Value }
  | { readonly is: 'list'; readonly empty: boolean | undefined }
  | undefined;

export function truthOf(outcome: Outcome): boolean | undefined {
  switch (outcome?.is) {
    case 'constant':
      return Boolean(outcome.value);
    case 'nullish':
    case 'falsy':
      return false;
    case 'truthy':
    case 'positive':
    case 'object':
    case 'list':
      return true;
    default:
      return undefined;
  }
}

/** One outcome or the other. */
export function joined(a: Outcome, b: Outcome): Outcome {
  if (!a || !b) return undefined;
  if (a.is === b.is && a.is !== 'constant' && a.is !== 'object' && a.is !== 'list') return a;
  if (a.is === 'constant' && b.is === 'constant' && a.value === b.value) return a;
  if (a.is === 'list' && b.is === 'list' && a.empty === b.empty) return a;
  const [left, right] = [truthOf(a), truthOf(b)];
  return left === undefined || left !== right ? undefined : { is: left ? 'truthy' : 'falsy' };
}

export function compared(operator: string, a: Outcome, b: Outcome): boolean | undefined {
  if (/^[=!]==?$/u.test(operator)) {
    const equal = equals(a, b);
    return equal === undefined ? undefined : equal === operator.startsWith('=');
  }
  const mirrored = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }[operator];
  if (mirrored && b?.is === 'positive') return compared(mirrored, b, a);
  if (!a || b?.is !== 'constant' || typeof b.value !== 'number') return undefined;
  if (a.is === 'positive') {
    if (operator === '>') return b.value < 1 ? true : undefined;
    if (operator === '>=') return b.value <= 1 ? true : undefined;
    if (operator === '<') return b.value <= 1 ? false : undefined;
    return operator === '<=' && b.value < 1 ? false : undefined;
  }
  if (a.is !== 'constant' || typeof a.value !== 'number') return undefined;
  if (operator === '>') return a.value > b.value;
  if (operator === '>=') return a.value >= b.value;
  if (operator === '<') return a.value < b.value;
  return operator === '<=' ? a.value <= b.value : undefined;
}

function equals(a: Outcome, b: Outcome): boolean | undefined {
  if (!a || !b) return undefined;
  if (a.is === 'constant' && b.is === 'constant') return a.value === b.value;
  const [left, right] = b.is === 'nullish' || b.is === 'constant' ? [a, b] : [b, a];
  if (right.is === 'nullish') {
    if (left.is === 'nullish') return true;
    return left.is === 'falsy' ? undefined : false;
  }
  if (right.is !== 'constant') return undefined;
  if (left.is === 'nullish') return false;
  if (left.is === 'positive') return typeof right.value === 'number' && right.value >= 1 ? undefined : false;
  if (left.is === 'truthy' && !right.value) return false;
  if (left.is === 'object' || left.is === 'list') return false;
  return undefined;
}
