import type { Value } from '../values/value.js';
import { columnsOf } from './columns.js';

/** Options as code gives them to a call or decorator. */
export interface Options {
  readonly entries: ReadonlyMap<string, Value>;
  /** There is nothing else in them that could not be read. */
  readonly isWhole: boolean;
}

export const noOptions: Options = { entries: new Map(), isWhole: true };

/** An object and what is spread into it; what is no object says nothing. */
export function readOptions(value: Value | undefined): Options {
  if (!value || value.kind === 'constant') return noOptions;
  const { entries, rest } = columnsOf(value);
  return { entries, isWhole: rest.length === 0 };
}

/** `undefined`: not known. Left out is false. */
export function flagOf({ entries, isWhole }: Options, name: string): boolean | undefined {
  const value = entries.get(name);
  if (!value) return isWhole ? false : undefined;
  return value.kind === 'constant' ? Boolean(value.value) : undefined;
}

export const textOf = ({ entries }: Options, name: string): string | undefined => textIn(entries.get(name));

export const textIn = (value: Value | undefined): string | undefined =>
  value?.kind === 'constant' && typeof value.value === 'string' ? value.value : undefined;

/** Texts of a list; `undefined` where one of them, or whether there are more, is not known. */
export function textsIn(value: Value | undefined): readonly string[] | undefined {
  if (value?.kind === 'constant' && typeof value.value === 'string') return [value.value];
  if (value?.kind !== 'array' || value.open) return undefined;
  const texts = value.elements.map(textIn);
  return texts.every(text => text !== undefined) ? texts : undefined;
}

/** Elements of a list, or the one thing in its place. */
export const listOf = (value: Value | undefined): readonly Value[] =>
  value?.kind === 'array' ? value.elements : value ? [value] : [];
