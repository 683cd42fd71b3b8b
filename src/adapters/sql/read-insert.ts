import { unknownOperand, type SqlStatement } from './facts.js';
import { inlinedIndex } from './markers.js';
import { readOperand } from './operand.js';
import { readAssignments } from './read-change.js';
import { readReturning } from './read-select.js';
import { begin, type Context } from './reading.js';
import { isQuery, queriesIn } from './subqueries.js';
import { readJoined, tablesOf, type Tables } from './tables.js';
import { bodyOf, childrenOf, get, isFields, kindOf, listOf, nameOf, type Tree } from './tree.js';

/** Facts of INSERT and REPLACE. */
export function readInsert(body: Tree, outer: Context): SqlStatement {
  const [statement, context] = begin('insert', outer);
  const name = nameOf(get(body, 'table', 'TableName'));
  const tables = tablesOf([{ name, alias: nameOf(get(body, 'table_alias', 'alias')) }], context.source);
  statement.table = tables.main;
  statement.tableInlined = tables.inlined;
  statement.conflict = conflictOf(body);
  const assignments = listOf(get(body, 'assignments'));
  readAssignments(assignments, tables, statement);
  const source = get(body, 'source');
  if (source !== undefined) {
    const names = listOf(get(body, 'columns')).map(column => nameOf(column) ?? '');
    statement.columnsKnown = names.length > 0 && names.every(column => inlinedIndex(column) === undefined);
    const values = get(source, 'body', 'Values');
    if (values === undefined) fillFromQuery(names, source, context, statement);
    else fill(names, listOf(get(listOf(get(values, 'rows'))[0], 'content')), tables, statement);
  }
  readReturning(body, tables, statement);
  return statement;
}

function fill(names: readonly string[], values: readonly Tree[], tables: Tables, statement: SqlStatement): void {
  for (const [index, name] of names.entries()) {
    const inlined = inlinedIndex(name);
    if (inlined !== undefined) statement.moreColumns.push({ kind: 'inlined', index: inlined });
    else statement.columns.set(name, names.length === values.length ? readOperand(values[index], tables) : unknownOperand);
  }
}

function fillFromQuery(names: readonly string[], query: Tree, context: Context, statement: SqlStatement): void {
  const source = context.read(query, context);
  statement.nested.push(...source.nested);
  // `SELECT $1, $2` reads nothing.
  if (source.table !== undefined || source.tableInlined !== undefined) statement.nested.push({ ...source, nested: [] });
  const first = firstSelect(get(query, 'body'));
  const values = listOf(get(first, 'projection')).map(item => get(bodyOf(item), 'expr') ?? bodyOf(item));
  fill(names, values, tablesOf(readJoined(get(first, 'from')), context.source), statement);
  statement.insertWhereNotExists = isMissing(get(first, 'selection'), context, statement);
}

function firstSelect(body: Tree): Tree {
  const inner = bodyOf(body);
  if (kindOf(body) === 'SetOperation') return firstSelect(get(inner, 'left'));
  return kindOf(body) === 'Query' ? firstSelect(get(inner, 'body')) : inner;
}

/** `NOT EXISTS`, `NOT IN`: the rows must be missing in the very table that is filled. */
function isMissing(condition: Tree, context: Context, statement: SqlStatement): boolean {
  if (isQuery(condition)) return false;
  const isNegated = isFields(condition) && (condition['negated'] === true || condition['op'] === 'Not');
  const reads = (query: Tree): boolean => context.read(query, context).table?.toLowerCase() === statement.table?.toLowerCase();
  if (isNegated && queriesIn(condition).some(reads)) return true;
  return childrenOf(condition).some(child => isMissing(child, context, statement));
}

function conflictOf(body: Tree): SqlStatement['conflict'] {
  const on = get(body, 'on');
  if (kindOf(on) === 'OnConflict') {
    const columns = listOf(get(bodyOf(on), 'conflict_target', 'Columns')).flatMap(column => nameOf(column) ?? []);
    return { action: get(bodyOf(on), 'action') === 'DoNothing' ? 'ignored' : 'updated', columns };
  }
  // `ON DUPLICATE KEY UPDATE id = id` is MySQL's way to ignore.
  if (kindOf(on) === 'DuplicateKeyUpdate') return { action: listOf(bodyOf(on)).some(isChange) ? 'updated' : 'ignored', columns: [] };
  if (get(body, 'replace_into') === true || get(body, 'or') === 'Replace') return { action: 'updated', columns: [] };
  return get(body, 'ignore') === true || get(body, 'or') === 'Ignore' ? { action: 'ignored', columns: [] } : undefined;
}

function isChange(assignment: Tree): boolean {
  const column = nameOf(bodyOf(get(assignment, 'target')));
  return column === undefined || column !== nameOf(get(assignment, 'value'));
}
