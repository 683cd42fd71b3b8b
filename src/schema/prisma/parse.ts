import type { SchemaProblem } from '../problem.js';
import type { Argument, Attribute, Block, Expression, Field, FieldType } from './syntax.js';
import { tokensOf, type Token } from './tokens.js';

const KEYWORD = /^(?:model|view|type|enum|datasource|generator)$/u;

export interface ParsedSchema {
  readonly blocks: readonly Block[];
  readonly problems: readonly SchemaProblem[];
}

/**
 * Reads a schema line by line: each is a field, an attribute or a setting, and a broken one takes no other
 * along.
 * Lists and arguments may go on over several lines, which the language's own parser does not take.
 * https://www.prisma.io/docs/orm/prisma-schema/overview#syntax
 */
export function parsePrisma(text: string, file: string): ParsedSchema {
  const parser = new Parser(text, file);
  return { blocks: parser.blocks(), problems: parser.problems };
}

/** Ends the reading of one line. */
class UnexpectedToken extends Error {
  constructor(
    readonly token: Token,
    expected: string,
  ) {
    const found =
      token.kind === 'newline' || token.kind === 'end' ? 'the end of the line' : `\`${token.text}\``;
    super(`Expected ${expected}, found ${found}.`);
  }
}

class Parser {
  readonly problems: SchemaProblem[] = [];
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(
    private readonly text: string,
    private readonly file: string,
  ) {
    this.#tokens = tokensOf(text);
  }

  blocks(): readonly Block[] {
    const blocks: Block[] = [];
    for (this.#skipNewlines(); this.#next.kind !== 'end'; this.#skipNewlines()) {
      if (this.#startsBlock()) blocks.push(this.#block());
      else this.#fail(new UnexpectedToken(this.#next, 'a block'), this.#position);
    }
    return blocks;
  }

  get #next(): Token {
    return this.#at(this.#position);
  }

  readonly #at = (position: number): Token => this.#tokens[Math.min(position, this.#tokens.length - 1)]!;

  /** `model User {`. */
  #startsBlock(): boolean {
    const [keyword, name, open] = [0, 1, 2].map(offset => this.#at(this.#position + offset));
    return KEYWORD.test(keyword!.text) && name!.kind === 'word' && open!.text === '{';
  }

  #block(): Block {
    const { text: keyword, line } = this.#take();
    const { text: name } = this.#take();
    this.#take();
    const fields: Field[] = [];
    const attributes: Attribute[] = [];
    const settings = new Map<string, Expression>();
    const failed = this.problems.length;
    for (this.#skipNewlines(); !this.#isNext('}'); this.#skipNewlines()) {
      if (this.#next.kind === 'end' || this.#startsBlock()) {
        this.problems.push({ file: this.file, line, message: `The block \`${name}\` is not closed.` });
        break;
      }
      const start = this.#position;
      try {
        if (this.#isNext('@@')) attributes.push(this.#attribute());
        else if (this.#at(start + 1).text === '=') settings.set(...this.#setting());
        else fields.push(this.#field(keyword !== 'enum'));
        this.#endOfLine();
      } catch (error) {
        if (!(error instanceof UnexpectedToken)) throw error;
        this.#fail(error, start);
      }
    }
    if (this.#isNext('}')) this.#take();
    const isBroken = this.problems.length > failed;
    return { keyword: keyword as Block['keyword'], name, line, fields, attributes, settings, isBroken };
  }

  #setting(): readonly [string, Expression] {
    const { text: name } = this.#take();
    this.#take();
    return [name, this.#expression()];
  }

  #field(isTyped: boolean): Field {
    const { text: name, line } = this.#word('a field');
    const type = isTyped ? this.#type() : undefined;
    const attributes: Attribute[] = [];
    while (this.#isNext('@')) attributes.push(this.#attribute());
    return { name, type, attributes, line };
  }

  #type(): FieldType {
    const { text: name } = this.#word('a type');
    if (name === 'Unsupported') this.#arguments();
    const isList = this.#skip('[');
    if (isList) this.#expect(']');
    return { name, isList, isOptional: this.#skip('?') };
  }

  #attribute(): Attribute {
    const { line } = this.#take();
    const name = this.#path('an attribute');
    return { name, args: this.#isNext('(') ? this.#arguments() : [], line };
  }

  /** `db.VarChar`. */
  #path(expected: string): string {
    const { text } = this.#word(expected);
    return this.#skip('.') ? `${text}.${this.#path(expected)}` : text;
  }

  readonly #arguments = (): readonly Argument[] =>
    this.#between('(', ')', () => {
      const isNamed = this.#next.kind === 'word' && this.#at(this.#position + 1).text === ':';
      const name = isNamed ? this.#take().text : undefined;
      if (isNamed) this.#take();
      return { name, value: this.#expression() };
    });

  #expression(): Expression {
    const token = this.#next;
    if (token.kind === 'string') return { kind: 'string', value: unquoted(this.#take().text) };
    if (token.kind === 'number') return { kind: 'number', value: Number(this.#take().text) };
    if (token.text === '[') return { kind: 'list', items: this.#between('[', ']', () => this.#expression()) };
    if (token.text === '{') return this.#object();
    const name = this.#path('a value');
    return this.#isNext('(') ? { kind: 'call', name, args: this.#arguments() } : { kind: 'name', name };
  }

  /** `{ deletedAt: null }`, kept as written. */
  #object(): Expression {
    const { start } = this.#next;
    this.#between('{', '}', () => {
      this.#word('a field');
      this.#expect(':');
      return this.#expression();
    });
    return { kind: 'object', text: this.text.slice(start, this.#at(this.#position - 1).start + 1) };
  }

  #between<T>(open: string, close: string, read: () => T): readonly T[] {
    const items: T[] = [];
    this.#expect(open);
    for (this.#skipNewlines(); !this.#isNext(close); this.#skipNewlines()) {
      if (items.length > 0) {
        this.#expect(',');
        this.#skipNewlines();
        if (this.#isNext(close)) break;
      }
      items.push(read());
    }
    this.#expect(close);
    return items;
  }

  #endOfLine(): void {
    const { kind } = this.#next;
    if (kind !== 'newline' && !this.#isNext('}'))
      throw new UnexpectedToken(this.#next, 'the end of the line');
  }

  /** Notes what is wrong with the line that begins at a token, and goes on behind it. */
  #fail(error: UnexpectedToken, start: number): void {
    this.problems.push({ file: this.file, line: error.token.line, message: error.message });
    this.#position = start;
    while (this.#next.kind !== 'newline' && this.#next.kind !== 'end') this.#position++;
  }

  readonly #isNext = (text: string): boolean => this.#next.text === text;

  #skipNewlines(): void {
    while (this.#next.kind === 'newline') this.#position++;
  }

  #take(): Token {
    const token = this.#next;
    this.#position++;
    return token;
  }

  #skip(text: string): boolean {
    const isThere = this.#isNext(text);
    if (isThere) this.#position++;
    return isThere;
  }

  #expect(text: string): void {
    if (!this.#skip(text)) throw new UnexpectedToken(this.#next, `\`${text}\``);
  }

  #word(expected: string): Token {
    if (this.#next.kind !== 'word') throw new UnexpectedToken(this.#next, expected);
    return this.#take();
  }
}

/** Strings are those of JSON. */
function unquoted(token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    return token.slice(1, -1);
  }
}
