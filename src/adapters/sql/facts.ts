/** Where a value in a statement comes from. */
export type SqlOperand =
  /** `$1` is index 0, the nth `?` of the text is index n - 1. */
  | { readonly kind: 'parameter'; readonly index: number }
  /** `:name`, `@name`, `$name`. */
  | { readonly kind: 'named'; readonly name: string }
  /** The nth value that the code splices into the text, see `text.ts`. */
  | { readonly kind: 'inlined'; readonly index: number }
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
  | SqlColumn
  | SqlExpression;

export interface SqlColumn {
  readonly kind: 'column';
  /** Table it belongs to, aliases resolved; `undefined` where the text does not say. */
  readonly table?: string;
  readonly name: string;
}

export interface SqlExpression {
  readonly kind: 'expression';
  /** Columns it reads. */
  readonly columns: readonly string[];
  /** Parameters and spliced values in it; constants and columns are not among them. */
  readonly operands: readonly SqlOperand[];
  readonly text: string;
  /** Its value comes from the clock or from a random generator. */
  readonly current: 'time' | 'uuid' | undefined;
}

export type SqlStatementKind =
  | 'select' | 'insert' | 'update' | 'delete'
  | 'begin' | 'commit' | 'rollback' | 'savepoint' | 'lock-table' | 'set-transaction'
  | 'other';

/** What one statement says, without its syntax. Names stand as written, without quotes and schema. */
export interface SqlStatement {
  kind: SqlStatementKind;
  /** `undefined` where there is none, or where the code splices the name in. */
  table: string | undefined;
  /** Index of the spliced value that names the table. */
  tableInlined: number | undefined;
  /** Columns of `table` that must equal the operand; `IS NULL` is the constant null, a bare `active` the constant true. */
  where: Map<string, SqlOperand>;
  /** Columns of `table` that are compared in any other way, or under OR. */
  compared: Set<string>;
  /** Conditions that the code splices in whole. */
  moreConditions: SqlOperand[];
  /** There is no WHERE at all. */
  unfiltered: boolean;
  /** What is written: the first row of an insert, the select list of INSERT ... SELECT, the SET of an update. */
  columns: Map<string, SqlOperand>;
  /** `false`: more or other columns are written than `columns` tells (no column list, a spliced one). */
  columnsKnown: boolean;
  /** Values that the code splices in as whole assignments or lists of columns. */
  moreColumns: SqlOperand[];
  /** What an insert does when the row is there already. `columns` is empty where the text names no target. */
  conflict: { readonly action: 'ignored' | 'updated'; readonly columns: readonly string[] } | undefined;
  /** The rows read stay locked against writers. A shared lock does not count: two holders both go on to write. */
  rowLock: boolean;
  aggregate: SqlAggregate | undefined;
  /** The select list (or RETURNING list) by the name each value has in the row. */
  selected: Map<string, SqlOperand>;
  returning: boolean;
  isolation: 'serializable' | 'repeatable-read' | 'default' | undefined;
  advisoryLock: SqlAdvisoryLock | undefined;
  advisoryUnlock: boolean;
  /** Statements inside (data-modifying CTEs, the source of INSERT ... SELECT, subqueries), in the order they run. */
  nested: SqlStatement[];
  /** `INSERT ... SELECT ... WHERE NOT EXISTS (...)`: one statement, yet two can run side by side. */
  insertWhereNotExists: boolean;
}

export interface SqlAggregate {
  readonly function: 'count' | 'max' | 'min' | 'sum' | 'exists';
  readonly column: string | undefined;
  /** Name in the row: the alias, or the function's name as PostgreSQL gives it. */
  readonly alias: string | undefined;
  /** As written, which is the name in the row in MySQL and SQLite where there is no alias. */
  readonly text: string;
  /** `NOT EXISTS (...)`, `count(*) = 0`: true means absent. */
  readonly negated: boolean;
}

export interface SqlAdvisoryLock {
  /** `pg_advisory_xact_lock`, `GET_LOCK`. */
  readonly name: string;
  /** The transaction's end releases it. */
  readonly transactional: boolean;
  /** It waits until it has the lock, for good. */
  readonly waits: boolean;
  readonly key: SqlOperand | undefined;
}

/** A statement of which nothing is known but its kind. */
export const emptyStatement = (kind: SqlStatementKind): SqlStatement => ({
  kind,
  table: undefined,
  tableInlined: undefined,
  where: new Map(),
  compared: new Set(),
  moreConditions: [],
  unfiltered: kind === 'select' || kind === 'update' || kind === 'delete',
  columns: new Map(),
  columnsKnown: true,
  moreColumns: [],
  conflict: undefined,
  rowLock: false,
  aggregate: undefined,
  selected: new Map(),
  returning: false,
  isolation: undefined,
  advisoryLock: undefined,
  advisoryUnlock: false,
  nested: [],
  insertWhereNotExists: false,
});

/** An operand of which nothing is known. */
export const unknownOperand: SqlOperand = { kind: 'expression', columns: [], operands: [], text: '', current: undefined };
