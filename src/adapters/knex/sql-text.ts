import { constant } from '../../values/make.js';
import type { Value } from '../../values/value.js';

export interface SqlText {
  readonly text: Value;
  readonly bindings: Value | undefined;
}

/** Puts the names bound to `??` into the text, so that only values are left to bind. */
export function withNames(text: Value, bindings: Value | undefined): SqlText {
  if (text.kind !== 'constant' || bindings?.kind !== 'array' || !String(text.value).includes('??')) return { text, bindings };
  const values: Value[] = [];
  let index = 0;
  const named = String(text.value).replace(/\?\??/gu, mark => {
    const value = bindings.elements[index++];
    if (mark === '??') return value?.kind === 'constant' ? String(value.value) : '"?"';
    if (value) values.push(value);
    return mark;
  });
  return { text: constant(named), bindings: { ...bindings, elements: values } };
}
