import type { SqlOperand, SqlStatement } from './facts.js';
import { inlinedIndex } from './markers.js';
import { normalisedColumn, readOperand } from './operand.js';
import { isQuery } from './subqueries.js';
import type { Tables } from './tables.js';
import { argumentsOf, bodyOf, childrenOf, get, isColumn, kindOf, listOf, nameOf, unwrap, type Tree } from './tree.js';

/** Adds what a condition asks of the statement's own table. */
export function readCondition(tree: Tree, tables: Tables, statement: SqlStatement): void {
  const inner = unwrap(tree);
  const body = bodyOf(inner);
  const is = (side: Tree, value: boolean | null): void => {
    const column = ownColumn(side, tables);
    if (column === undefined) compareAll(inner, tables, statement);
    else addEqual(column, { kind: 'constant', value }, statement);
  };
  switch (kindOf(inner)) {
    case 'BinaryOp':
      return readBinary(inner, tables, statement);
    case 'IsNull':
      return is(body, null);
    case 'IsTrue':
    case 'IsFalse':
      return is(body, kindOf(inner) === 'IsTrue');
    case 'UnaryOp':
      return get(body, 'op') === 'Not' ? is(get(body, 'expr'), false) : compareAll(inner, tables, statement);
    case 'Identifier':
    case 'CompoundIdentifier':
      return is(inner, true);
    case 'Value':
      if (kindOf(get(body, 'value')) === 'Placeholder') statement.moreConditions.push(readOperand(inner, tables));
      return;
    default:
      compareAll(inner, tables, statement);
  }
}

function readBinary(tree: Tree, tables: Tables, statement: SqlStatement): void {
  const body = bodyOf(tree);
  const [left, right, operator] = [get(body, 'left'), get(body, 'right'), get(body, 'op')];
  if (operator === 'And') {
    readCondition(left, tables, statement);
    readCondition(right, tables, statement);
    return;
  }
  if (operator !== 'Eq' && operator !== 'Spaceship') return compareAll(tree, tables, statement);
  const [lefts, rights] = [left, right].map(side => listOf(get(side, 'Tuple'))) as [readonly Tree[], readonly Tree[]];
  if (lefts.length > 1 && lefts.length === rights.length) {
    for (const [index, item] of lefts.entries()) equalSides(item, rights[index], tree, tables, statement);
    return;
  }
  equalSides(left, right, tree, tables, statement);
}

function equalSides(left: Tree, right: Tree, whole: Tree, tables: Tables, statement: SqlStatement): void {
  const [leftColumn, rightColumn] = [ownColumn(left, tables), ownColumn(right, tables)];
  // `a = b` of one row compares two states of it.
  if ((leftColumn === undefined) === (rightColumn === undefined)) return compareAll(whole, tables, statement);
  if (leftColumn !== undefined) addEqual(leftColumn, readOperand(right, tables), statement);
  else if (rightColumn !== undefined) addEqual(rightColumn, readOperand(left, tables), statement);
}

/** Two equalities of one column can only both hold for one value, so the first says enough. */
function addEqual(column: string, operand: SqlOperand, statement: SqlStatement): void {
  if (!statement.where.has(column)) statement.where.set(column, operand);
}

/** Column of the statement's own table. One without qualifier counts as its own, also beside joins. */
function ownColumn(tree: Tree, tables: Tables): string | undefined {
  const operand = normalisedColumn(tree, tables);
  if (operand?.kind !== 'column' || inlinedIndex(operand.name) !== undefined) return undefined;
  const inner = unwrap(tree);
  const qualifier = kindOf(inner) === 'CompoundIdentifier' ? nameOf(listOf(bodyOf(inner)).at(-2)) : undefined;
  return qualifier === undefined || tables.isMain(qualifier) ? operand.name : undefined;
}

/** Every own column in a condition that is no equality. Columns of subqueries belong to their tables. */
function compareAll(tree: Tree, tables: Tables, statement: SqlStatement): void {
  if (isQuery(tree)) return;
  const [kind, body] = [kindOf(tree), bodyOf(tree)];
  if (isColumn(tree)) {
    const column = ownColumn(tree, tables);
    if (column !== undefined) statement.compared.add(column);
  } else if (kind === 'Cast' || kind === 'Collate') compareAll(get(body, 'expr'), tables, statement);
  // A function's name is no column.
  else if (kind === 'Function') for (const argument of argumentsOf(body)) compareAll(argument, tables, statement);
  else for (const child of childrenOf(tree)) compareAll(child, tables, statement);
}
