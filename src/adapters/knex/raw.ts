import type { Frame } from '../../operations/operation.js';
import { call, handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { Client } from './client.js';

/** `raw(text, bindings)`: a fragment inside a query, a statement where it is awaited. */
export interface Raw {
  readonly client: Client;
  readonly text: Value;
  readonly bindings: readonly Value[];
  /** The call, to point at. */
  readonly at: Frame;
}

export const rawHandle = (raw: Raw): Handle => handle('knex', 'raw', raw);

export function readBindings(value: Value | undefined): readonly Value[] {
  if (!value) return [];
  return value.kind === 'array' ? value.elements : [value];
}

export const rawIn = (value: Value): Raw | undefined =>
  value.kind === 'handle' && value.adapter === 'knex' && value.type === 'raw'
    ? (value.data as Raw)
    : undefined;

/** A value written as SQL text: a change of the column itself (`raw('stock - ?', [n])`) happens in the database. */
export function writtenValue(column: string, value: Value): Value {
  const raw = rawIn(value);
  if (!raw) return value;
  const text = raw.text.kind === 'constant' ? String(raw.text.value) : '';
  const names = [
    text,
    ...raw.bindings.map(binding => (binding.kind === 'constant' ? String(binding.value) : '')),
  ];
  const changesItself =
    names.some(name => new RegExp(`\\b${column.replace(/\W/gu, '.')}\\b`, 'iu').test(name)) &&
    /[-+*/|]/u.test(text);
  return call(changesItself ? 'atomic' : 'raw', undefined, raw.bindings, raw.at.node);
}
