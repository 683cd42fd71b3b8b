import type { KeyPart, Place } from '../../schema/table.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { rawIn, rawText } from './raw.js';

/** A name that the migration writes out. */
export const nameIn = (value: Value | undefined): string | undefined =>
  value?.kind === 'constant' && typeof value.value === 'string' ? value.value : undefined;

/** `app.users` is the table `users` of a schema. */
export const tableName = (value: Value | undefined): string | undefined => nameIn(value)?.split('.').at(-1);

export const placeOf = ({ file, line }: CallSite): Place => ({ file, line });

/** Text of a type, default or predicate, written as a string or as a fragment. */
export function textIn(value: Value | undefined): string | undefined {
  const raw = rawIn(value);
  return raw ? rawText(raw) : nameIn(value);
}

/** `'created_at desc'` orders the index by a column. */
export const columnPart = (name: string): KeyPart => ({
  column: name.replace(/\s+(?:asc|desc)(?:\s.*)?$/iu, ''),
  expression: undefined,
});

/** The only column that an expression is made of: `lower(email)`. */
export function expressionPart(text: string): KeyPart {
  const names = new Set(text.replaceAll(/'[^']*'|::\s*\w+|\b\w+\s*\(/gu, ' ').match(/[a-z_]\w*/giu) ?? []);
  return { column: names.size === 1 ? [...names][0] : undefined, expression: text };
}
