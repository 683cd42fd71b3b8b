import type { TSESTree } from '@typescript-eslint/utils';
import { constant, handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { piecesOfTagged, type Piece } from '../sql/text.js';

/** SQL text with the columns, tables, fragments and parameters that the code puts into it. */
export interface Fragment {
  readonly pieces: readonly Piece[];
  readonly node: TSESTree.Node;
}

export const fragmentHandle = (fragment: Fragment): Handle => handle('drizzle', 'fragment', fragment);

export const fragmentIn = (value: Value | undefined): Fragment | undefined =>
  value?.kind === 'handle' && value.adapter === 'drizzle' && value.type === 'fragment'
    ? (value.data as Fragment)
    : undefined;

/** sql`lower(${users.email}) = ${email}` */
export const taggedFragment = (text: Value | undefined, { node }: CallSite): Handle =>
  fragmentHandle({ pieces: (text && piecesOfTagged(text, node)) ?? (text ? [text] : []), node });

/** `sql.raw(text)`, `sql.join(fragments, separator)`, `sql.param(value)`, `sql.identifier(name)`. */
export function fragmentMethod(name: string, args: readonly Value[], { node }: CallSite): Value | undefined {
  const [first, separator] = args;
  switch (name) {
    case 'raw':
    case 'identifier':
      return fragmentHandle({
        pieces: first?.kind === 'constant' ? [String(first.value)] : first ? [first] : [],
        node,
      });
    case 'empty':
      return fragmentHandle({ pieces: [], node });
    case 'fromList':
    case 'join': {
      if (first?.kind !== 'array' || first.open)
        return fragmentHandle({ pieces: first ? [first] : [], node });
      const between = separator ?? constant('');
      const pieces = first.elements.flatMap((part, index) => (index > 0 ? [between, part] : [part]));
      return fragmentHandle({ pieces, node });
    }
    case 'param':
      return first;
    case 'placeholder':
      return first?.kind === 'constant' ? placeholder(String(first.value)) : undefined;
    default:
      return undefined;
  }
}

/** A parameter of a prepared query, given when it is executed. */
export const placeholder = (name: string): Handle => handle('drizzle', 'placeholder', { name });

export const placeholderName = (value: Value): string | undefined =>
  value.kind === 'handle' && value.adapter === 'drizzle' && value.type === 'placeholder'
    ? (value.data as { readonly name: string }).name
    : undefined;
