import { childrenOf, get, isFields, type Tree } from './tree.js';

/** First and last token of a part of the tree. */
type Range = readonly [number, number];

const TOKEN =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|[xben]?'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"]|"")*"|`[^`]*`|(\$(?:[a-z_]\w*)?\$)[\s\S]*?\2|::|:?[\p{L}\p{N}_$@?]+|[^]/giu;

/** `EXTRACT(epoch FROM at)`: built in syntax with its own words inside the parentheses. */
const CALLS = new Set(['Ceil', 'Convert', 'Extract', 'Floor', 'Overlay', 'Position', 'Substring', 'Trim']);
const SUFFIX = /^(?:is|not|null|true|false|unknown|isnull|notnull)$/iu;
const TYPE = /^(?:precision|varying|with|without|time|zone|unsigned|signed)$/iu;

/**
 * Finds the text of an expression. The tree tells where names, literals and some words stand; what stands around
 * them follows from the kind of expression and from the parentheses.
 */
export class Source {
  readonly #tokens: { readonly text: string; readonly start: number }[] = [];
  /** Index of the closing parenthesis by that of the opening one. */
  readonly #closing = new Map<number, number>();
  /** Index of the innermost open parenthesis at each token. */
  readonly #open: (number | undefined)[] = [];
  readonly #lines: readonly string[];

  constructor(private readonly text: string) {
    this.#lines = text.split('\n');
    const open: number[] = [];
    for (const match of text.matchAll(TOKEN)) {
      if (match.groups?.['space'] !== undefined) continue;
      const index = this.#tokens.push({ text: match[0], start: match.index }) - 1;
      this.#open.push(open.at(-1));
      if ('(['.includes(match[0])) open.push(index);
      const last = ')]'.includes(match[0]) ? open.pop() : undefined;
      if (last !== undefined) this.#closing.set(last, index);
    }
  }

  /** The expression as written; `''` where its place is not known. */
  textOf(tree: Tree): string {
    const range = this.#rangeOf(tree);
    if (!range) return '';
    const [first, last] = range.map(index => this.#tokens[index]);
    return first && last ? this.text.slice(first.start, last.start + last.text.length) : '';
  }

  #rangeOf(tree: Tree): Range | undefined {
    const span = get(tree, 'span');
    if (span !== undefined) return this.#placed(span);
    const parts = childrenOf(tree).flatMap(child => this.#rangeOf(child) ?? []);
    if (parts.length === 0) return undefined;
    const inner: Range = [Math.min(...parts), Math.max(...parts)];
    const [entry, more] = isFields(tree) ? Object.entries(tree) : [];
    const [first, last] = entry && !more ? this.#extend(entry[0], entry[1], inner) : inner;
    return [first, this.#balanced(first, last)];
  }

  #extend(kind: string, body: Tree, [first, last]: Range): Range {
    switch (kind) {
      case 'Function': {
        const end = this.#is(last + 1, '(') ? this.#balanced(first, last + 1) : this.#balanced(first, last);
        return [first, get(body, 'over') !== undefined && this.#is(end + 1, 'over') ? end + 2 : end];
      }
      case 'Exists':
        return [first - (get(body, 'negated') === true ? 3 : 2), last];
      case 'Nested':
      case 'Query':
      case 'Subquery':
      case 'Tuple':
      case 'TypedString':
      case 'UnaryOp':
        return [first - 1, last];
      case 'Interval':
        return [first - 1, get(body, 'leading_field') === undefined ? last : last + 1];
      case 'Array':
        return [(this.#open[first] ?? first) - (get(body, 'named') === true ? 1 : 0), last];
      case 'Cast':
        return get(body, 'kind') === 'DoubleColon' ? [first, this.#afterType(last)] : [this.#callOf(first), last];
      default:
        if (CALLS.has(kind)) return [this.#callOf(first), last];
        return kind.startsWith('Is') ? [first, this.#while(SUFFIX, last)] : [first, last];
    }
  }

  readonly #callOf = (index: number): number => (this.#open[index] ?? index + 1) - 1;

  /** `x::numeric(10, 2)[]`. */
  #afterType(last: number): number {
    let end = this.#while(TYPE, last + 2);
    while (this.#is(end + 1, '(') || this.#is(end + 1, '[')) end = this.#closing.get(end + 1) ?? end + 1;
    return end;
  }

  #while(pattern: RegExp, last: number): number {
    return pattern.test(this.#tokens[last + 1]?.text ?? '') ? this.#while(pattern, last + 1) : last;
  }

  readonly #is = (index: number, text: string): boolean => this.#tokens[index]?.text.toLowerCase() === text;

  /** The end, moved behind the parentheses that are opened before it. */
  #balanced(first: number, last: number): number {
    let end = last;
    for (let index = first; index <= last; index++) end = Math.max(end, this.#closing.get(index) ?? 0);
    return end;
  }

  /** The parser counts lines and characters from 1. */
  #placed(span: Tree): Range | undefined {
    const [line, column] = [get(span, 'start', 'line'), get(span, 'start', 'column')];
    if (typeof line !== 'number' || typeof column !== 'number' || line === 0) return undefined;
    const before = this.#lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const start = before + [...(this.#lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
    const index = this.#tokens.findIndex(token => token.start + token.text.length > start);
    return index < 0 ? undefined : [index, index];
  }
}
