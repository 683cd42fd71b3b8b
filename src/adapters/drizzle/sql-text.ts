import type { Value } from '../../values/value.js';
import type { SqlDialect } from '../sql/parser.js';
import { sqlFromPieces, type Piece, type SqlText } from '../sql/text.js';
import { conditionIn, type Condition } from './condition.js';
import { fragmentIn } from './fragment.js';
import { columnIn, declaredColumn, tableIn, type ColumnReference, type TableReference } from './table.js';

/** How names are written into SQL text. */
interface Names {
  column(column: ColumnReference): string;
  table(table: TableReference): string;
}

const INFIX: Readonly<Record<string, string>> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  notLike: 'not like',
  ilike: 'ilike',
  notIlike: 'not ilike',
  inArray: 'in',
  notInArray: 'not in',
  arrayContains: '@>',
  arrayContained: '<@',
  arrayOverlaps: '&&',
};

/** A value as text with the values that stay values in it. */
function flatten(piece: Piece, names: Names, depth = 0): readonly Piece[] {
  if (typeof piece === 'string' || depth > 12) return [piece];
  const column = columnIn(piece);
  if (column) return [names.column(column)];
  const table = tableIn(piece);
  if (table) return [names.table(table)];
  const fragment = fragmentIn(piece);
  if (fragment) return fragment.pieces.flatMap(part => flatten(part, names, depth + 1));
  const condition = conditionIn(piece);
  return condition ? conditionPieces(condition, part => flatten(part, names, depth + 1)) : [piece];
}

function conditionPieces(
  { operator, args }: Condition,
  read: (value: Value) => readonly Piece[],
): readonly Piece[] {
  const [left, right, upper] = args.map(read);
  if (!left) return [];
  switch (operator) {
    case 'and':
    case 'or': {
      const parts = args.filter(part => part.kind !== 'constant').map(read);
      const joined = parts.flatMap((part, index) => (index > 0 ? [` ${operator} `, ...part] : part));
      return parts.length > 1 ? ['(', ...joined, ')'] : joined;
    }
    case 'not':
      return ['not (', ...left, ')'];
    case 'isNull':
      return [...left, ' is null'];
    case 'isNotNull':
      return [...left, ' is not null'];
    case 'between':
    case 'notBetween':
      return [
        ...left,
        operator === 'between' ? ' between ' : ' not between ',
        ...(right ?? []),
        ' and ',
        ...(upper ?? []),
      ];
    case 'exists':
    case 'notExists':
      return [operator === 'exists' ? 'exists ' : 'not exists ', ...left];
    default:
      return [...left, ` ${INFIX[operator] ?? operator} `, ...(right ?? [])];
  }
}

const databaseName = ({ table, name }: ColumnReference): string =>
  declaredColumn(table, name)?.databaseName ?? name;

const forPeople: Names = { column: databaseName, table: ({ name }) => name ?? '?' };

/** SQL text for people, without quotes; what is only known when the code runs is `?`. */
export function sqlText(value: Value): string | undefined {
  const pieces = flatten(value, forPeople);
  if (!pieces.some(piece => typeof piece === 'string')) return undefined;
  return pieces
    .map(piece => (typeof piece === 'string' ? piece : literal(piece)))
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

function literal(value: Value): string {
  if (value.kind === 'array') return `(${value.elements.map(literal).join(', ')})`;
  if (value.kind !== 'constant') return '?';
  return typeof value.value === 'string' ? `'${value.value.replaceAll("'", "''")}'` : String(value.value);
}

/** Columns that a fragment or condition is made of, each once. */
export function columnsIn(value: Value): readonly ColumnReference[] {
  const found = new Map<string, ColumnReference>();
  const note = (column: ColumnReference): string => {
    found.set(`${column.table.name ?? ''}.${column.name}`, column);
    return '';
  };
  flatten(value, { column: note, table: () => '' });
  return [...found.values()];
}

/** Tables that a fragment names. */
export function tablesIn(value: Value): readonly TableReference[] {
  const found: TableReference[] = [];
  const note = (table: TableReference): string => {
    found.push(table);
    return '';
  };
  flatten(value, { column: () => '', table: note });
  return found;
}

/**
 * SQL text to be read, in which columns stand under their names in the code. `before` goes in front of it.
 */
export function sqlToRead(value: Value, dialect: SqlDialect | undefined, before = ''): SqlText {
  const quoted = (name: string): string => (dialect === 'mysql' ? `\`${name}\`` : `"${name}"`);
  const table = ({ name = 't' }: TableReference): string => quoted(name);
  return sqlFromPieces([
    before,
    ...flatten(value, { table, column: column => `${table(column.table)}.${quoted(column.name)}` }),
  ]);
}
