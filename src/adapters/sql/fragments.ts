import type { Value } from '../../values/value.js';
import type { Piece } from './text.js';

/**
 * What a library puts in the place of a spliced value: a fragment's own text and values, a name, a list of
 * columns. `before` is the text in front of it; `undefined`: the value is a parameter.
 */
export type Splice = (value: Value, before: string) => readonly Piece[] | undefined;

/** The pieces of a query with its fragments in their places. */
export function spliced(pieces: readonly Piece[], splice: Splice): readonly Piece[] {
  const whole: Piece[] = [];
  let before = '';
  for (const piece of pieces) {
    const parts = typeof piece === 'string' ? [piece] : (splice(piece, before) ?? [piece]);
    for (const part of parts) {
      whole.push(part);
      before += typeof part === 'string' ? part : ':value';
    }
  }
  return whole;
}

/** `a, b`, where each part is some pieces. */
export const joined = (
  parts: readonly (readonly Piece[])[],
  separator: readonly Piece[] = [', '],
): readonly Piece[] => parts.flatMap((part, index) => (index > 0 ? [...separator, ...part] : part));

/** A name as text; one that cannot be read stays a value. */
export const namePiece = (value: Value): Piece =>
  value.kind === 'constant' && typeof value.value === 'string' ? value.value : value;
