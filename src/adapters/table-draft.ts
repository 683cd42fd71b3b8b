import type { Column, Place, Table, UniqueConstraint } from '../schema/table.js';

/** Facts of one unique constraint; what is left out is what most constraints are. */
export interface Unique {
  readonly columns: readonly string[];
  readonly place: Place;
  readonly name?: string | undefined;
  readonly where?: string | undefined;
  readonly areNullsEqual?: boolean | undefined;
}

export const uniqueOn = ({ columns, place, name, where, areNullsEqual }: Unique): UniqueConstraint => ({
  kind: 'unique',
  name,
  parts: columns.map(column => ({ column, expression: undefined })),
  where,
  areNullsEqual: areNullsEqual === true,
  place,
});

export const primaryKeyOn = (columns: readonly string[], place: Place, name?: string): UniqueConstraint => ({
  ...uniqueOn({ columns, place, name }),
  kind: 'primary-key',
});

/** A table whose columns and constraints are come by one after the other. */
export class TableDraft {
  isOpen = false;
  softDeletedBy: string | undefined;
  private readonly columns = new Map<string, Column>();
  private readonly uniques: UniqueConstraint[] = [];
  private primary: UniqueConstraint | undefined;

  /** The later declaration of a column counts: that of the derived class. */
  addColumn(column: Column): void {
    this.columns.set(column.name, column);
  }

  removeColumn(name: string): void {
    this.columns.delete(name);
  }

  column(name: string): Column | undefined {
    return this.columns.get(name);
  }

  get columnNames(): readonly string[] {
    return [...this.columns.keys()];
  }

  addUnique(unique: UniqueConstraint): void {
    const isKnown = this.uniques.some(known => saysSame(known, unique));
    if (!isKnown && unique.parts.length > 0) this.uniques.push(unique);
  }

  /** One more column of the primary key. */
  addToPrimaryKey(column: string, place: Place, name?: string): void {
    const columns = this.primary?.parts.flatMap(part => part.column ?? []) ?? [];
    if (columns.includes(column)) return;
    this.primary = primaryKeyOn(
      [...columns, column],
      this.primary?.place ?? place,
      this.primary?.name ?? name,
    );
  }

  setPrimaryKey(primary: UniqueConstraint): void {
    this.primary = primary;
    for (const { column: name } of primary.parts) {
      const column = name === undefined ? undefined : this.columns.get(name);
      if (column) this.addColumn({ ...column, isNullable: false });
    }
  }

  get hasPrimaryKey(): boolean {
    return this.primary !== undefined;
  }

  table(name: string, databaseName: string | undefined, place: Place): Table {
    return {
      name,
      databaseName,
      columns: [...this.columns.values()],
      uniques: this.primary ? [this.primary, ...this.uniques] : this.uniques,
      isOpen: this.isOpen,
      softDeletedBy: this.softDeletedBy,
      place,
    };
  }
}

/** `@Column({ unique: true })` beside `@Index({ unique: true })`: two constraints that refuse the same. */
const saysSame = (a: UniqueConstraint, b: UniqueConstraint): boolean =>
  a.where === b.where &&
  a.areNullsEqual === b.areNullsEqual &&
  a.parts.length === b.parts.length &&
  a.parts.every(({ column }) => b.parts.some(part => part.column === column));
