import { unknownOperand, type SqlExpression, type SqlOperand } from './facts.js';
import { inlinedIndex, inlinedName } from './markers.js';
import { isQuery } from './subqueries.js';
import type { Tables } from './tables.js';
import { argumentsOf, bodyOf, childrenOf, get, isColumn, kindOf, listOf, nameOf, unwrap, type Tree } from './tree.js';

/** What an expression of a statement is, seen from the table it works on. */
export function readOperand(tree: Tree, tables: Tables): SqlOperand {
  const inner = unwrap(tree);
  switch (kindOf(inner)) {
    case 'Value':
      return literalOperand(get(bodyOf(inner), 'value')) ?? expressionOf(inner, tables);
    case 'UnaryOp': {
      const value = get(bodyOf(inner), 'op') === 'Minus' ? readOperand(get(bodyOf(inner), 'expr'), tables) : undefined;
      return value?.kind === 'constant' && typeof value.value === 'number'
        ? { kind: 'constant', value: -value.value }
        : expressionOf(inner, tables);
    }
    case 'Identifier':
      return nameOperand(inner);
    case 'CompoundIdentifier': {
      const names = listOf(bodyOf(inner));
      const [qualifier, name] = [nameOf(names.at(-2)), nameOf(inner) ?? ''];
      return qualifier === undefined ? { kind: 'column', name } : { kind: 'column', table: tables.resolve(qualifier), name };
    }
    default:
      return expressionOf(inner, tables);
  }
}

function nameOperand(tree: Tree): SqlOperand {
  const name = nameOf(tree) ?? '';
  const isQuoted = get(bodyOf(tree), 'quote_style') !== undefined;
  // MySQL's grammar takes `$1` for a name, and all of them DEFAULT.
  if (!isQuoted && /^\$\d+$/u.test(name)) return parameterOf(name);
  if (!isQuoted && /^default$/iu.test(name)) return unknownOperand;
  const inlined = inlinedIndex(name);
  return inlined === undefined ? { kind: 'column', name } : { kind: 'inlined', index: inlined };
}

function literalOperand(literal: Tree): SqlOperand | undefined {
  const body = bodyOf(literal);
  switch (kindOf(literal)) {
    case 'Null':
      return { kind: 'constant', value: null };
    case 'Boolean':
      return { kind: 'constant', value: body === true };
    case 'Number':
      return { kind: 'constant', value: Number(listOf(body)[0]) };
    case 'Placeholder':
      return typeof body === 'string' ? parameterOf(body) : undefined;
    case 'DollarQuotedString':
      return stringOperand(nameOf(body) ?? '');
    case 'HexStringLiteral':
      return undefined;
    default:
      return typeof body === 'string' ? stringOperand(body) : undefined;
  }
}

function parameterOf(text: string): SqlOperand {
  const numbered = /^\$(\d+)$/u.exec(text);
  if (numbered) return { kind: 'parameter', index: Number(numbered[1]) - 1 };
  const name = text.replace(/^[:@$]/u, '');
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

function expressionOf(tree: Tree, tables: Tables): SqlExpression {
  const columns = new Set<string>();
  const operands: SqlOperand[] = [];
  let current: SqlExpression['current'];
  const visit = (part: Tree): void => {
    if (isQuery(part)) return;
    const [kind, body] = [kindOf(part), bodyOf(part)];
    if (kind === 'Function') {
      const name = nameOf(get(body, 'name')) ?? '';
      current ??= CLOCK.test(name) || isClockString(body) ? 'time' : RANDOM.test(name) ? 'uuid' : undefined;
      for (const argument of ['args', 'filter', 'within_group']) visit(get(body, argument));
    } else if (kind === 'Cast' || kind === 'Collate') visit(get(body, 'expr')); // A type is no column: `x::text`.
    else if (isColumn(part) || kind === 'Value') {
      const operand = readLeaf(part, tables);
      if (operand?.kind === 'column') columns.add(operand.name);
      else if (operand?.kind === 'expression') operands.push(...operand.operands);
      else if (operand && operand.kind !== 'constant') operands.push(operand);
    } else for (const child of childrenOf(part)) visit(child);
  };
  visit(tree);
  return { kind: 'expression', columns: [...columns], operands, text: plainText(tables.textOf(tree)), current };
}

const readLeaf = (tree: Tree, tables: Tables): SqlOperand | undefined =>
  kindOf(tree) === 'Value' ? literalOperand(get(bodyOf(tree), 'value')) : readOperand(tree, tables);

/** The same expression over other parameters has the same text. */
const plainText = (text: string): string =>
  text.replaceAll(/\$\d+|:__dyn\d+/gu, '?').replaceAll(/\s+/gu, ' ').replaceAll('( ', '(');

/** SQLite's clock: `datetime('now')`. */
const isClockString = (call: Tree): boolean =>
  get(argumentsOf(call)[0], 'Value', 'value', 'SingleQuotedString') === 'now';

const NORMALISING = /^(?:lower|upper|trim|btrim|lcase|ucase)$/iu;

/** The column, also inside a function that only normalises its case, space or type: `lower(email)`. */
export function normalisedColumn(tree: Tree, tables: Tables): SqlOperand | undefined {
  const inner = unwrap(tree);
  if (isColumn(inner)) return readOperand(inner, tables);
  const [kind, body] = [kindOf(inner), bodyOf(inner)];
  if (kind === 'Collate' || kind === 'Trim') return normalisedColumn(get(body, 'expr'), tables);
  if (kind !== 'Function' || !NORMALISING.test(nameOf(get(body, 'name')) ?? '')) return undefined;
  const [first] = argumentsOf(body);
  return first === undefined ? undefined : normalisedColumn(first, tables);
}
