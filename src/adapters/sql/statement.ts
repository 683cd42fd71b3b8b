import type { SqlStatement } from './facts.js';
import { readUnparsed } from './fallback.js';
import { clausesAsValues, splicedClauses } from './markers.js';
import { parseStatement, type ParsedStatement, type SqlDialect } from './parser.js';
import { readStatement } from './read-statement.js';
import { splitStatements } from './split.js';

export type { SqlAdvisoryLock, SqlAggregate, SqlOperand, SqlStatement, SqlStatementKind } from './facts.js';
export type { SqlDialect } from './parser.js';

/** Reads SQL text and keeps the facts of the last texts read: rules and passes ask for the same ones again. */
class SqlReader {
  readonly #known = new Map<string, readonly SqlStatement[]>();

  constructor(private readonly capacity = 2000) {}

  /** The statements of a text in order. What cannot be read is left out or half known; it never throws. */
  read(text: string, dialect?: SqlDialect): readonly SqlStatement[] {
    const key = `${dialect ?? ''}:${text}`;
    const known = this.#known.get(key);
    if (known) return known;
    const statements = splitStatements(text).flatMap(part => readOne(part, dialect) ?? []);
    if (this.#known.size >= this.capacity) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(key, statements);
    return statements;
  }
}

/** Facts depend on the text alone, so one reader serves every file. */
const reader = new SqlReader();

/** The statements of a text in order; `[]` where it is no SQL. */
export const readSql = (text: string, dialect?: SqlDialect): readonly SqlStatement[] => reader.read(text, dialect);

function readOne(written: string, dialect: SqlDialect | undefined): SqlStatement | undefined {
  let text = written;
  let parsed = parseStatement(text, dialect);
  if (!parsed && splicedClauses(text).length > 0) {
    // What seemed the place of a clause may be that of a value.
    const asValues = clausesAsValues(text);
    parsed = parseStatement(asValues, dialect);
    if (parsed) text = asValues;
  }
  const read = parsed && readParsed(parsed);
  const statement = read && read.kind !== 'other' ? read : (readUnparsed(text) ?? read);
  if (!statement) return undefined;
  const spliced = splicedClauses(text);
  const more = statement.kind === 'insert' ? statement.moreColumns : statement.moreConditions;
  for (const index of spliced) more.push({ kind: 'inlined', index });
  if (spliced.length > 0) statement.unfiltered = false;
  return statement;
}

/** A shape of syntax tree that the readers do not expect must not end a lint run. */
function readParsed(parsed: ParsedStatement): SqlStatement | undefined {
  try {
    return readStatement(parsed);
  } catch {
    return undefined;
  }
}
