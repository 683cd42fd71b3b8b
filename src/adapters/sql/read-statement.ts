import type { Node } from 'sql-parser-cst';
import { emptyStatement, type SqlStatement } from './facts.js';
import { readChange } from './read-change.js';
import { readInsert } from './read-insert.js';
import { readMerge } from './read-merge.js';
import { readSelect } from './read-select.js';
import type { Context } from './reading.js';
import { findAll, nameOf, operatorOf } from './tree.js';

/** Facts of a parsed statement. */
export function readStatement(node: Node, text: string): SqlStatement {
  return read(node, { text, common: new Map(), read });
}

function read(node: Node, context: Context): SqlStatement {
  switch (node.type) {
    case 'select_stmt':
    case 'compound_select_stmt':
      return readSelect(node, context);
    case 'paren_expr':
      return read(node.expr, context);
    case 'insert_stmt':
      return readInsert(node, context);
    case 'update_stmt':
    case 'delete_stmt':
      return readChange(node, context);
    case 'merge_stmt':
      return readMerge(node, context);
    case 'truncate_stmt':
      return { ...emptyStatement('delete'), table: node.tables.items.map(nameOf).find(Boolean) };
    case 'start_transaction_stmt':
      // SQLite lets one write transaction in at a time. https://www.sqlite.org/lang_transaction.html
      return { ...emptyStatement('begin'), isolation: isWriting(node.behaviorKw?.name) ? 'serializable' : isolationOf(node) };
    case 'commit_transaction_stmt':
      return emptyStatement('commit');
    case 'rollback_transaction_stmt':
      // Back to a savepoint the transaction goes on.
      return emptyStatement(node.savepoint ? 'savepoint' : 'rollback');
    case 'savepoint_stmt':
    case 'release_savepoint_stmt':
      return emptyStatement('savepoint');
    default:
      return emptyStatement('other');
  }
}

const isWriting = (behaviour: string | undefined): boolean => behaviour === 'IMMEDIATE' || behaviour === 'EXCLUSIVE';

function isolationOf(node: Node): SqlStatement['isolation'] {
  const [level] = findAll(node, 'transaction_mode_isolation_level');
  if (!level) return undefined;
  const name = operatorOf(level.levelKw);
  return name === 'SERIALIZABLE' ? 'serializable' : name === 'REPEATABLE READ' ? 'repeatable-read' : 'default';
}
