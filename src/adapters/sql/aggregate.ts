import type { Node } from 'sql-parser-cst';
import type { SqlAggregate } from './facts.js';
import { argumentsOf, readOperand } from './operand.js';
import { isQuery } from './subqueries.js';
import type { Tables } from './tables.js';
import { childrenOf, nameOf, operatorOf, unwrap } from './tree.js';

const FUNCTIONS = new Set(['count', 'max', 'min', 'sum']);

/** The aggregate in an item of a select list, also inside arithmetic: `COALESCE(max(n), 0) + 1 AS next`. */
export function readAggregate(item: Node, tables: Tables): SqlAggregate | undefined {
  const value = item.type === 'alias' ? item.expr : item;
  const found = find(value, tables);
  if (!found) return undefined;
  const alias = item.type === 'alias' ? item.alias.name : nameWithout(value);
  return { ...found, alias, text: tables.textOf(value) };
}

/** PostgreSQL names a value without alias after its function; the others after its text. */
function nameWithout(value: Node): string | undefined {
  const inner = unwrap(value);
  if (inner.type === 'func_call') return nameOf(inner.name)?.toLowerCase();
  return inner.type === 'prefix_op_expr' && operatorOf(inner.operator) === 'EXISTS' ? 'exists' : undefined;
}

type Found = Omit<SqlAggregate, 'alias' | 'text'>;

function find(node: Node, tables: Tables): Found | undefined {
  if (isQuery(node)) return undefined;
  const inner = unwrap(node);
  if (inner.type === 'prefix_op_expr') {
    const operator = operatorOf(inner.operator);
    if (operator === 'EXISTS') return { function: 'exists', column: undefined, negated: false };
    const operand = find(inner.expr, tables);
    return operand && operator === 'NOT' ? { ...operand, negated: !operand.negated } : operand;
  }
  if (inner.type === 'binary_expr') return comparison(inner, tables) ?? find(inner.left, tables) ?? find(inner.right, tables);
  if (inner.type === 'case_expr') return whenExists(inner, tables);
  if (inner.type === 'func_call') return call(inner, tables);
  return childrenOf(inner).map(child => find(child, tables)).find(Boolean);
}

function call(node: Extract<Node, { type: 'func_call' }>, tables: Tables): Found | undefined {
  const name = nameOf(node.name)?.toLowerCase() ?? '';
  const [first] = argumentsOf(node);
  // A window function answers one value a row.
  if (node.over) return undefined;
  if (!FUNCTIONS.has(name)) return argumentsOf(node).map(argument => find(argument, tables)).find(Boolean);
  const operand = first && first.type !== 'all_columns' ? readOperand(first, tables) : undefined;
  const column = operand?.kind === 'column' ? operand.name : operand?.kind === 'expression' ? operand.columns[0] : undefined;
  return { function: name as Found['function'], column, negated: false };
}

/** `count(*) > 0` asks for existence. */
function comparison(node: Extract<Node, { type: 'binary_expr' }>, tables: Tables): Found | undefined {
  const counted = find(node.left, tables);
  const bound = unwrap(node.right);
  if (counted?.function !== 'count' || bound.type !== 'number_literal') return undefined;
  const test = `${operatorOf(node.operator)}${bound.value}`;
  if (['>0', '>=1', '<>0', '!=0'].includes(test)) return { function: 'exists', column: undefined, negated: false };
  return ['=0', '==0', '<1'].includes(test) ? { function: 'exists', column: undefined, negated: true } : undefined;
}

/** `CASE WHEN EXISTS (...) THEN 1 ELSE 0 END`. */
function whenExists(node: Extract<Node, { type: 'case_expr' }>, tables: Tables): Found | undefined {
  const [first] = node.clauses;
  if (first?.type !== 'case_when') return undefined;
  const found = find(first.condition, tables);
  const result = unwrap(first.result);
  const isFalse = 'value' in result && (result.value === 0 || result.value === false);
  return found && isFalse ? { ...found, negated: !found.negated } : found;
}
