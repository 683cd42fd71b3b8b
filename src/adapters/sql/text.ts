import type { TSESTree } from '@typescript-eslint/utils';
import type { Choice, Value } from '../../values/value.js';
import { placeOf } from './place.js';

/** SQL text with a marker where the code splices a value in; the nth marker stands for `inlined[n]`. */
export interface SqlText {
  readonly text: string;
  readonly inlined: readonly Value[];
}

/** Text as it is written, or a value that is spliced in. */
export type Piece = string | Value;

/** SQL text of a string that the code builds; `undefined` where none of it can be read. */
export function sqlFromValue(value: Value): SqlText | undefined {
  const pieces = readablePieces(value);
  return pieces && sqlFromPieces(pieces);
}

function readablePieces(value: Value): readonly Piece[] | undefined {
  const pieces = piecesOf(value);
  return pieces.some(piece => typeof piece === 'string' && piece.trim() !== '') ? pieces : undefined;
}

/**
 * SQL text of a tagged template, whose values are parameters also where they are constants. `value` is the template
 * as flow gives it, `node` the tagged template or its quasi.
 */
export function sqlFromTagged(value: Value, node: TSESTree.Node): SqlText | undefined {
  const pieces = piecesOfTagged(value, node);
  return pieces && sqlFromPieces(pieces);
}

/** Texts and values of a tagged template in turn; `undefined` where it cannot be read. */
export function piecesOfTagged(value: Value, node: TSESTree.Node): readonly Piece[] | undefined {
  const quasi = node.type === 'TaggedTemplateExpression' ? node.quasi : node;
  if (quasi.type !== 'TemplateLiteral') return readablePieces(value);
  const texts = quasi.quasis.map(part => part.value.cooked ?? '');
  if (texts.length === 1) return value.kind === 'constant' ? [String(value.value)] : readablePieces(value);
  if (value.kind === 'constant') return splitConstant(String(value.value), texts);
  if (value.kind !== 'template') return undefined;
  const pieces: Piece[] = [];
  let next = 0;
  for (const text of texts) {
    if (text) next++;
    pieces.push(text);
    const part = value.parts[next++];
    if (part && pieces.length < texts.length * 2 - 1) pieces.push(part);
  }
  return pieces;
}

/** Flow joins a template of constants to one; the texts between them tell the values apart again. */
function splitConstant(whole: string, texts: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = [texts[0] ?? ''];
  let start = texts[0]?.length ?? 0;
  for (const [index, text] of texts.slice(1).entries()) {
    const end = index === texts.length - 2 ? whole.length - text.length : whole.indexOf(text, start);
    pieces.push({ kind: 'constant', value: whole.slice(start, Math.max(start, end)) }, text);
    start = Math.max(start, end) + text.length;
  }
  return pieces;
}

function piecesOf(value: Value): readonly Piece[] {
  switch (value.kind) {
    case 'constant':
      return [value.value === undefined ? '' : String(value.value)];
    case 'template':
      return value.parts.flatMap(piecesOf);
    case 'binary': {
      if (value.operator !== '+') return [value];
      const pieces = [...piecesOf(value.left), ...piecesOf(value.right)];
      // A sum of numbers is one value.
      return pieces.some(piece => typeof piece === 'string' && !/^-?\d*$/u.test(piece)) ? pieces : [value];
    }
    case 'choice':
      return eitherText(value);
    case 'call':
      return callPieces(value);
    default:
      return [value];
  }
}

/** `if (status) text += ' AND status = ?'`: the common beginning is sure, the rest a spliced clause. */
function eitherText(value: Choice): readonly Piece[] {
  const [left, right] = [merge(piecesOf(value.whenTrue)), merge(piecesOf(value.whenFalse))];
  const [short, long] = length(left) <= length(right) ? [left, right] : [right, left];
  const isPrefix = short.every((piece, index) => {
    const other = long[index];
    if (index < short.length - 1 || typeof piece !== 'string') return piece === other;
    return typeof other === 'string' && other.startsWith(piece);
  });
  return isPrefix ? [...short, value] : [value];
}

const length = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 1), 0);

function merge(pieces: readonly Piece[]): readonly Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') merged[merged.length - 1] = last + piece;
    else merged.push(piece);
  }
  return merged;
}

/** `['SELECT', 'FROM t'].join(' ')`, `text.trim()`. */
function callPieces(value: Extract<Value, { kind: 'call' }>): readonly Piece[] {
  const { callee, receiver, args: [separator] } = value;
  if (callee === 'trim' && receiver) return piecesOf(receiver);
  if (callee !== 'join' || receiver?.kind !== 'array' || receiver.open || separator?.kind !== 'constant') return [value];
  return receiver.elements.flatMap((element, index) => [...(index > 0 ? [String(separator.value)] : []), ...piecesOf(element)]);
}

/** SQL text of what a library puts together itself. */
export function sqlFromPieces(pieces: readonly Piece[]): SqlText {
  const merged = merge(pieces);
  const inlined: Value[] = [];
  let text = '';
  for (const [index, piece] of merged.entries()) {
    if (typeof piece === 'string') text += piece;
    else {
      const next = merged[index + 1];
      const place = placeOf(text, typeof next === 'string' ? next : '', inlined.length);
      text = text.slice(0, text.length - place.drop) + place.marker;
      inlined.push(place.drop > 0 ? { kind: 'unknown' } : piece);
    }
  }
  return { text, inlined };
}
