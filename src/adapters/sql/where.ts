import type { Node } from 'sql-parser-cst';
import type { SqlOperand, SqlStatement } from './facts.js';
import { inlinedIndex } from './markers.js';
import { normalisedColumn, readOperand } from './operand.js';
import type { Tables } from './tables.js';
import { childrenOf, itemsOf, nameOf, operatorOf, unwrap } from './tree.js';

/** Adds what a condition asks of the statement's own table. */
export function readCondition(node: Node, tables: Tables, statement: SqlStatement): void {
  const inner = unwrap(node);
  switch (inner.type) {
    case 'binary_expr':
      return readBinary(inner, tables, statement);
    case 'postfix_op_expr':
      if (operatorOf(inner.operator) === 'ISNULL') return equal(inner.expr, { kind: 'constant', value: null }, tables, statement);
      return compareAll(inner, tables, statement);
    case 'prefix_op_expr': {
      const column = operatorOf(inner.operator) === 'NOT' ? ownColumn(inner.expr, tables) : undefined;
      if (column !== undefined) return addEqual(column, { kind: 'constant', value: false }, statement);
      return compareAll(inner, tables, statement);
    }
    case 'parameter':
      statement.moreConditions.push(readOperand(inner, tables));
      return;
    case 'identifier':
    case 'member_expr': {
      const column = ownColumn(inner, tables);
      if (column !== undefined) addEqual(column, { kind: 'constant', value: true }, statement);
      return;
    }
    default:
      compareAll(inner, tables, statement);
  }
}

const EQUALITY = new Set(['=', '==', '<=>', 'IS', 'IS NOT DISTINCT FROM']);

function readBinary(node: Extract<Node, { type: 'binary_expr' }>, tables: Tables, statement: SqlStatement): void {
  const operator = operatorOf(node.operator);
  if (operator === 'AND' || operator === '&&') {
    readCondition(node.left, tables, statement);
    readCondition(node.right, tables, statement);
    return;
  }
  if (!EQUALITY.has(operator)) return compareAll(node, tables, statement);
  const [left, right] = [itemsOf(unwrap(node.left)), itemsOf(unwrap(node.right))];
  if (left.length > 1 && left.length === right.length) {
    for (const [index, item] of left.entries()) equalSides(item, right[index]!, node, tables, statement);
    return;
  }
  equalSides(node.left, node.right, node, tables, statement);
}

function equalSides(left: Node, right: Node, whole: Node, tables: Tables, statement: SqlStatement): void {
  const column = ownColumn(left, tables);
  if (column === undefined) {
    if (ownColumn(right, tables) === undefined) return compareAll(whole, tables, statement);
    return equal(right, readOperand(left, tables), tables, statement);
  }
  // `= ANY (...)` is a list. `a = b` of one row compares two states of it.
  if (right.type === 'quantifier_expr' || ownColumn(right, tables) !== undefined) return compareAll(whole, tables, statement);
  equal(left, readOperand(right, tables), tables, statement);
}

function equal(side: Node, operand: SqlOperand, tables: Tables, statement: SqlStatement): void {
  const column = ownColumn(side, tables);
  if (column !== undefined) addEqual(column, operand, statement);
}

/** Two equalities of one column can only both hold for one value, so the first says enough. */
function addEqual(column: string, operand: SqlOperand, statement: SqlStatement): void {
  if (!statement.where.has(column)) statement.where.set(column, operand);
}

/** Column of the statement's own table. One without qualifier counts as its own, also beside joins. */
function ownColumn(node: Node, tables: Tables): string | undefined {
  const operand = normalisedColumn(node, tables);
  if (operand?.kind !== 'column' || inlinedIndex(operand.name) !== undefined) return undefined;
  const inner = unwrap(node);
  if (inner.type === 'member_expr' && operand.table !== undefined && !isOwn(inner, tables)) return undefined;
  return operand.name;
}

function isOwn(node: Extract<Node, { type: 'member_expr' }>, tables: Tables): boolean {
  const qualifier = nameOf(node.object);
  return qualifier === undefined || tables.isMain(qualifier);
}

/** Every own column in a condition that is no equality. Columns of subqueries belong to their tables. */
function compareAll(node: Node, tables: Tables, statement: SqlStatement): void {
  if (node.type === 'select_stmt' || node.type === 'compound_select_stmt') return;
  if (node.type === 'cast_operator_expr') return compareAll(node.left, tables, statement);
  if (node.type === 'identifier' || node.type === 'member_expr') {
    const column = ownColumn(node, tables);
    if (column !== undefined) statement.compared.add(column);
    if (node.type === 'identifier' || node.property.type === 'identifier') return;
  }
  // A function's name is no column.
  if (node.type === 'func_call') {
    if (node.args) compareAll(node.args, tables, statement);
    return;
  }
  for (const child of childrenOf(node)) compareAll(child, tables, statement);
}
