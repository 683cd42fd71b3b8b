import type { SchemaChange } from '../../schema/schema-change.js';
import type { Column, Place, UniqueConstraint } from '../../schema/table.js';
import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { Client } from './client.js';
import { readColumn, readUnique } from './column.js';
import { placeOf } from './schema-names.js';

/** `createTable(...)` under construction. */
export interface CreateTable {
  readonly client: Client;
  readonly name: string | undefined;
  readonly columns: readonly Column[];
  readonly uniques: readonly UniqueConstraint[];
  readonly isOpen: boolean;
  readonly place: Place;
}

export const newTable = (client: Client, name: string | undefined, site: CallSite): CreateTable => ({
  client,
  name,
  columns: [],
  uniques: [],
  isOpen: false,
  place: placeOf(site),
});

export function onCreateTable(target: Handle, name: string, args: readonly Value[], site: CallSite): Handle {
  const table = target.data as CreateTable;
  const changed = (more: Partial<CreateTable>): Handle =>
    handle('kysely', 'create-table', { ...table, ...more });
  const constrained = (unique: UniqueConstraint | undefined): Handle =>
    unique ? changed({ uniques: [...table.uniques, unique] }) : changed({ isOpen: true });
  switch (name) {
    case 'addColumn': {
      const added = readColumn(args, site);
      if (!added) return changed({ isOpen: true });
      const uniques = added.unique ? [...table.uniques, added.unique] : table.uniques;
      return changed({ columns: [...table.columns, added.column], uniques });
    }
    case 'addUniqueConstraint':
      return constrained(readUnique('unique', args, site));
    case 'addPrimaryKeyConstraint':
      return constrained(readUnique('primary-key', args, site));
    // `createTable('archive').as(query)`, a clause written as SQL.
    case 'as':
    case 'modifyEnd':
      return changed({ isOpen: true });
    default:
      return target;
  }
}

/** Columns of the primary key are never null. */
export function createdTable({
  name,
  columns,
  uniques,
  isOpen,
  place,
}: CreateTable): readonly SchemaChange[] {
  if (name === undefined) return [];
  const keys = new Set(
    uniques
      .filter(({ kind }) => kind === 'primary-key')
      .flatMap(({ parts }) => parts.map(({ column }) => column)),
  );
  const known = columns.map(column => (keys.has(column.name) ? { ...column, isNullable: false } : column));
  return [
    { kind: 'create-table', table: { name, databaseName: name, columns: known, uniques, isOpen, place } },
  ];
}
