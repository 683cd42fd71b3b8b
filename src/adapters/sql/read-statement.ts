import { emptyStatement, type SqlStatement } from './facts.js';
import type { ParsedStatement } from './parser.js';
import { readDelete, readUpdate } from './read-change.js';
import { readInsert } from './read-insert.js';
import { readMerge } from './read-merge.js';
import { readSelect } from './read-select.js';
import { readWith, type Context } from './reading.js';
import { Source } from './source.js';
import { bodyOf, get, kindOf, listOf, nameOf, type Tree } from './tree.js';

/** Facts of a parsed statement. */
export function readStatement({ tree, text }: ParsedStatement): SqlStatement {
  return read(tree, { source: new Source(text), common: new Map(), before: [], read: readQuery });
}

function read(tree: Tree, context: Context): SqlStatement {
  const body = bodyOf(tree);
  switch (kindOf(tree)) {
    case 'Query':
      return readQuery(body, context);
    case 'Insert':
      return readInsert(body, context);
    case 'Update':
      return readUpdate(body, context);
    case 'Delete':
      return readDelete(body, context);
    case 'Merge':
      return readMerge(body, context);
    case 'Truncate':
      return { ...emptyStatement('delete'), table: nameOf(get(listOf(get(body, 'table_names'))[0], 'name')) };
    case 'StartTransaction':
      // SQLite lets one write transaction in at a time. https://www.sqlite.org/lang_transaction.html
      return { ...emptyStatement('begin'), isolation: isWriting(get(body, 'modifier')) ? 'serializable' : isolationOf(body) };
    case 'Commit':
      return emptyStatement('commit');
    case 'Rollback':
      // Back to a savepoint the transaction goes on.
      return emptyStatement(get(body, 'savepoint') === undefined ? 'rollback' : 'savepoint');
    case 'Savepoint':
    case 'ReleaseSavepoint':
      return emptyStatement('savepoint');
    default:
      return emptyStatement('other');
  }
}

const CHANGES = new Set(['Insert', 'Update', 'Delete', 'Merge']);

function readQuery(query: Tree, outer: Context): SqlStatement {
  const context = readWith(get(query, 'with'), outer);
  const body = get(query, 'body');
  return CHANGES.has(kindOf(body)) ? read(bodyOf(body), context) : readSelect(query, context);
}

const isWriting = (modifier: Tree): boolean => modifier === 'Immediate' || modifier === 'Exclusive';

function isolationOf(body: Tree): SqlStatement['isolation'] {
  const level = listOf(get(body, 'modes')).map(mode => get(mode, 'IsolationLevel')).find(Boolean);
  if (level === undefined) return undefined;
  return level === 'Serializable' ? 'serializable' : level === 'RepeatableRead' ? 'repeatable-read' : 'default';
}
