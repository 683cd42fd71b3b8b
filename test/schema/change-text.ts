import type { SchemaChange } from '../../src/schema/schema-change.js';
import type { Column } from '../../src/schema/table.js';
import { tableText } from './table-text.js';

/** `create users: id! email?; primary key (id) @1`, `users + unique (email) @2`, `users - email`, one for each change. */
export function changeText(change: SchemaChange): string {
  switch (change.kind) {
    case 'create-table':
      return `create ${tableText(change.table, 'columns')}`;
    case 'drop-table':
      return `drop ${change.table}`;
    case 'rename-table':
      return `${change.table} -> ${change.to}`;
    case 'add-column':
      return `${change.table} + ${columnText(change.column)} @${String(change.place.line)}`;
    case 'drop-column':
      return `${change.table} - ${change.column}`;
    case 'rename-column':
      return `${change.table}.${change.column} -> ${change.to}`;
    case 'alter-column':
      return [`${change.table}.${change.column}`, change.isNullable === true && 'null', change.isNullable === false && 'not null', change.isGenerated && 'generated']
        .filter(Boolean)
        .join(' ');
    case 'add-unique': {
      const { table, unique } = change;
      return tableText({ name: `${table} +`, databaseName: undefined, columns: [], uniques: [unique], isOpen: false, place: unique.place });
    }
    case 'drop-unique':
      return `${change.table ?? '?'} - ${change.name}`;
    case 'drop-unique-columns':
      return `${change.table} - unique (${change.columns.join(', ')})`;
    case 'rename-unique':
      return `${change.table ?? '?'}.${change.name} => ${change.to}`;
    case 'drop-primary-key':
      return `${change.table} - primary key`;
  }
}

const columnText = ({ name, isNullable, isGenerated }: Column): string =>
  `${name}${isNullable === true ? '?' : ''}${isGenerated ? '!' : ''}`;
