import type { Node } from 'sql-parser-cst';
import { emptyStatement, unknownOperand, type SqlStatement } from './facts.js';
import { inlinedIndex } from './markers.js';
import { readOperand } from './operand.js';
import { readAssignments } from './read-change.js';
import { readSelected } from './read-select.js';
import { readWith, type Context } from './reading.js';
import { isQuery, type Query } from './subqueries.js';
import { readTables, type Tables } from './tables.js';
import { findAll, itemsOf, nameOf, operatorOf } from './tree.js';

type Insert = Extract<Node, { type: 'insert_stmt' }>;
type InsertClause = Extract<Node, { type: 'insert_clause' }>;

/** Facts of INSERT and REPLACE. */
export function readInsert(node: Insert, outer: Context): SqlStatement {
  const statement = emptyStatement('insert');
  const context = readWith(node.clauses, outer, statement);
  const clause = node.clauses.find((item): item is InsertClause => item.type === 'insert_clause');
  if (!clause) return statement;
  const tables = readTables([clause.table], context.text);
  statement.table = tables.main;
  statement.tableInlined = tables.inlined;
  statement.conflict = conflictOfClause(clause);
  const names = columnNames(clause);
  statement.columnsKnown = names !== undefined && names.every(name => inlinedIndex(name) === undefined);
  for (const item of node.clauses) {
    if (item.type === 'values_clause') fill(names, itemsOf(rowOf(item.values.items[0])), tables, statement);
    else if (item.type === 'default_values') statement.columnsKnown = true;
    else if (item.type === 'set_clause') {
      statement.columnsKnown = true;
      readAssignments(item.assignments.items, tables, statement);
    } else if (item.type === 'paren_expr' && isQuery(item.expr)) fillFromQuery(names, item.expr, context, statement);
    else if (isQuery(item)) fillFromQuery(names, item, context, statement);
    else if (item.type === 'upsert_clause') statement.conflict = conflictOf(item);
    else if (item.type === 'on_duplicate_key_update_clause') statement.conflict = duplicateKey(item);
    else if (item.type === 'returning_clause') {
      statement.returning = true;
      readSelected(item.columns.items, tables, statement);
    }
  }
  return statement;
}

/** `INSERT INTO orders AS o (id)`: the parser takes the list for the alias's. */
function columnNames(clause: InsertClause): readonly string[] | undefined {
  const list = clause.columns ?? (clause.table.type === 'alias' ? clause.table.columnAliases : undefined);
  return list?.expr.items.map(item => nameOf(item) ?? '');
}

const rowOf = (row: Node | undefined): Node | undefined => (row?.type === 'row_constructor' ? row.row : row);

function fill(names: readonly string[] | undefined, values: readonly Node[], tables: Tables, statement: SqlStatement): void {
  for (const [index, name] of (names ?? []).entries()) {
    const inlined = inlinedIndex(name);
    if (inlined !== undefined) {
      statement.moreColumns.push({ kind: 'inlined', index: inlined });
      continue;
    }
    const value = names?.length === values.length ? values[index] : undefined;
    statement.columns.set(name, value ? readOperand(value, tables) : unknownOperand);
  }
}

function fillFromQuery(names: readonly string[] | undefined, query: Query, context: Context, statement: SqlStatement): void {
  const source = context.read(query, context);
  if (source) statement.nested.push(...source.nested);
  // `SELECT $1, $2` reads nothing.
  if (source?.table !== undefined || source?.tableInlined !== undefined) statement.nested.push({ ...source, nested: [] });
  const first = firstSelect(query);
  if (!first) return;
  const from = first.clauses.find(item => item.type === 'from_clause');
  const list = first.clauses.find(item => item.type === 'select_clause')?.columns;
  const values = itemsOf(list).map(item => (item.type === 'alias' ? item.expr : item));
  fill(names, values, readTables(from?.type === 'from_clause' ? [from.expr] : [], context.text), statement);
  statement.insertWhereNotExists = first.clauses.some(item => item.type === 'where_clause' && hasNotExists(item, context, statement));
}

const firstSelect = (query: Node): Extract<Node, { type: 'select_stmt' }> | undefined =>
  query.type === 'select_stmt' ? query
  : query.type === 'compound_select_stmt' ? firstSelect(query.left)
  : query.type === 'paren_expr' ? firstSelect(query.expr)
  : undefined;

/** The rows must be missing in the very table that is filled. */
function hasNotExists(where: Node, context: Context, statement: SqlStatement): boolean {
  return findAll(where, 'prefix_op_expr')
    .filter(item => operatorOf(item.operator) === 'NOT')
    .flatMap(item => findAll(item, 'select_stmt'))
    .some(query => context.read(query, context)?.table?.toLowerCase() === statement.table?.toLowerCase());
}

function conflictOfClause(clause: InsertClause): SqlStatement['conflict'] {
  const action = clause.orAction?.actionKw.name;
  if (clause.insertKw.name === 'REPLACE' || action === 'REPLACE') return { action: 'updated', columns: [] };
  const ignores = action === 'IGNORE' || clause.modifiers.some(modifier => modifier.modifierKw.name === 'IGNORE');
  return ignores ? { action: 'ignored', columns: [] } : undefined;
}

function conflictOf(clause: Extract<Node, { type: 'upsert_clause' }>): SqlStatement['conflict'] {
  const target = clause.conflictTarget;
  const columns = target?.type === 'paren_expr' ? target.expr.items.flatMap(item => findAll(item.expr, 'identifier')) : [];
  // `ON CONFLICT (lower(email))`: the function's name is an identifier too.
  const functions = new Set(target ? findAll(target, 'func_call').map(call => call.name) : []);
  return {
    action: clause.action.type === 'upsert_action_nothing' ? 'ignored' : 'updated',
    columns: columns.filter(column => !functions.has(column)).map(column => column.name),
  };
}

/** `ON DUPLICATE KEY UPDATE id = id` is MySQL's way to ignore. */
function duplicateKey(clause: Extract<Node, { type: 'on_duplicate_key_update_clause' }>): SqlStatement['conflict'] {
  const changes = clause.assignments.items.some(({ column, expr }) => nameOf(column) === undefined || nameOf(column) !== nameOf(expr));
  return { action: changes ? 'updated' : 'ignored', columns: [] };
}
