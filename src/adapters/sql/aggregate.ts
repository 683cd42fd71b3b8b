import type { SqlAggregate } from './facts.js';
import { readOperand } from './operand.js';
import { isQuery } from './subqueries.js';
import type { Tables } from './tables.js';
import { argumentsOf, bodyOf, childrenOf, get, kindOf, listOf, nameOf, unwrap, type Tree } from './tree.js';

const FUNCTIONS = new Set(['count', 'max', 'min', 'sum']);

/** The aggregate in an item of a select list, also inside arithmetic: `COALESCE(max(n), 0) + 1 AS next`. */
export function readAggregate(value: Tree, alias: string | undefined, tables: Tables): SqlAggregate | undefined {
  const found = find(value, tables);
  return found && { ...found, alias: alias ?? nameWithout(value), text: tables.textOf(value) };
}

/** PostgreSQL names a value without alias after its function; the others after its text. */
function nameWithout(value: Tree): string | undefined {
  const inner = unwrap(value);
  if (kindOf(inner) === 'Function') return nameOf(get(bodyOf(inner), 'name'))?.toLowerCase();
  return kindOf(inner) === 'Exists' && get(bodyOf(inner), 'negated') !== true ? 'exists' : undefined;
}

type Found = Omit<SqlAggregate, 'alias' | 'text'>;

const exists = (negated: boolean): Found => ({ function: 'exists', column: undefined, negated });

function find(tree: Tree, tables: Tables): Found | undefined {
  if (isQuery(tree)) return undefined;
  const inner = unwrap(tree);
  const body = bodyOf(inner);
  switch (kindOf(inner)) {
    case 'Exists':
      return exists(get(body, 'negated') === true);
    case 'UnaryOp': {
      const operand = find(get(body, 'expr'), tables);
      return operand && get(body, 'op') === 'Not' ? { ...operand, negated: !operand.negated } : operand;
    }
    case 'BinaryOp':
      return comparison(body, tables) ?? find(get(body, 'left'), tables) ?? find(get(body, 'right'), tables);
    case 'Case':
      return whenExists(body, tables);
    case 'Function':
      return call(body, tables);
    default:
      return childrenOf(inner).map(child => find(child, tables)).find(Boolean);
  }
}

function call(tree: Tree, tables: Tables): Found | undefined {
  const name = nameOf(get(tree, 'name'))?.toLowerCase() ?? '';
  const [first] = argumentsOf(tree);
  // A window function answers one value a row.
  if (get(tree, 'over') !== undefined) return undefined;
  if (!FUNCTIONS.has(name)) return argumentsOf(tree).map(argument => find(argument, tables)).find(Boolean);
  const operand = first === undefined ? undefined : readOperand(first, tables);
  const column = operand?.kind === 'column' ? operand.name : operand?.kind === 'expression' ? operand.columns[0] : undefined;
  return { function: name as Found['function'], column, negated: false };
}

/** `count(*) > 0` asks for existence. */
function comparison(tree: Tree, tables: Tables): Found | undefined {
  const counted = find(get(tree, 'left'), tables);
  const bound = readOperand(get(tree, 'right'), tables);
  if (counted?.function !== 'count' || bound.kind !== 'constant') return undefined;
  const test = `${kindOf(get(tree, 'op'))} ${String(bound.value)}`;
  if (['Gt 0', 'GtEq 1', 'NotEq 0'].includes(test)) return exists(false);
  return ['Eq 0', 'Lt 1'].includes(test) ? exists(true) : undefined;
}

/** `CASE WHEN EXISTS (...) THEN 1 ELSE 0 END`. */
function whenExists(tree: Tree, tables: Tables): Found | undefined {
  const [first] = listOf(get(tree, 'conditions'));
  const found = find(get(first, 'condition'), tables);
  const result = readOperand(get(first, 'result'), tables);
  const isFalse = result.kind === 'constant' && (result.value === 0 || result.value === false);
  return found && isFalse ? { ...found, negated: !found.negated } : found;
}
