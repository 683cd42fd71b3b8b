import type { Node } from 'sql-parser-cst';
import type { SqlStatement } from './facts.js';
import { queriesIn, type Query } from './subqueries.js';
import type { Tables } from './tables.js';
import { readCondition } from './where.js';

/** What the reader of a statement knows of its surroundings. */
export interface Context {
  readonly text: string;
  /** Common table expressions in reach, by lower-cased name. */
  readonly common: ReadonlyMap<string, SqlStatement>;
  /** Reads a statement inside this one. */
  read(node: Node, context: Context): SqlStatement | undefined;
}

/** Adds the WITH clause's statements to the nested ones; answers the context that knows their names. */
export function readWith(clauses: readonly Node[], context: Context, statement: SqlStatement): Context {
  const clause = clauses.find(item => item.type === 'with_clause');
  if (!clause) return context;
  const common = new Map(context.common);
  for (const table of clause.tables.items) {
    const inner = context.read(table.expr.expr, { ...context, common });
    if (!inner) continue;
    common.set(table.table.name.toLowerCase(), inner);
    statement.nested.push(...inner.nested, inner);
  }
  return { ...context, common };
}

/** WHERE: its conditions, and what its subqueries read. */
export function readWhere(clause: Node | undefined, tables: Tables, context: Context, statement: SqlStatement): void {
  statement.unfiltered = clause?.type !== 'where_clause';
  if (clause?.type !== 'where_clause') return;
  readCondition(clause.expr, tables, statement);
  addNested(queriesIn(clause.expr), context, statement);
}

/** Reads queries inside the statement, which run before it. */
export function addNested(queries: readonly Query[], context: Context, statement: SqlStatement): void {
  for (const query of queries) {
    const inner = context.read(query, context);
    if (inner) statement.nested.push(...inner.nested, inner);
  }
}
