import type { SchemaChange } from '../../src/schema/schema-change.js';
import { tableText } from './table-text.js';

const columnText = (
  name: string,
  isNullable: boolean | undefined,
  isGenerated: boolean | undefined,
): string => `${name}${isNullable === true ? '?' : ''}${isGenerated === true ? '!' : ''}`;

/** A change in a line: `drop-column users.phone`, `add-unique users: unique users_email_key (email) @3`. */
export function changeLine(change: SchemaChange): string {
  switch (change.kind) {
    case 'create-table':
      return `create-table ${tableText(change.table, 'columns')}`;
    case 'add-column': {
      const { name, isNullable, isGenerated } = change.column;
      const column = columnText(name, isNullable, isGenerated);
      return `add-column ${change.table}.${column} @${String(change.place.line)}`;
    }
    case 'drop-column':
      return `drop-column ${change.table}.${change.column}`;
    case 'rename-column':
      return `rename-column ${change.table}.${change.column} to ${change.to}`;
    case 'alter-column': {
      const facts = [
        change.isNullable !== undefined && (change.isNullable ? 'null' : 'not null'),
        change.isGenerated !== undefined && (change.isGenerated ? 'generated' : 'given'),
      ];
      return [`alter-column ${change.table}.${change.column}`, ...facts].filter(Boolean).join(' ');
    }
    case 'add-unique': {
      const { table, unique } = change;
      const alone = {
        name: table,
        databaseName: table,
        columns: [],
        uniques: [unique],
        isOpen: false,
        place: unique.place,
      };
      return `add-unique ${tableText(alone)}`;
    }
    case 'drop-unique-columns':
      return `drop-unique ${change.table} (${change.columns.join(', ')})`;
    case 'drop-unique':
      return `drop-unique ${change.table ?? '?'} ${change.name}`;
    case 'rename-unique':
      return `rename-unique ${change.table ?? '?'} ${change.name} to ${change.to}`;
    case 'rename-table':
      return `rename-table ${change.table} to ${change.to}`;
    default:
      return `${change.kind} ${change.table}`;
  }
}
