import { readAdvisory } from './advisory.js';
import { readAggregate } from './aggregate.js';
import { unknownOperand, type SqlStatement } from './facts.js';
import { readOperand } from './operand.js';
import { addNested, begin, readWhere, type Context } from './reading.js';
import { queriesIn } from './subqueries.js';
import { readJoined, tablesOf, type Relation, type Tables } from './tables.js';
import { bodyOf, get, isColumn, isFields, kindOf, listOf, nameOf, type Tree } from './tree.js';

/** Facts of a SELECT. Of a UNION those of its first part, the others nested. */
export function readSelect(query: Tree, context: Context): SqlStatement {
  const statement = readBody(get(query, 'body'), context);
  statement.rowLock ||= listOf(get(query, 'locks')).some(lock => get(lock, 'lock_type') === 'Update');
  return statement;
}

function readBody(tree: Tree, outer: Context): SqlStatement {
  const body = bodyOf(tree);
  switch (kindOf(tree)) {
    case 'SetOperation': {
      const left = readBody(get(body, 'left'), outer);
      const right = readBody(get(body, 'right'), { ...outer, before: [] });
      left.nested.push(...right.nested, { ...right, nested: [] });
      return left;
    }
    case 'Query':
      return outer.read(body, outer);
    default:
      return readPlain(body, outer);
  }
}

function readPlain(select: Tree, outer: Context): SqlStatement {
  const [statement, context] = begin('select', outer);
  const tables = tablesOf(readJoined(get(select, 'from')), context.source);
  statement.table = tables.main;
  statement.tableInlined = tables.inlined;
  statement.rowLock = tables.locked;
  readWhere(get(select, 'selection'), tables, context, statement);
  const groups = get(select, 'group_by');
  const isGrouped = kindOf(groups) === 'All' || listOf(listOf(get(groups, 'Expressions'))[0]).length > 0;
  readColumns(listOf(get(select, 'projection')), isGrouped, tables, context, statement);
  readSource(tables, readJoined(get(select, 'from')).slice(1), context, statement);
  return statement;
}

function readColumns(items: readonly Tree[], isGrouped: boolean, tables: Tables, context: Context, statement: SqlStatement): void {
  readSelected(items, tables, statement);
  for (const item of items) readAdvisory(item, tables, statement);
  const hasTable = statement.table !== undefined || tables.derived !== undefined || tables.inlined !== undefined;
  if (items.length === 0 || isGrouped || (items.length > 1 && !hasTable)) return addNested(queriesIn(items), context, statement);
  statement.aggregate = items.map(item => readAggregate(valueOf(item), aliasOf(item), tables)).find(Boolean);
  const queries = queriesIn(items);
  // `SELECT EXISTS (SELECT ...)`: the row it answers is about the inner table.
  if (!hasTable && queries[0] !== undefined) {
    takeOver(context.read(queries[0], context), statement);
    addNested(queries.slice(1), context, statement);
  } else addNested(queries, context, statement);
}

const aliasOf = (item: Tree): string | undefined => nameOf(get(bodyOf(item), 'alias'));
const valueOf = (item: Tree): Tree => (kindOf(item) === 'ExprWithAlias' ? get(bodyOf(item), 'expr') : bodyOf(item));

/** Names and values of a select or RETURNING list. */
function readSelected(items: readonly Tree[], tables: Tables, statement: SqlStatement): void {
  for (const item of items) {
    if (/Wildcard$/u.test(kindOf(item))) continue;
    const value = valueOf(item);
    const own = kindOf(value) === 'Function' ? nameOf(get(bodyOf(value), 'name')) : isColumn(value) ? nameOf(value) : undefined;
    const name = aliasOf(item) ?? own;
    if (name !== undefined) statement.selected.set(name, readOperand(value, tables));
  }
}

/** RETURNING of a change. */
export function readReturning(body: Tree, tables: Tables, statement: SqlStatement): void {
  const items = get(body, 'returning');
  statement.returning = items !== undefined;
  readSelected(listOf(items), tables, statement);
}

/** `FROM (SELECT ...)` and `FROM cte`: the table is the one inside. */
function readSource(tables: Tables, others: readonly Relation[], context: Context, statement: SqlStatement): void {
  if (isFields(tables.derived)) return takeOver(context.read(tables.derived, context), statement);
  const commonOf = (name: string | undefined): SqlStatement | undefined =>
    name === undefined ? undefined : context.common.get(name.toLowerCase());
  const common = commonOf(tables.main);
  if (!common) return;
  statement.table = undefined;
  if (common.kind !== 'select') return;
  // Without a row to join, `FROM cte JOIN orders` is empty also where the table inside the expression has rows.
  const joined = others.find(({ name }) => name !== undefined && !commonOf(name));
  if (joined) {
    statement.table = joined.name;
    statement.moreConditions.push(unknownOperand);
    return;
  }
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
  statement.aggregate ??= inner.aggregate && { ...inner.aggregate, alias: onlyName(statement) ?? inner.aggregate.alias };
  statement.advisoryLock ??= inner.advisoryLock;
  statement.nested.push(...inner.nested);
}

/** The name of a row's only value. */
const onlyName = (statement: SqlStatement): string | undefined =>
  statement.selected.size === 1 ? [...statement.selected.keys()][0] : undefined;
