import { unknownOperand, type SqlStatement } from './facts.js';
import { inlinedIndex } from './markers.js';
import { readOperand } from './operand.js';
import { readReturning } from './read-select.js';
import { addNested, begin, readWhere, type Context } from './reading.js';
import { queriesIn } from './subqueries.js';
import { readJoined, tablesOf, type Tables } from './tables.js';
import { bodyOf, get, kindOf, listOf, nameOf, type Tree } from './tree.js';

export function readUpdate(body: Tree, outer: Context): SqlStatement {
  const [statement, context] = begin('update', outer);
  const from = [get(body, 'table'), ...listOf(bodyOf(get(body, 'from')))];
  readChange(body, tablesOf(readJoined(from), context.source), context, statement);
  return statement;
}

export function readDelete(body: Tree, outer: Context): SqlStatement {
  const [statement, context] = begin('delete', outer);
  const from = [...listOf(bodyOf(get(body, 'from'))), ...listOf(get(body, 'using'))];
  // MySQL: `DELETE o FROM orders o JOIN ...`.
  const main = nameOf(listOf(get(body, 'tables'))[0]);
  readChange(body, tablesOf(readJoined(from), context.source, main), context, statement);
  return statement;
}

function readChange(body: Tree, tables: Tables, context: Context, statement: SqlStatement): void {
  statement.table = tables.main;
  statement.tableInlined = tables.inlined;
  readWhere(get(body, 'selection'), tables, context, statement);
  const assignments = listOf(get(body, 'assignments'));
  readAssignments(assignments, tables, statement);
  addNested(queriesIn(assignments), context, statement);
  readReturning(body, tables, statement);
  addLockedConditions(statement);
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

/** `SET a = 1, (b, c) = (2, 3)`. */
export function readAssignments(assignments: readonly Tree[], tables: Tables, statement: SqlStatement): void {
  for (const assignment of assignments) {
    const [target, value] = [get(assignment, 'target'), get(assignment, 'value')];
    const isTuple = kindOf(target) === 'Tuple';
    const columns = isTuple ? listOf(bodyOf(target)) : [bodyOf(target)];
    const values = isTuple ? listOf(get(value, 'Tuple')) : [value];
    for (const [index, column] of columns.entries()) {
      const name = nameOf(column);
      const inlined = name === undefined ? undefined : inlinedIndex(name);
      if (inlined !== undefined) statement.moreColumns.push({ kind: 'inlined', index: inlined });
      // MySQL changes several tables at once: `SET o.status = 1, u.name = 2`.
      const qualifier = nameOf(listOf(column).at(-2));
      const isOther = qualifier !== undefined && !tables.isMain(qualifier);
      if (name === undefined || inlined !== undefined || isOther) statement.columnsKnown = false;
      else statement.columns.set(name, columns.length === values.length ? readOperand(values[index], tables) : unknownOperand);
    }
  }
}
