import { changeTable, named, openTable } from './change-table.js';
import type { SqlDialect } from './dialect.js';
import type { SchemaChange } from './schema-change.js';
import type { Table } from './table.js';

/**
 * The tables after all changes, in the order in which they were made. A change to a table that no change made
 * opens one: something else made it, with keys that are not known. What a database refuses changes nothing.
 * `dialect` says what becomes of an index whose column is dropped, and how MySQL counts names it makes up.
 */
export function applyChanges(changes: Iterable<SchemaChange>, dialect?: SqlDialect): Table[] {
  const schema = new Schema(dialect);
  for (const change of changes) schema.apply(change);
  return schema.tables();
}

class Schema {
  readonly #tables = new Map<string, Table>();

  constructor(private readonly dialect: SqlDialect | undefined) {}

  readonly tables = (): Table[] => [...this.#tables.values()];

  apply(change: SchemaChange): void {
    switch (change.kind) {
      case 'create-table':
        // `IF NOT EXISTS` leaves the table as it is.
        if (!this.#tables.has(change.table.name)) this.#set(change.table);
        return;
      case 'drop-table':
        this.#tables.delete(this.#find(change.table)?.name ?? '');
        return;
      case 'rename-table':
        return this.#rename(change.table, change.to);
      case 'add-column':
        return this.#set(
          changeTable(
            this.#find(change.table) ?? openTable(change.table, change.place),
            change,
            this.dialect,
          ),
        );
      case 'add-unique': {
        const table = this.#find(change.table) ?? openTable(change.table, change.unique.place);
        return this.#set(changeTable(table, change, this.dialect));
      }
      default: {
        const table =
          'name' in change ? this.#tableOfKey(change.table, change.name) : this.#find(change.table);
        if (table) this.#set(changeTable(table, change, this.dialect));
      }
    }
  }

  readonly #set = (table: Table): void => {
    this.#tables.set(table.name, table);
  };

  readonly #find = (name: string): Table | undefined => this.#tables.get(name) ?? named(this.tables(), name);

  /** Some databases change an index without saying of which table. */
  readonly #tableOfKey = (table: string | undefined, key: string): Table | undefined =>
    table === undefined ? this.tables().find(({ uniques }) => named(uniques, key)) : this.#find(table);

  #rename(from: string, to: string): void {
    const table = this.#find(from);
    if (!table || this.#tables.has(to)) return;
    this.#tables.delete(table.name);
    this.#set({ ...table, name: to, databaseName: to });
  }
}
