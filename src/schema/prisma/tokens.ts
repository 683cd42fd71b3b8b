export interface Token {
  readonly kind: 'word' | 'string' | 'number' | 'newline' | 'mark' | 'end';
  readonly text: string;
  /** From 1. */
  readonly line: number;
  readonly start: number;
}

const TOKEN = new RegExp(
  [
    String.raw`[^\S\n]+|\/\/[^\n]*|\/\*[^]*?\*\/`, // nothing that counts
    String.raw`\n`,
    String.raw`"(?:[^"\\\n]|\\.)*"`,
    String.raw`-?\d+(?:\.\d+)?(?![\w-])`,
    String.raw`\w[\w-]*`,
    '@@|[^]',
  ].join('|'),
  'gu',
);

/** Words and marks of a schema, without comments; a line's end is one, since it ends a field. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let start = 0;
  for (const token of text.match(TOKEN) ?? []) {
    const kind = kindOf(token);
    if (kind) tokens.push({ kind, text: token, line, start });
    if (kind === 'newline') line++;
    else if (kind === undefined && token.startsWith('/*')) line += token.split('\n').length - 1;
    start += token.length;
  }
  return [...tokens, { kind: 'end', text: '', line, start }];
}

function kindOf(token: string): Token['kind'] | undefined {
  if (token === '\n') return 'newline';
  if (/^(?:[^\S\n]|\/\/|\/\*)/u.test(token)) return undefined;
  if (token.length > 1 && token.startsWith('"')) return 'string';
  if (/^-?\d+(?:\.\d+)?$/u.test(token)) return 'number';
  return /^\w/u.test(token) ? 'word' : 'mark';
}
