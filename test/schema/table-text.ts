import type { Table, UniqueConstraint } from '../../src/schema/table.js';

/**
 * `users: primary key id; unique users_email_key (lower(email)) where deleted_at is null @12`: every constraint
 * with its line, in order. Columns follow with `?` nullable and `!` generated where `columns` is asked for.
 */
export function tableText(table: Table, columns: 'columns' | 'constraints' = 'constraints'): string {
  const constraints = table.uniques.map(uniqueText);
  const name = table.databaseName === undefined || table.databaseName === table.name ? table.name : `${table.name} = ${table.databaseName}`;
  const listed = table.columns.map(({ name: column, databaseName, isNullable, isGenerated }) =>
    [column, databaseName !== undefined && databaseName !== column && `=${databaseName}`, isNullable === true && '?', isGenerated && '!']
      .filter(Boolean)
      .join(''),
  );
  return [`${name}${table.isOpen ? '...' : ''}:`, [...(columns === 'columns' ? [listed.join(' ')] : []), ...constraints].join('; ')]
    .join(' ')
    .trim();
}

function uniqueText({ kind, name, parts, where, areNullsEqual, place }: UniqueConstraint): string {
  return [
    kind === 'primary-key' ? 'primary key' : 'unique',
    name,
    `(${parts.map(({ column, expression }) => expression ?? column).join(', ')})`,
    where !== undefined && `where ${where}`,
    areNullsEqual && 'nulls equal',
    `@${String(place.line)}`,
  ]
    .filter(Boolean)
    .join(' ');
}
