import type { SqlDialect } from '../../../schema/dialect.js';
import type { KeyPart, Place } from '../../../schema/table.js';
import type { ParsedStatement } from '../parser.js';
import { Source } from '../source.js';
import { argumentsOf, bodyOf, childrenOf, get, isColumn, kindOf, listOf, type Tree } from '../tree.js';
import type { ScriptStatement } from './script.js';

/** Names, places and key columns of one statement's tree. */
export class DefinitionReader {
  #source: Source | undefined;

  constructor(
    private readonly parsed: ParsedStatement,
    private readonly statement: ScriptStatement,
    private readonly file: string,
    readonly dialect: SqlDialect,
  ) {}

  /** Last part of a name as the database has it: PostgreSQL folds what is not quoted. */
  nameOf(tree: Tree): string | undefined {
    if (Array.isArray(tree)) return this.nameOf(listOf(tree).at(-1));
    if (isColumn(tree)) return this.nameOf(bodyOf(tree));
    const value = get(tree, 'value');
    if (typeof value !== 'string') return undefined;
    const isQuoted = get(tree, 'quote_style') !== undefined && get(tree, 'quote_style') !== null;
    return this.dialect === 'postgresql' && !isQuoted ? value.toLowerCase() : value;
  }

  /** First line of the statement. */
  get place(): Place {
    return { file: this.file, line: this.statement.line };
  }

  /** Where a part of the tree begins. */
  placeOf(tree: Tree): Place {
    return { file: this.file, line: this.statement.line + (startOf(tree)?.line ?? 1) - 1 };
  }

  /** Where the words before the columns of a key stand: `UNIQUE (`, `PRIMARY KEY (`. */
  placeOfKey(columns: Tree): Place {
    const start = startOf(columns);
    if (!start) return this.place;
    const lines = this.parsed.text.split('\n').slice(0, start.line);
    const before = [...lines.slice(0, -1), (lines.at(-1) ?? '').slice(0, start.column - 1)].join('\n');
    const words = [...before.matchAll(/\b(?:unique|primary\s+key)\b/giu)].at(-1);
    const line = words ? before.slice(0, words.index).split('\n').length : start.line;
    return { file: this.file, line: this.statement.line + line - 1 };
  }

  textOf(tree: Tree): string {
    this.#source ??= new Source(this.parsed.text);
    return this.#source.textOf(tree).replaceAll(/\s+/gu, ' ');
  }

  /** The columns of a key, `[{ column: { expr } }]` in the tree. */
  partsOf(columns: Tree): readonly KeyPart[] {
    return listOf(columns).map(item => this.#partOf(get(item, 'column', 'expr')));
  }

  #partOf(tree: Tree): KeyPart {
    const [kind, body] = [kindOf(tree), bodyOf(tree)];
    if (isColumn(tree)) return { column: this.nameOf(tree), expression: undefined };
    if (kind === 'Collate') return this.#partOf(get(body, 'expr'));
    if (kind === 'Nested' && isColumn(body)) return this.#partOf(body);
    // SQLite takes a string for a name.
    const text = get(body, 'value', 'SingleQuotedString');
    if (kind === 'Value' && typeof text === 'string') return { column: text, expression: undefined };
    // MySQL: only the first characters count. Its expressions stand in parentheses of their own.
    const [length] = kind === 'Function' && this.dialect === 'mysql' ? numberOf(argumentsOf(body)[0]) : [];
    if (typeof length === 'string') {
      const column = this.nameOf(get(body, 'name')) ?? '';
      return { column, expression: `${column}(${length})` };
    }
    const names = new Set(this.#columnsOf(tree));
    return {
      column: names.size === 1 ? [...names][0] : undefined,
      expression: this.textOf(kind === 'Nested' ? body : tree),
    };
  }

  #columnsOf(tree: Tree): readonly string[] {
    if (isColumn(tree)) return [this.nameOf(tree) ?? ''];
    const [kind, body] = [kindOf(tree), bodyOf(tree)];
    if (kind === 'Function') return argumentsOf(body).flatMap(argument => this.#columnsOf(argument));
    if (kind === 'Cast' || kind === 'Collate') return this.#columnsOf(get(body, 'expr'));
    return childrenOf(tree).flatMap(child => this.#columnsOf(child));
  }
}

/** `["20", false]` in the tree. */
const numberOf = (literal: Tree): readonly Tree[] => listOf(get(literal, 'Value', 'value', 'Number'));

interface Start {
  readonly line: number;
  readonly column: number;
}

/** Where the first name or literal of a tree stands. */
function startOf(tree: Tree): Start | undefined {
  const [line, column] = [get(tree, 'span', 'start', 'line'), get(tree, 'span', 'start', 'column')];
  if (typeof line === 'number' && typeof column === 'number' && line > 0) return { line, column };
  for (const child of childrenOf(tree)) {
    const start = startOf(child);
    if (start) return start;
  }
  return undefined;
}
