import type { Columns } from '../../operations/operation.js';
import { saysLock } from '../../values/key-words.js';
import { isFresh } from '../../values/traits.js';
import type { Value } from '../../values/value.js';

/** The constant text a key begins with: `lock:invoice:` of `lock:invoice:${id}`. */
export function keyName(key: Value | undefined): string | undefined {
  const text = key && leadingText(key);
  return text === '' ? undefined : text;
}

function leadingText(value: Value): string | undefined {
  switch (value.kind) {
    case 'constant':
      return value.value === null || value.value === undefined ? undefined : String(value.value);
    case 'template': {
      const end = value.parts.findIndex(part => part.kind !== 'constant');
      return value.parts
        .slice(0, end < 0 ? undefined : end)
        .map(part => leadingText(part) ?? '')
        .join('');
    }
    case 'binary':
      return value.operator === '+' ? leadingText(value.left) : undefined;
    case 'call':
      return value.callee === 'join' && value.receiver?.kind === 'array'
        ? value.receiver.elements[0] && leadingText(value.receiver.elements[0])
        : undefined;
    default:
      return undefined;
  }
}

/** Whether text or names in the key say lock, or the value is made anew at each run, as the owner of a lock is. */
export const readsAsLock = (key: Value, value: Value | undefined): boolean =>
  saysLock(key) || (value !== undefined && isFresh(value));

export const columns = (
  entries: Iterable<readonly [string, Value]>,
  rest: readonly Value[] = [],
): Columns => ({
  entries: new Map(entries),
  rest,
  compared: new Set(),
});
