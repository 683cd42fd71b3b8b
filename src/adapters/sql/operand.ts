import type { Node } from 'sql-parser-cst';
import { unknownOperand, type SqlExpression, type SqlOperand } from './facts.js';
import { inlinedIndex, inlinedName } from './markers.js';
import type { Tables } from './tables.js';
import { childrenOf, nameOf, operatorOf, unwrap } from './tree.js';

/** What an expression of a statement is, seen from the table it works on. */
export function readOperand(node: Node, tables: Tables): SqlOperand {
  const inner = unwrap(node);
  switch (inner.type) {
    case 'parameter':
      return parameterOf(inner.text);
    case 'variable':
      return { kind: 'named', name: inner.name };
    case 'string_literal':
      return stringOperand(inner.value);
    case 'number_literal':
    case 'boolean_literal':
    case 'null_literal':
      return { kind: 'constant', value: inner.value };
    case 'prefix_op_expr': {
      const value = inner.operator === '-' ? readOperand(inner.expr, tables) : undefined;
      return value?.kind === 'constant' && typeof value.value === 'number'
        ? { kind: 'constant', value: -value.value }
        : expressionOf(inner, tables);
    }
    case 'identifier': {
      const inlined = inlinedIndex(inner.name);
      return inlined === undefined ? { kind: 'column', name: inner.name } : { kind: 'inlined', index: inlined };
    }
    case 'member_expr':
      return columnOperand(inner, tables) ?? expressionOf(inner, tables);
    case 'default':
      return unknownOperand;
    default:
      return expressionOf(inner, tables);
  }
}

function columnOperand(node: Node, tables: Tables): SqlOperand | undefined {
  if (node.type !== 'member_expr' || node.property.type !== 'identifier') return undefined;
  const name = node.property.name;
  const qualifier = nameOf(node.object);
  const table = qualifier === undefined ? undefined : tables.resolve(qualifier);
  return table === undefined ? { kind: 'column', name } : { kind: 'column', table, name };
}

function parameterOf(text: string): SqlOperand {
  const numbered = /^[?$](\d+)$/u.exec(text);
  if (numbered) return { kind: 'parameter', index: Number(numbered[1]) - 1 };
  const name = text.replace(/^[:@$]|[`"]/gu, '');
  const inlined = inlinedIndex(name);
  return inlined === undefined ? { kind: 'named', name } : { kind: 'inlined', index: inlined };
}

/** `'${value}'` and `'%${value}%'`: the value was spliced into a string. */
function stringOperand(value: string): SqlOperand {
  const whole = inlinedIndex(value);
  if (whole !== undefined && value === inlinedName(whole)) return { kind: 'inlined', index: whole };
  const parts = [...value.matchAll(/__dyn(\d+)/gu)].map((match): SqlOperand => ({ kind: 'inlined', index: Number(match[1]) }));
  if (parts.length === 0) return { kind: 'constant', value };
  return { kind: 'expression', columns: [], operands: parts, text: `'${value}'`, current: undefined };
}

const CLOCK =
  /^(?:now|current_(?:timestamp|date|time)|local(?:time|timestamp)|(?:clock|statement|transaction|utc)_timestamp|sysdate|curdate|unixepoch)$/iu;
const RANDOM =
  /^(?:gen_random_uuid|uuid_generate_v[14]|uuidv[47]|uuid|random|rand|randomblob|gen_random_bytes|newid)$/iu;

function expressionOf(node: Node, tables: Tables): SqlExpression {
  const columns = new Set<string>();
  const operands: SqlOperand[] = [];
  let current: SqlExpression['current'];
  const visit = (part: Node): void => {
    if (part.type === 'select_stmt' || part.type === 'compound_select_stmt') return;
    if (part.type === 'func_call') {
      const name = nameOf(part.name) ?? '';
      current ??= CLOCK.test(name) || isClockString(part) ? 'time' : RANDOM.test(name) ? 'uuid' : undefined;
      for (const argument of [part.args, part.filter]) if (argument) visit(argument);
      return;
    }
    // A type is no column: `x::text`.
    if (part.type === 'cast_operator_expr') return visit(part.left);
    if (part.type === 'cast_arg') return visit(part.expr);
    if (isLeaf(part)) {
      const operand = readOperand(part, tables);
      if (operand.kind === 'column') columns.add(operand.name);
      else if (operand.kind === 'expression') operands.push(...operand.operands);
      else if (operand.kind !== 'constant') operands.push(operand);
      return;
    }
    for (const child of childrenOf(part)) visit(child);
  };
  visit(node);
  return { kind: 'expression', columns: [...columns], operands, text: plainText(tables.textOf(node)), current };
}

/** The same expression over other parameters has the same text. */
const plainText = (text: string): string =>
  text.replaceAll(/[?$]\d+|:__dyn\d+/gu, '?').replaceAll(/\s+/gu, ' ').replaceAll('( ', '(');

const LEAVES = new Set(['parameter', 'variable', 'identifier', 'member_expr', 'string_literal']);
const isLeaf = (node: Node): boolean =>
  LEAVES.has(node.type) && !(node.type === 'member_expr' && node.property.type !== 'identifier');

/** SQLite's clock: `datetime('now')`. */
function isClockString(call: Node): boolean {
  if (call.type !== 'func_call') return false;
  const [first] = argumentsOf(call);
  return first?.type === 'string_literal' && first.value === 'now';
}

/** Arguments of a function call. */
export function argumentsOf(call: Node): readonly Node[] {
  return call.type === 'func_call' ? (call.args?.expr.args.items ?? []) : [];
}

const NORMALISING = /^(?:lower|upper|trim|btrim|lcase|ucase)$/iu;

/** The column, also inside a function that only normalises its case, space or type: `lower(email)`. */
export function normalisedColumn(node: Node, tables: Tables): SqlOperand | undefined {
  const inner = unwrap(node);
  if (inner.type === 'identifier' || inner.type === 'member_expr') return readOperand(inner, tables);
  if (inner.type === 'binary_expr' && operatorOf(inner.operator) === 'COLLATE') return normalisedColumn(inner.left, tables);
  if (inner.type !== 'func_call' || !NORMALISING.test(nameOf(inner.name) ?? '')) return undefined;
  const [first] = argumentsOf(inner);
  return first ? normalisedColumn(first, tables) : undefined;
}
