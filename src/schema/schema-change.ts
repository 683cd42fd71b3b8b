import type { Column, Place, Table, UniqueConstraint } from './table.js';

/** One step of a migration, in any library's words. Names are those in the database. */
export type SchemaChange =
  | { readonly kind: 'create-table'; readonly table: Table }
  | { readonly kind: 'drop-table'; readonly table: string }
  | { readonly kind: 'rename-table'; readonly table: string; readonly to: string }
  | { readonly kind: 'add-column'; readonly table: string; readonly column: Column; readonly place: Place }
  | { readonly kind: 'drop-column'; readonly table: string; readonly column: string }
  | { readonly kind: 'rename-column'; readonly table: string; readonly column: string; readonly to: string }
  | {
      readonly kind: 'alter-column';
      readonly table: string;
      readonly column: string;
      readonly isNullable?: boolean;
      readonly isGenerated?: boolean;
    }
  | { readonly kind: 'add-unique'; readonly table: string; readonly unique: UniqueConstraint }
  /** An index or constraint by its name; some databases do not say of which table. */
  | { readonly kind: 'drop-unique'; readonly table: string | undefined; readonly name: string }
  /** Where a library drops by columns and makes the name up itself. */
  | { readonly kind: 'drop-unique-columns'; readonly table: string; readonly columns: readonly string[] }
  | {
      readonly kind: 'rename-unique';
      readonly table: string | undefined;
      readonly name: string;
      readonly to: string;
      /** The index becomes that of the primary key (`PRIMARY KEY USING INDEX`). */
      readonly isPrimaryKey?: boolean;
    }
  | { readonly kind: 'drop-primary-key'; readonly table: string };
