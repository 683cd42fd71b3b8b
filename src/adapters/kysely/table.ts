import type { Value } from '../../values/value.js';

export interface Table {
  readonly name: string | undefined;
  readonly alias: string | undefined;
  /** What the name was given as, where it cannot be read. */
  readonly receiver: Value | undefined;
}

const NAME = /^(?:[\w$]+\.)*(?<name>[\w$]+)(?:\s+as\s+(?<alias>[\w$]+))?\s*$/iu;

/** `'users'`, `'app.users as u'`; of a list the first. */
export function readTable(value: Value): Table {
  if (value.kind === 'array' && value.elements[0]) return readTable(value.elements[0]);
  const groups = value.kind === 'constant' ? NAME.exec(String(value.value))?.groups : undefined;
  if (groups) return { name: groups['name'], alias: groups['alias'], receiver: undefined };
  return { name: undefined, alias: undefined, receiver: value.kind === 'unknown' ? undefined : value };
}

/** A column without its table where that is the table of the query; one of another table keeps its name. */
export function ownColumn(
  text: string,
  { name, alias }: Table,
): { readonly column: string; readonly isOwn: boolean } {
  const [column = text, qualifier] = text.split('.').reverse();
  const isOwn = qualifier === undefined || name === undefined || qualifier === alias || qualifier === name;
  return { column: isOwn ? column : text, isOwn };
}
