import type { SqlStatement } from './facts.js';
import { readOperand } from './operand.js';
import { begin, type Context } from './reading.js';
import { readRelation, tablesOf, type Tables } from './tables.js';
import { bodyOf, get, kindOf, listOf, nameOf, type Tree } from './tree.js';
import { readCondition } from './where.js';

/**
 * Facts of MERGE: an insert that settles with a row that is there. The columns of ON are its target, though unlike
 * ON CONFLICT it answers a unique violation when two run side by side.
 */
export function readMerge(body: Tree, outer: Context): SqlStatement {
  const [statement, context] = begin('insert', outer);
  const tables = tablesOf([get(body, 'table'), get(body, 'source')].flatMap(readRelation), context.source);
  statement.table = tables.main;
  statement.tableInlined = tables.inlined;
  readCondition(get(body, 'on'), tables, statement);
  const clauses = listOf(get(body, 'clauses'));
  const updates = clauses.some(clause => get(clause, 'clause_kind') === 'Matched' && kindOf(get(clause, 'action')) === 'Update');
  statement.conflict = { action: updates ? 'updated' : 'ignored', columns: [...statement.where.keys()] };
  for (const clause of clauses) {
    const action = get(clause, 'action');
    if (kindOf(action) === 'Insert') readInsertion(bodyOf(action), tables, statement);
  }
  return statement;
}

function readInsertion(insertion: Tree, tables: Tables, statement: SqlStatement): void {
  const names = listOf(get(insertion, 'columns')).map(nameOf);
  statement.columnsKnown = names.length > 0;
  const row = listOf(get(listOf(get(insertion, 'kind', 'Values', 'rows'))[0], 'content'));
  for (const [index, name] of names.entries()) {
    if (name !== undefined && index < row.length) statement.columns.set(name, readOperand(row[index], tables));
  }
}
