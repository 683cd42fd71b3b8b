import type { SqlDialect } from '../../../schema/dialect.js';
import { parseAs, type ParsedStatement } from '../parser.js';
import { divide, type StatementPart } from './divide.js';
import { adaptDefinition } from './rewrites.js';

/** A statement that changes the schema, as trees: several where it had to be read item by item. */
export interface Definition {
  readonly trees: readonly ParsedStatement[];
  /** Columns, constraints and actions that the grammar does not take, or the whole statement. */
  readonly unread: readonly string[];
  /** What the grammar says to the whole statement. */
  readonly reason: string;
}

/** MySQL's grammar takes it for a column. */
const LIKE = /\(\s*like\s/iu;

/** Reads a statement; where the grammar does not take it whole, in other words, then item by item. */
export function parseDefinition(written: string, dialect: SqlDialect): Definition {
  const plain = LIKE.test(written) ? '' : parse(written, [dialect]);
  if (typeof plain !== 'string') return { trees: [plain], unread: [], reason: '' };
  const text = adaptDefinition(written);
  const whole = text === written && plain !== '' ? plain : parse(text, [dialect]);
  if (typeof whole !== 'string') return { trees: [whole], unread: [], reason: '' };
  const divided = divide(text);
  if (divided.length === 0) return { trees: [], unread: [text], reason: whole };
  const parts = divided.map(part => parsePart(part, dialect));
  const trees = parts.filter(part => typeof part !== 'string');
  const unread = parts.filter(part => typeof part === 'string');
  // `CREATE TABLE copy (LIKE original INCLUDING ALL)`: there is a table, whatever it has.
  const bare = trees.length === 0 ? parse(divided[0]!.with(''), [dialect, ...DIALECTS]) : whole;
  return { trees: typeof bare === 'string' ? trees : [bare], unread, reason: whole };
}

const DIALECTS: readonly SqlDialect[] = ['postgresql', 'mysql', 'sqlite'];

/** The item as a tree, or its text. */
function parsePart(part: StatementPart, dialect: SqlDialect): ParsedStatement | string {
  const candidates = [dialect, ...DIALECTS.filter(name => name !== dialect)];
  const column = plainColumn(part.item);
  const texts = [part.text, ...(column === undefined ? [] : [part.with(column)])];
  for (const text of texts) {
    const tree = parse(text, candidates);
    if (typeof tree !== 'string') return tree;
  }
  // Words of MySQL that only PostgreSQL's grammar knows, with the names quoted as that takes them.
  const tree = parse(part.text.replaceAll('`', '"'), ['postgresql']);
  return typeof tree === 'string' ? part.item : tree;
}

const NO_COLUMN =
  /^(?:constraint|unique|primary|foreign|check|exclude|like|period|fulltext|spatial|key|index)\b/iu;
const COLUMN = /^(?:add\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?)?(?:[\w$]+|"[^"]+"|`[^`]+`)(?=\s)/iu;

/** A column in few words: its type and options may be an extension's. */
function plainColumn(item: string): string | undefined {
  const name = COLUMN.exec(item)?.[0];
  if (name === undefined || NO_COLUMN.test(item) || /^add$/iu.test(name)) return undefined;
  const words = item.slice(name.length).replaceAll(/'(?:[^']|'')*'|\([^()]*\)/gu, ' ');
  const kept = words.match(/\b(?:unique|primary\s+key|not\s+null)\b/giu) ?? [];
  return [name, 'text', ...kept].join(' ');
}

/** The tree, or what the grammar says. */
function parse(text: string, dialects: readonly SqlDialect[]): ParsedStatement | string {
  let reason = '';
  for (const dialect of dialects) {
    try {
      return { tree: parseAs(dialect, text), text };
    } catch (error) {
      reason ||= messageOf(error)
        .replace(/^.*?sql parser error:\s*/u, '')
        .replace(/\s+at Line:.*$/u, '');
    }
  }
  return reason;
}

/** The grammar throws an object that is no `Error`. */
const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
