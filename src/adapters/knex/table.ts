import type { Value } from '../../values/value.js';
import { builderIn } from './builder.js';
import { rawIn } from './raw.js';

export interface Table {
  readonly name: string | undefined;
  readonly alias: string | undefined;
  /** What the name was given as, where it cannot be read. */
  readonly receiver: Value | undefined;
}

const NAME =
  /^[\s"`[]*(?:[\w$]+["`\]]*\.["`[]*)*(?<name>[\w$]+)["`\]]*(?:\s+(?:as\s+)?["`]?(?<alias>\w+)["`]?)?\s*$/iu;

/** `'users'`, `'app.users as u'`, `{ u: 'users' }`, or a query in its place. */
export function readTable(value: Value): Table {
  const inner = builderIn(value);
  if (inner) return inner.table;
  const raw = rawIn(value);
  if (raw) return readTable(raw.text);
  if (value.kind === 'object') {
    const [alias, table] = [...value.entries][0] ?? [];
    return table ? { ...readTable(table), alias } : unreadable(value);
  }
  const text = textOf(value);
  const groups = text === undefined ? undefined : NAME.exec(text)?.groups;
  return groups ? { name: groups['name'], alias: groups['alias'], receiver: undefined } : unreadable(value);
}

/** A name with a variable schema, `${schema}.users`, still ends in the table. */
function textOf(value: Value): string | undefined {
  if (value.kind === 'template') {
    const last = value.parts.at(-1);
    const text = last && textOf(last);
    return text?.includes('.') ? text.slice(text.lastIndexOf('.') + 1) : undefined;
  }
  return value.kind === 'constant' && typeof value.value === 'string' ? value.value : undefined;
}

const unreadable = (value: Value): Table => ({
  name: undefined,
  alias: undefined,
  receiver: value.kind === 'unknown' ? undefined : value,
});

/** A column name without its table, and whether that is the table of the query. */
export function readColumn(
  text: string,
  { name, alias }: Table,
): { readonly column: string; readonly isOwn: boolean } {
  const [column = text, qualifier] = text.replace(/["`]/gu, '').split('.').reverse();
  return {
    column,
    isOwn: qualifier === undefined || name === undefined || qualifier === alias || qualifier === name,
  };
}
