import type { SqlDialect } from '../../../schema/dialect.js';
import type { KeyPart } from '../../../schema/table.js';

/** What a key without a name is made from. */
export interface NamelessKey {
  readonly kind: 'primary-key' | 'unique' | 'index';
  readonly table: string;
  readonly parts: readonly KeyPart[];
}

/**
 * The name that the database makes up, unlike those that are `taken`; `undefined` where nothing goes by it.
 * PostgreSQL's has the columns of INCLUDE in it as well, which are not known here.
 */
export function defaultName(
  key: NamelessKey,
  dialect: SqlDialect,
  taken: (name: string) => boolean,
): string | undefined {
  if (dialect === 'postgresql') return numbered(suffix => postgresName(key, suffix), taken);
  if (dialect === 'sqlite') return undefined;
  if (key.kind === 'primary-key') return 'PRIMARY';
  const [first] = key.parts;
  const isColumn = first?.expression === undefined || first.expression.startsWith(`${first.column ?? ''}(`);
  const base = isColumn ? (first?.column ?? '') : 'functional_index';
  return numbered(suffix => `${base}${suffix && `_${suffix}`}`, taken, 2);
}

function numbered(named: (suffix: string) => string, taken: (name: string) => boolean, first = 1): string {
  let name = named('');
  for (let number = first; taken(name); number++) name = named(String(number));
  return name;
}

const LABELS = { 'primary-key': 'pkey', unique: 'key', index: 'idx' } as const;
const LONGEST = 63;

/**
 * `users_email_key`: the longer of table and columns is cut first where both are too long for a name.
 * https://www.postgresql.org/docs/current/sql-createtable.html and makeObjectName() in PostgreSQL's source
 */
function postgresName({ kind, table, parts }: NamelessKey, suffix: string): string {
  const label = `_${LABELS[kind]}${suffix}`;
  const columns = kind === 'primary-key' ? '' : parts.map(columnName).join('_').slice(0, LONGEST);
  let [left, right] = [table.length, columns.length];
  const room = LONGEST - label.length - (columns === '' ? 0 : 1);
  while (left + right > room) {
    if (left > right) left--;
    else right--;
  }
  return [table.slice(0, left), ...(columns === '' ? [] : [columns.slice(0, right)])].join('_') + label;
}

/** An expression is named after its function. */
const columnName = ({ column, expression }: KeyPart): string =>
  expression === undefined
    ? (column ?? '')
    : (/^\(*([a-z_]\w*)\s*\(/iu.exec(expression)?.[1]?.toLowerCase() ?? 'expr');
