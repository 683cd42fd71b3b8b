import { constant, handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { joined, namePiece, spliced } from '../sql/fragments.js';
import { piecesOfTagged, type Piece } from '../sql/text.js';

/** A query or fragment: its text and values. */
export interface Fragment {
  readonly pieces: readonly Piece[];
}

export const fragmentIn = (value: Value | undefined): Fragment | undefined =>
  value?.kind === 'handle' && value.adapter === 'slonik' && value.type === 'fragment'
    ? (value.data as Fragment)
    : undefined;

const fragment = (pieces: readonly Piece[]): Handle =>
  handle('slonik', 'fragment', { pieces } satisfies Fragment);

/** `sql.unsafe`...``, ``sql.fragment`...` ``, and ``sql`...` `` of earlier versions. */
export function fromTag(text: Value | undefined, site: CallSite): Handle | undefined {
  const pieces = text && piecesOfTagged(text, site.node);
  return pieces && fragment(spliced(pieces, value => fragmentIn(value)?.pieces));
}

/** Helpers of the tag that make a part of a query. https://github.com/gajus/slonik#value-placeholders */
export function helper(name: string, args: readonly Value[]): Value | undefined {
  const [first, second] = args;
  if (!first) return undefined;
  switch (name) {
    case 'identifier':
      return first.kind === 'array'
        ? fragment(
            joined(
              first.elements.map(part => [namePiece(part)]),
              ['.'],
            ),
          )
        : undefined;
    case 'join': {
      if (first.kind !== 'array' || first.open) return undefined;
      const separator = fragmentIn(second)?.pieces ?? [', '];
      return fragment(
        joined(
          first.elements.map(part => fragmentIn(part)?.pieces ?? [part]),
          separator,
        ),
      );
    }
    case 'literalValue':
      return first.kind === 'constant' ? fragment([`'${String(first.value)}'`]) : first;
    case 'unnest':
      return fragment(['unnest(', first, ')']);
    case 'json':
    case 'jsonb':
    case 'array':
    case 'date':
    case 'timestamp':
    case 'binary':
    case 'uuid':
      return first;
    case 'interval':
      return constant('interval');
    default:
      return undefined;
  }
}
