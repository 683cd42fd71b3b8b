/** A token that matters for splitting, or text in which nothing counts (strings, quoted names, comments). */
const TOKEN = new RegExp(
  [
    String.raw`'\\'(?!')`, // ESCAPE '\'
    String.raw`'(?:[^'\\]|\\[\s\S]|'')*'`,
    String.raw`"(?:[^"]|"")*"`,
    '`[^`]*`',
    String.raw`--[^\n]*`,
    String.raw`\/\*[\s\S]*?\*\/`,
    String.raw`(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1`,
    String.raw`\\\?`, // knex: an operator, not a placeholder
    String.raw`\?\?`,
    String.raw`\?[|&]`,
    String.raw`\?\d*`,
    String.raw`:\.\.\.\w+`, // TypeORM: a list
    String.raw`@\w+`,
    ';',
  ].join('|'),
  'gu',
);

/** Stands behind a name that was a placeholder (`??`), so that the placeholders after it keep their numbers. */
export const IDENTIFIER_MARK = '/*??*/';

/**
 * The statements of a text, each as the parser takes it: `?` numbered over the whole text (`$1`, `$2`), so that
 * a parameter keeps its index wherever it stands. In a text with `$1` a question mark is an operator of jsonb.
 */
export function splitStatements(text: string): readonly string[] {
  const numbered = /\$\d/u.test(text);
  const statements: string[] = [];
  let current = '';
  let last = 0;
  let count = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    current += text.slice(last, match.index);
    last = match.index + token.length;
    if (token === ';') {
      statements.push(current);
      current = '';
    } else if (token === '??' && !numbered) current += `__identifier${count++}`;
    else if (/^\?\d*$/u.test(token) && !numbered) current += ` $${token === '?' ? ++count : token.slice(1)}`;
    else if (token === IDENTIFIER_MARK) count++;
    else if (token.startsWith('@')) current += ` :${token.slice(1)}`; // PostgreSQL's operator for `@`
    else if (token === '\\?') current += '?';
    else current += token.startsWith(':...') ? `:${token.slice(4)}` : token;
  }
  statements.push(current + text.slice(last));
  return statements.map(statement => statement.trim()).filter(statement => stripComments(statement) !== '');
}

/** Text without comments, for looking at its first words. */
export const stripComments = (text: string): string =>
  text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//gu, ' ').trim();
