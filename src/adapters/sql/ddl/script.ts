import type { SqlDialect } from '../../../schema/dialect.js';
import { upSection } from './up-section.js';

/** One statement of a script, from its first word to what ends it. */
export interface ScriptStatement {
  readonly text: string;
  /** Of its first word, from 1. */
  readonly line: number;
}

const COMMENTS = [String.raw`--[^\n]*`, String.raw`\/\*[^]*?\*\/`];
const PLAIN = [String.raw`'(?:[^']|'')*'`, String.raw`"(?:[^"]|"")*"`];
const ESCAPED = [String.raw`'(?:[^'\\]|\\[^]|'')*'`, String.raw`"(?:[^"\\]|\\[^]|"")*"`];
const WORDS = String.raw`\b(?:end\s+(?:if|loop|while|repeat|case)|begin|case|end)\b`;

/** A token that matters for splitting, or text in which nothing is syntax. */
const tokens = (kept: readonly string[]): RegExp =>
  new RegExp([...COMMENTS, ...kept, '`[^`]*`', ';', WORDS].join('|'), 'giu');

const TOKENS: Readonly<Record<SqlDialect, RegExp>> = {
  // Backslashes escape in strings after `E` alone. A body between dollars is one string.
  postgresql: tokens([
    String.raw`\be'(?:[^'\\]|\\[^]|'')*'`,
    ...PLAIN,
    String.raw`(?<dollar>\$(?:[a-z_]\w*)?\$)[^]*?\k<dollar>`,
  ]),
  mysql: tokens([...ESCAPED, String.raw`#[^\n]*`]),
  sqlite: tokens(PLAIN),
};

/** What holds statements itself: `CREATE TRIGGER ... BEGIN ...; ...; END`. */
const COMPOUND =
  /^create\s+(?:(?:or|replace|temp|temporary|definer\s*=\s*\S+)\s+)*(?:trigger|procedure|function|event)\b/iu;

/** The statements that a script runs when it goes forward. */
export function scriptStatements(script: string, dialect: SqlDialect): readonly ScriptStatement[] {
  const text = upSection(dialect === 'mysql' ? withConditionalComments(script) : script);
  return partsOf(text).flatMap(part => new Splitter(part.text, part.line).split(part.delimiter, dialect));
}

/** `/*!40101 ... *\/`: MySQL runs what stands in it. */
const withConditionalComments = (text: string): string =>
  text.replaceAll(/\/\*M?!\d*([^]*?)\*\//gu, (_, code: string) => ` ${code} `);

interface Part extends ScriptStatement {
  readonly delimiter: string;
}

/** `DELIMITER //`: from here on the client of MySQL ends statements by something else. */
function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let [delimiter, start] = [';', 0];
  for (const { 0: command, 1: next = ';', index } of text.matchAll(
    /^[ \t]*delimiter[ \t]+(\S+)[^\n]*$/gimu,
  )) {
    parts.push({ text: text.slice(start, index), line: countLines(text.slice(0, start)) + 1, delimiter });
    [delimiter, start] = [next, index + command.length];
  }
  return [...parts, { text: text.slice(start), line: countLines(text.slice(0, start)) + 1, delimiter }];
}

class Splitter {
  readonly #statements: ScriptStatement[] = [];
  #start = 0;

  constructor(
    private readonly text: string,
    private line: number,
  ) {}

  split(delimiter: string, dialect: SqlDialect): readonly ScriptStatement[] {
    if (delimiter === ';') this.#splitBySyntax(dialect);
    else
      for (let at = this.text.indexOf(delimiter); at >= 0; at = this.text.indexOf(delimiter, this.#start))
        this.#end(at, delimiter.length);
    this.#end(this.text.length, 0);
    return this.#statements;
  }

  #splitBySyntax(dialect: SqlDialect): void {
    let depth = 0;
    for (const { 0: token, index } of this.text.matchAll(TOKENS[dialect])) {
      // Drizzle Kit puts a comment of its own between statements.
      if (
        token.startsWith('--> statement-breakpoint') ||
        (token === ';' && (depth <= 0 || !this.#isCompound(index)))
      ) {
        this.#end(index, token.length);
        depth = 0;
      } else if (/^(?:begin|case)$/iu.test(token)) depth++;
      else if (/^end(?:\s+case)?$/iu.test(token)) depth--;
    }
  }

  readonly #isCompound = (end: number): boolean =>
    COMPOUND.test(withoutLead(this.text.slice(this.#start, end)));

  #end(index: number, length: number): void {
    const written = this.text.slice(this.#start, index);
    const code = withoutLead(written);
    const lead = countLines(written.slice(0, written.length - code.length));
    if (code !== '') this.#statements.push({ text: code.trimEnd(), line: this.line + lead });
    this.line += countLines(this.text.slice(this.#start, index + length));
    this.#start = index + length;
  }
}

/** Without the comments and space before the first word. */
const withoutLead = (text: string): string =>
  text.slice(/^(?:\s+|--[^\n]*|#[^\n]*|\/\*[^]*?\*\/)*/u.exec(text)?.[0].length ?? 0);

const countLines = (text: string): number => text.split('\n').length - 1;
