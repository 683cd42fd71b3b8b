import type { AST, Linter } from 'eslint';
import { parseSync } from 'oxc-parser';
import { LineTable } from '../modules/line-table.js';

/** Comments by which other tools' rules are configured: ESLint would look for those rules. */
const FOREIGN_CONFIGURATION = /^\s*(?:eslint\s(?!.*\bidempotency\/)|globals?\s|exported\s)/su;

/** A parser that reads the comments of a file and nothing else: all that `eslint-disable` needs. */
export function commentParser(file: string): Linter.Parser {
  return {
    meta: { name: 'idempotency/comments', version: '1' },
    parse: (text: string) => commentProgram(file, text),
  };
}

function commentProgram(file: string, text: string): AST.Program {
  const lines = new LineTable(text);
  const located = (start: number, end: number): Pick<AST.Program, 'loc' | 'range'> => ({
    range: [start, end],
    loc: { start: lines.position(start), end: lines.position(end) },
  });
  const { comments } = parseSync(file, text, /\.[cm]?js$/u.test(file) ? { lang: 'jsx' } : {});
  const kept = comments.filter(({ type, value }) => type === 'Line' || !FOREIGN_CONFIGURATION.test(value));
  return {
    type: 'Program',
    sourceType: 'module',
    body: [],
    tokens: [],
    comments: kept.map(({ type, value, start, end }) => ({ type, value, ...located(start, end) })),
    ...located(0, text.length),
  };
}
