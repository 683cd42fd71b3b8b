import { emptyStatement, type SqlStatement, type SqlStatementKind } from './facts.js';
import type { Source } from './source.js';
import { queriesIn } from './subqueries.js';
import type { Tables } from './tables.js';
import { get, listOf, nameOf, type Tree } from './tree.js';
import { readCondition } from './where.js';

/** What the reader of a statement knows of its surroundings. */
export interface Context {
  readonly source: Source;
  /** Common table expressions in reach, by lower-cased name. */
  readonly common: ReadonlyMap<string, SqlStatement>;
  /** What the WITH of the statement runs before it. */
  readonly before: readonly SqlStatement[];
  /** Reads a query inside this statement. */
  read(query: Tree, context: Context): SqlStatement;
}

/** The context of the statement that follows a WITH clause. */
export function readWith(clause: Tree, outer: Context): Context {
  const common = new Map(outer.common);
  const before = [...outer.before];
  for (const table of listOf(get(clause, 'cte_tables'))) {
    const inner = outer.read(get(table, 'query'), { ...outer, common, before: [] });
    common.set(nameOf(get(table, 'alias', 'name'))?.toLowerCase() ?? '', inner);
    before.push(...inner.nested, inner);
  }
  return { ...outer, common, before };
}

/** Begins a statement: what runs before it is nested in it. Answers the context of what is inside it. */
export function begin(kind: SqlStatementKind, outer: Context): readonly [SqlStatement, Context] {
  return [{ ...emptyStatement(kind), nested: [...outer.before] }, { ...outer, before: [] }];
}

/** WHERE: its conditions, and what its subqueries read. */
export function readWhere(condition: Tree, tables: Tables, context: Context, statement: SqlStatement): void {
  statement.unfiltered = condition === undefined;
  if (condition === undefined) return;
  readCondition(condition, tables, statement);
  addNested(queriesIn(condition), context, statement);
}

/** Reads queries inside the statement, which run before it. */
export function addNested(queries: readonly Tree[], context: Context, statement: SqlStatement): void {
  for (const query of queries) {
    const inner = context.read(query, context);
    statement.nested.push(...inner.nested, inner);
  }
}
