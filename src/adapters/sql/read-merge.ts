import type { Node } from 'sql-parser-cst';
import { emptyStatement, type SqlStatement } from './facts.js';
import { readOperand } from './operand.js';
import { readWith, type Context } from './reading.js';
import { readTables, type Tables } from './tables.js';
import { itemsOf, operatorOf } from './tree.js';
import { readCondition } from './where.js';

type Merge = Extract<Node, { type: 'merge_stmt' }>;
type Insertion = Extract<Node, { type: 'merge_action_insert' }>;

/**
 * Facts of MERGE: an insert that settles with a row that is there. The columns of ON are its target, though unlike
 * ON CONFLICT it answers a unique violation when two run side by side.
 */
export function readMerge(node: Merge, outer: Context): SqlStatement {
  const statement = emptyStatement('insert');
  const context = readWith(node.clauses, outer, statement);
  const clause = node.clauses.find(item => item.type === 'merge_clause');
  if (!clause) return statement;
  const tables = readTables([clause.target, clause.source], context.text);
  statement.table = tables.main;
  statement.tableInlined = tables.inlined;
  readCondition(clause.condition, tables, statement);
  const actions = node.clauses.flatMap(item => (item.type === 'merge_when_clause' ? [item] : []));
  const updates = actions.some(item => operatorOf(item.matchedKw) === 'MATCHED' && item.action.type === 'merge_action_update');
  statement.conflict = { action: updates ? 'updated' : 'ignored', columns: [...statement.where.keys()] };
  for (const { action } of actions) if (action.type === 'merge_action_insert') readInsertion(action, tables, statement);
  return statement;
}

function readInsertion(action: Insertion, tables: Tables, statement: SqlStatement): void {
  const names = action.columns?.expr.items.map(item => item.name) ?? [];
  statement.columnsKnown = names.length > 0;
  const values = action.clauses.find(item => item.type === 'values_clause');
  const row = itemsOf(values?.values.items[0]);
  for (const [index, name] of names.entries()) {
    const value = row[index];
    if (value) statement.columns.set(name, readOperand(value, tables));
  }
}
