import type { Columns } from '../../operations/operation.js';
import { call, unknown } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsOf, isGiven } from '../columns.js';
import { both, builderIn, emptyFilter, onlyCompared } from './builder.js';
import { comparison, expressionBuilder, expressionIn, type Expression } from './expression.js';
import { rawCondition, rawIn, rawValue } from './raw.js';
import { ownColumn, type Table } from './table.js';

/** What `where(left, operator, right)` or `where(expression)` asks of the table's columns. */
export function conditionOf(args: readonly Value[], table: Table, site: CallSite): Columns {
  const [first] = args;
  if (!first) return emptyFilter;
  return args.length > 1
    ? readExpression(expressionIn(comparison(args)), table, site)
    : readCondition(first, table, site);
}

function readCondition(value: Value, table: Table, site: CallSite): Columns {
  if (value.kind === 'function') return readCondition(site.run(value, [expressionBuilder()]), table, site);
  const raw = rawIn(value);
  if (raw) return rawCondition(raw.pieces, table, site);
  const expression = expressionIn(value);
  return expression
    ? readExpression(expression, table, site)
    : { ...emptyFilter, rest: [plain(value, site)] };
}

function readExpression(expression: Expression | undefined, table: Table, site: CallSite): Columns {
  switch (expression?.kind) {
    case 'binary':
      return readComparison(expression, table, site);
    case 'and':
      return readParts(expression.parts, table, site).reduce(both, emptyFilter);
    case 'or': {
      const parts = readParts(expression.parts, table, site);
      const whole = parts.reduce(both, emptyFilter);
      return parts.length > 1 || isObject(expression.parts) ? onlyCompared(whole) : whole;
    }
    case 'function':
      return expression.args.map(part => compared(part, table, site)).reduce(both, emptyFilter);
    case 'ref':
      return compared(expressionOfColumn(expression.column), table, site);
    default:
      return emptyFilter;
  }
}

const isObject = (parts: readonly Value[]): boolean =>
  parts[0]?.kind === 'object' && parts[0].entries.size > 1;

/** Each of a list, or `{ email, name }` in its place. */
const readParts = (parts: readonly Value[], table: Table, site: CallSite): readonly Columns[] =>
  parts.map(part => {
    if (part.kind !== 'object') return readCondition(part, table, site);
    const { entries, rest } = columnsOf(part);
    return { ...emptyFilter, entries: new Map([...entries].filter(([, value]) => isGiven(value))), rest };
  });

function readComparison(
  { left, operator, right }: Extract<Expression, { kind: 'binary' }>,
  table: Table,
  site: CallSite,
): Columns {
  const raw = rawIn(left);
  if (raw) return rawCondition([...raw.pieces, ` ${operator} `, right], table, site);
  const name = columnIn(left);
  if (name === undefined)
    return { ...compared(left, table, site), rest: left.kind === 'constant' ? [] : [plain(left, site)] };
  const { column, isOwn } = ownColumn(name, table);
  const only = operator === 'in' && right.kind === 'array' && !right.open && right.elements.length === 1;
  const value = only ? right.elements[0] : right;
  const isEqual = only || operator === '=' || operator === '==' || operator === 'is';
  if (!isOwn || !isEqual || !value || !isPlain(value)) return { ...emptyFilter, compared: new Set([column]) };
  return { ...emptyFilter, entries: new Map([[column, plain(value, site)]]) };
}

/** A column of another row, or a query, is no value to compare with. */
function isPlain(value: Value): boolean {
  if (value.kind === 'function' || builderIn(value)) return false;
  const expression = expressionIn(value);
  return expression === undefined || expression.kind === 'value';
}

const NORMALISING = /^(?:lower|upper|trim|btrim)$/iu;

/** `'users.email'`, `eb.ref('email')`, `eb.fn('lower', ['email'])`. */
function columnIn(value: Value): string | undefined {
  if (value.kind === 'constant' && typeof value.value === 'string') return value.value;
  const expression = expressionIn(value);
  if (expression?.kind === 'ref') return expression.column;
  const [inner] = expression?.kind === 'function' && NORMALISING.test(expression.name) ? expression.args : [];
  return inner && columnIn(inner);
}

const expressionOfColumn = (column: string): Value => ({ kind: 'constant', value: column });

/** Columns that take part in a condition without being told by it. */
function compared(value: Value, table: Table, site: CallSite): Columns {
  const name = columnIn(value);
  if (name !== undefined) return { ...emptyFilter, compared: new Set([ownColumn(name, table).column]) };
  return expressionIn(value) || rawIn(value) ? onlyCompared(readCondition(value, table, site)) : emptyFilter;
}

/** `whereRef('a', '=', 'b.c')`: both sides are columns. */
export const referencesOf = (args: readonly Value[], table: Table, site: CallSite): Columns =>
  [args[0], args[2]]
    .map(value => (value ? compared(value, table, site) : emptyFilter))
    .reduce(both, emptyFilter);

const ARITHMETIC = /^[-+*/%]$|^\|\|$/u;

/** A value as it is written to a column: expressions and fragments in place of what makes them. */
export function writtenValue(column: string, value: Value, site: CallSite): Value {
  if (value.kind === 'function') return writtenValue(column, site.run(value, [expressionBuilder()]), site);
  const raw = rawIn(value);
  if (raw) return rawValue(column, raw, site);
  const expression = expressionIn(value);
  const changesItself =
    expression?.kind === 'binary' &&
    ARITHMETIC.test(expression.operator) &&
    [expression.left, expression.right].some(side => columnIn(side)?.split('.').at(-1) === column);
  return changesItself
    ? call('atomic', undefined, [plain(expression.right, site)], site.node)
    : plain(value, site);
}

/** A value without handles: what rules look into. */
function plain(value: Value, site: CallSite): Value {
  const expression = expressionIn(value);
  if (expression?.kind === 'value') return plain(expression.value, site);
  const raw = rawIn(value);
  if (raw) return rawValue('value', raw, site);
  return value.kind === 'handle'
    ? call('sql', undefined, expression ? partsOf(expression, site) : [], site.node)
    : value;
}

function partsOf(expression: Expression, site: CallSite): readonly Value[] {
  switch (expression.kind) {
    case 'binary':
      return [plain(expression.left, site), plain(expression.right, site)];
    case 'function':
      return expression.args.map(part => plain(part, site));
    case 'ref':
      return [expressionOfColumn(expression.column)];
    default:
      return [unknown];
  }
}
