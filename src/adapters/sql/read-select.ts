import type { Node } from 'sql-parser-cst';
import { readAdvisory } from './advisory.js';
import { readAggregate } from './aggregate.js';
import { emptyStatement, type SqlStatement } from './facts.js';
import { readOperand } from './operand.js';
import { addNested, readWhere, readWith, type Context } from './reading.js';
import { isQuery, queriesIn, type Query } from './subqueries.js';
import { readTables, type Tables } from './tables.js';
import { childrenOf, itemsOf, nameOf, operatorOf } from './tree.js';

/** Facts of a SELECT. Of a UNION those of its first part, the others nested. */
export function readSelect(query: Query, outer: Context): SqlStatement {
  if (query.type === 'compound_select_stmt') {
    const [left, right] = [query.left, query.right].map(part => readSelect(innermost(part), outer)) as [SqlStatement, SqlStatement];
    left.nested.push(...right.nested, { ...right, nested: [] });
    return left;
  }
  const statement = emptyStatement('select');
  const context = readWith(query.clauses, outer, statement);
  const clause = <Type extends Node['type']>(type: Type): Extract<Node, { type: Type }> | undefined =>
    query.clauses.find((item): item is typeof item & Extract<Node, { type: Type }> => item.type === type);
  const parenthesised = clause('paren_expr');
  if (parenthesised) return readSelect(innermost(parenthesised), context);
  const from = clause('from_clause') ?? clause('table_clause');
  const tables = readTables(from ? [from.type === 'from_clause' ? from.expr : from.table] : [], context.text);
  statement.table = tables.main;
  statement.tableInlined = tables.inlined;
  readWhere(clause('where_clause'), tables, context, statement);
  readColumns(itemsOf(clause('select_clause')?.columns), Boolean(clause('group_by_clause')), tables, context, statement);
  readSource(tables, context, statement);
  statement.rowLock = query.clauses.some(item => item.type === 'for_clause' && operatorOf(item.lockStrengthKw).endsWith('UPDATE'));
  return statement;
}

function innermost(node: Node): Query {
  if (isQuery(node)) return node;
  return innermost(node.type === 'paren_expr' ? node.expr : childrenOf(node)[0]!);
}

function readColumns(items: readonly Node[], isGrouped: boolean, tables: Tables, context: Context, statement: SqlStatement): void {
  readSelected(items, tables, statement);
  for (const item of items) readAdvisory(item, tables, statement);
  const [first] = items;
  const hasTable = statement.table !== undefined || tables.derived !== undefined || tables.inlined !== undefined;
  if (!first || isGrouped || (items.length > 1 && !hasTable)) return addInner(items, context, statement);
  statement.aggregate = items.map(item => readAggregate(item, tables)).find(Boolean);
  const queries = queriesIn(first);
  // `SELECT EXISTS (SELECT ...)`: the row it answers is about the inner table.
  if (!hasTable && queries[0]) {
    takeOver(readSelect(queries[0], context), statement);
    addInner(queries.slice(1), context, statement);
  } else addInner(items, context, statement);
}

const addInner = (nodes: readonly Node[], context: Context, statement: SqlStatement): void =>
  addNested(nodes.flatMap(queriesIn), context, statement);

/** Names and values of a select or RETURNING list. */
export function readSelected(items: readonly Node[], tables: Tables, statement: SqlStatement): void {
  for (const item of items) {
    const name = item.type === 'alias' ? item.alias.name : item.type === 'func_call' ? nameOf(item.name) : nameOf(item);
    const value = item.type === 'alias' ? item.expr : item;
    if (name !== undefined && value.type !== 'all_columns') statement.selected.set(name, readOperand(value, tables));
  }
}

/** `FROM (SELECT ...)` and `FROM cte`: the table is the one inside. */
function readSource(tables: Tables, context: Context, statement: SqlStatement): void {
  if (tables.derived && isQuery(tables.derived)) return takeOver(readSelect(tables.derived, context), statement);
  const common = tables.main === undefined ? undefined : context.common.get(tables.main.toLowerCase());
  if (!common) return;
  statement.table = undefined;
  if (common.kind !== 'select') return;
  // It stands among the nested ones already: what it reads is read here.
  statement.nested = statement.nested.filter(nested => nested !== common);
  takeOver({ ...common, nested: [] }, statement);
}

function takeOver(inner: SqlStatement, statement: SqlStatement): void {
  statement.table = inner.table;
  statement.tableInlined = inner.tableInlined;
  for (const [column, operand] of inner.where) if (!statement.where.has(column)) statement.where.set(column, operand);
  for (const column of inner.compared) statement.compared.add(column);
  statement.moreConditions.push(...inner.moreConditions);
  statement.unfiltered &&= inner.unfiltered;
  statement.rowLock ||= inner.rowLock;
  statement.aggregate ??= inner.aggregate && { ...inner.aggregate, alias: aliasOf(statement) ?? inner.aggregate.alias };
  statement.advisoryLock ??= inner.advisoryLock;
  statement.nested.push(...inner.nested);
}

/** The name of a row's only value. */
const aliasOf = (statement: SqlStatement): string | undefined =>
  statement.selected.size === 1 ? [...statement.selected.keys()][0] : undefined;
