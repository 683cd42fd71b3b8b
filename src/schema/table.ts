/** What a database guarantees of one table, as far as the project's own files say. */
export interface Table {
  /** As the code names it: model, entity, table constant; where only SQL declares it, the name in the database. */
  readonly name: string;
  /** In the database, without schema and quotes; `undefined` where the library makes it up from a configuration. */
  readonly databaseName: string | undefined;
  readonly columns: readonly Column[];
  /** Primary keys are unique constraints too. */
  readonly uniques: readonly UniqueConstraint[];
  /** Base classes, mixins or spreads could not be read, so there may be more constraints than listed. */
  readonly isOpen: boolean;
  /**
   * Column that the library sets instead of deleting: its reads leave such rows out, the constraints do not,
   * so that an insert may meet a row that no read shows.
   */
  readonly softDeletedBy?: string | undefined;
  readonly place: Place;
  /** System that the table is declared for, as Prisma names its providers, where the files say. */
  readonly system?: string | undefined;
}

export interface Column {
  /** As the code names it. */
  readonly name: string;
  readonly databaseName: string | undefined;
  /** Other names by which code speaks of it: `userId` of the relation `user`. */
  readonly aliases?: readonly string[] | undefined;
  /** `undefined`: the files do not say. */
  readonly isNullable: boolean | undefined;
  /** The database or the library makes its value (serial, uuid(), autoincrement), so that two inserts never collide on it. */
  readonly isGenerated: boolean;
}

export interface UniqueConstraint {
  readonly kind: 'primary-key' | 'unique';
  /** In the database, where the files say. */
  readonly name: string | undefined;
  readonly parts: readonly KeyPart[];
  /** Predicate of a partial index, as SQL or as the library has it; `undefined`: all rows. */
  readonly where: string | undefined;
  /** Two rows with NULL in a part collide as well (`NULLS NOT DISTINCT`). */
  readonly areNullsEqual: boolean;
  readonly place: Place;
}

export interface KeyPart {
  /** Code name of the column; in an expression, the only column it is made of. */
  readonly column: string | undefined;
  /** Text of an expression (`lower(email)`); `undefined`: the column itself. */
  readonly expression: string | undefined;
}

/** Where a fact stands in the project, for people: lines count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}
