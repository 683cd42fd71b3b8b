import { createRequire } from 'node:module';
import type { Statement } from 'sql-parser-cst';

export type SqlDialect = 'postgresql' | 'mysql' | 'sqlite';

type Parse = (typeof import('sql-parser-cst'))['parse'];

let parse: Parse | undefined;

/** Loading the grammar takes a quarter of a second, so it waits for the first SQL text. */
function loadParser(): Parse {
  parse ??= (createRequire(import.meta.url)('sql-parser-cst') as { parse: Parse }).parse;
  return parse;
}

/** Longer texts are dumps and schemas, not queries, and parsing time grows with nesting. */
const LONGEST = 20_000;

/** Syntax tree of one statement; `undefined` where no dialect takes it. */
export function parseStatement(text: string, dialect: SqlDialect | undefined): Statement | undefined {
  if (text.length > LONGEST) return undefined;
  for (const candidate of candidates(text, dialect)) {
    try {
      // `$name` is SQLite's own, and would take PostgreSQL's dollar quotes.
      const paramTypes = candidate === 'sqlite' ? PARAMETERS_SQLITE : PARAMETERS;
      return loadParser()(text, { dialect: candidate, paramTypes, includeRange: true }).statements[0];
    } catch {
      // The next dialect may take it.
    }
  }
  return undefined;
}

const PARAMETERS: ('?nr' | '$nr' | ':name' | '@name')[] = ['?nr', '$nr', ':name', '@name'];
const PARAMETERS_SQLITE: ('?nr' | '$name' | ':name' | '@name')[] = ['?nr', '$name', ':name', '@name'];

const SIGNS: readonly (readonly [SqlDialect, RegExp])[] = [
  ['sqlite', /\binsert\s+or\s+\w+\s+into\b|\bbegin\s+(?:immediate|exclusive|deferred)\b|\$[a-z_]\w*(?![\w$])/iu],
  ['mysql', /`|\bon\s+duplicate\s+key\b|\binsert\s+ignore\b|\block\s+in\s+share\s+mode\b|\bget_lock\b/iu],
  ['postgresql', /\$\d|\breturning\b|::|\bon\s+conflict\b|"/iu],
];

function candidates(text: string, dialect: SqlDialect | undefined): readonly SqlDialect[] {
  const signs = SIGNS.filter(([, sign]) => sign.test(text)).map(([name]) => name);
  const order: readonly SqlDialect[] = [...(dialect ? [dialect] : []), ...signs, 'postgresql', 'mysql', 'sqlite'];
  return [...new Set(order)];
}
