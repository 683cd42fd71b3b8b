import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsOf, isGiven } from '../columns.js';
import { joined, namePiece, spliced } from '../sql/fragments.js';
import type { Piece } from '../sql/text.js';

/** A query or fragment that a tag made, or `sql.unsafe(text, parameters)`. */
export interface Query {
  readonly on: Handle;
  /** Of a tag. */
  readonly pieces?: readonly Piece[] | undefined;
  readonly unsafe?: { readonly text: Value; readonly parameters: Value | undefined } | undefined;
}

/** `sql(value, ...columns)`: what it stands for depends on the words before it. */
export interface Helper {
  readonly value: Value;
  readonly columns: readonly Value[];
}

/**
 * Text and values of a query. https://github.com/porsager/postgres#building-queries
 */
export const piecesOf = ({ pieces = [] }: Query, site: CallSite): readonly Piece[] =>
  spliced(pieces, (value, before) => {
    if (value.kind !== 'handle' || value.adapter !== 'postgres') return undefined;
    if (value.type === 'query') return fragment(value.data as Query, site);
    return value.type === 'helper' ? help(value.data as Helper, before, site) : undefined;
  });

function fragment(query: Query, site: CallSite): readonly Piece[] | undefined {
  if (query.pieces) return piecesOf(query, site);
  const text = query.unsafe?.text;
  return text?.kind === 'constant' && typeof text.value === 'string' ? [text.value] : undefined;
}

function help({ value, columns }: Helper, before: string, site: CallSite): readonly Piece[] {
  const bare = before.trimEnd();
  if (value.kind === 'constant') return [namePiece(value)];
  if (/\bin$/iu.test(bare)) return value.kind === 'array' && !value.open ? list(value.elements) : [value];
  const row = rowOf(value);
  const names = namesOf(columns);
  const entries = names
    ? names.map(name => [name, site.property(row, name)] as const)
    : [...columnsOf(row).entries].filter(([, part]) => isGiven(part));
  const isOpen = !names && columnsOf(row).rest.length > 0;
  if (/\binto\s+\S+$/iu.test(bare))
    return isOpen
      ? [value]
      : [
          '(',
          entries.map(([name]) => name).join(', '),
          ') VALUES ',
          ...list(entries.map(([, part]) => part)),
        ];
  if (/\bset$/iu.test(bare) || /,$/u.test(bare)) {
    const known: (readonly Piece[])[] = entries.map(([name, part]) => [`${name} = `, part]);
    return joined(isOpen ? [...known, [value]] : known);
  }
  if (/\bvalues$/iu.test(bare)) return isOpen ? [value] : list(entries.map(([, part]) => part));
  // `select ${sql(['id', 'name'])} from users`
  return value.kind === 'array' ? joined(value.elements.map(name => [namePiece(name)])) : [value];
}

const list = (values: readonly Value[]): readonly Piece[] => [
  '(',
  ...joined(values.map(value => [value])),
  ')',
];

/** The first of several rows: all have the same columns. */
const rowOf = (value: Value): Value => (value.kind === 'array' ? (value.elements[0] ?? value) : value);

function namesOf(columns: readonly Value[]): readonly string[] | undefined {
  const names = columns.flatMap(column => (column.kind === 'array' ? column.elements : [column]));
  if (names.length === 0 || names.some(({ kind }) => kind !== 'constant')) return undefined;
  return names.map(name => (name.kind === 'constant' ? String(name.value) : ''));
}
