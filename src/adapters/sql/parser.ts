import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { SqlDialect } from '../../schema/dialect.js';
import { adapt } from './adapt.js';
import type { Tree } from './tree.js';

export type { SqlDialect } from '../../schema/dialect.js';

/** A statement's syntax tree, with the text that its positions count in. */
export interface ParsedStatement {
  readonly tree: Tree;
  readonly text: string;
}

type Parse = (dialect: SqlDialect, text: string) => readonly Tree[];

interface Grammar {
  initSync(source: { readonly module: Uint8Array }): unknown;
  readonly parse_sql: Parse;
}

/**
 * Compiling the grammar takes a quarter of a second, so it waits for the first SQL text. The package's own entry
 * compiles it in a promise only, and rules cannot wait for one.
 */
class LazyGrammar {
  #parse: Parse | undefined;

  parse(dialect: SqlDialect, text: string): Tree {
    this.#parse ??= load();
    return this.#parse(dialect, text)[0];
  }
}

const grammar = new LazyGrammar();

function load(): Parse {
  const require = createRequire(import.meta.url);
  const folder = join(require.resolve('@guanmingchiu/sqlparser-ts'), '../../wasm');
  const loaded = require(join(folder, 'sqlparser_rs_wasm.js')) as Grammar;
  loaded.initSync({ module: readFileSync(join(folder, 'sqlparser_rs_wasm_bg.wasm')) });
  return loaded.parse_sql;
}

/** Longer texts are dumps and schemas, not queries, and parsing time grows with nesting. */
const LONGEST = 20_000;

/** PostgreSQL's grammar takes the WHERE for a name, and knows selects without columns. */
const MISSING_NAME = /\bfrom\s+where\b/iu;

/** Reads one statement; `undefined` where no dialect takes it. */
export function parseStatement(written: string, dialect: SqlDialect | undefined): ParsedStatement | undefined {
  if (written.length > LONGEST || MISSING_NAME.test(written)) return undefined;
  const text = adapt(written);
  for (const candidate of candidates(written, dialect)) {
    try {
      return { tree: grammar.parse(candidate, text), text };
    } catch {
      // The next dialect may take it.
    }
  }
  return undefined;
}

/** The first statement of a text as one dialect has it; throws where that does not take it. */
export const parseAs = (dialect: SqlDialect, text: string): Tree => grammar.parse(dialect, text);

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
