import type { Node } from 'sql-parser-cst';
import { emptyStatement, unknownOperand, type SqlStatement } from './facts.js';
import { inlinedIndex } from './markers.js';
import { readOperand } from './operand.js';
import { readSelected } from './read-select.js';
import { addNested, readWhere, readWith, type Context } from './reading.js';
import { queriesIn } from './subqueries.js';
import { readTables, type Tables } from './tables.js';
import { itemsOf, nameOf } from './tree.js';

/** Facts of UPDATE and DELETE. */
export function readChange(node: Extract<Node, { type: 'update_stmt' | 'delete_stmt' }>, outer: Context): SqlStatement {
  const statement = emptyStatement(node.type === 'update_stmt' ? 'update' : 'delete');
  const clauses: readonly Node[] = node.clauses;
  const context = readWith(clauses, outer, statement);
  const tables = tablesOf(clauses, context);
  statement.table = tables.main;
  statement.tableInlined = tables.inlined;
  readWhere(clauses.find(item => item.type === 'where_clause'), tables, context, statement);
  for (const item of clauses) {
    if (item.type === 'set_clause') {
      readAssignments(item.assignments.items, tables, statement);
      addNested(queriesIn(item), context, statement);
    } else if (item.type === 'where_current_of_clause') statement.unfiltered = false;
    else if (item.type === 'returning_clause') {
      statement.returning = true;
      readSelected(item.columns.items, tables, statement);
    }
  }
  addLockedConditions(statement);
  return statement;
}

/** `WHERE id = (SELECT id FROM same WHERE status = 'due' FOR UPDATE)`: the locked rows still have that state. */
function addLockedConditions(statement: SqlStatement): void {
  for (const inner of statement.nested) {
    if (!inner.rowLock || inner.table?.toLowerCase() !== statement.table?.toLowerCase()) continue;
    for (const column of [...inner.where.keys(), ...inner.compared]) {
      if (!statement.where.has(column)) statement.compared.add(column);
    }
  }
}

function tablesOf(clauses: readonly Node[], context: Context): Tables {
  const own = clauses.find(item => item.type === 'update_clause' || item.type === 'delete_clause');
  const others = clauses.filter(item => item.type === 'from_clause').map(item => item.expr);
  if (!own) return readTables(others, context.text);
  const [first] = own.tables.items;
  // MySQL: `DELETE o FROM orders o JOIN ...`.
  const alias = own.type === 'delete_clause' && !own.fromKw && first ? nameOf(first) : undefined;
  return alias === undefined ? readTables([own.tables, ...others], context.text) : readTables(others, context.text, alias);
}

/** `SET a = 1, (b, c) = (2, 3)`. */
export function readAssignments(assignments: readonly Node[], tables: Tables, statement: SqlStatement): void {
  for (const assignment of assignments) {
    if (assignment.type !== 'column_assignment') continue;
    const columns = assignment.column.type === 'paren_expr' ? itemsOf(assignment.column) : [assignment.column];
    const row = assignment.expr.type === 'row_constructor' ? assignment.expr.row : assignment.expr;
    const values = columns.length > 1 ? itemsOf(row) : [assignment.expr];
    for (const [index, column] of columns.entries()) {
      const name = nameOf(column);
      const inlined = name === undefined ? undefined : inlinedIndex(name);
      if (inlined !== undefined) statement.moreColumns.push({ kind: 'inlined', index: inlined });
      if (name === undefined || inlined !== undefined) statement.columnsKnown = false;
      else {
        const value = columns.length === values.length ? values[index] : undefined;
        statement.columns.set(name, value ? readOperand(value, tables) : unknownOperand);
      }
    }
  }
}
