import type { Columns } from '../../operations/operation.js';
import { nullValue, trueValue, unknown } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsOf, isGiven } from '../columns.js';
import { valueReader } from '../sql/parameters.js';
import type { SqlDialect } from '../sql/parser.js';
import { readSql } from '../sql/statement.js';
import { conditionHandle, conditionIn, type Condition } from './condition.js';
import { fragmentIn, placeholderName } from './fragment.js';
import { columnsIn, sqlToRead } from './sql-text.js';
import { codeName, columnIn, isTable, type TableReference } from './table.js';

/** Where a condition is read. */
export interface Reading {
  readonly table: TableReference;
  readonly dialect: SqlDialect | undefined;
  readonly site: CallSite;
}

interface Filter {
  readonly entries: Map<string, Value>;
  readonly rest: Value[];
  readonly compared: Set<string>;
  readonly bounds: Map<string, readonly Value[]>;
}

const emptyFilter = (): Filter => ({ entries: new Map(), rest: [], compared: new Set(), bounds: new Map() });

/** What conditions ask of the rows of a table, columns under their names in the code. */
export function readFilter(conditions: readonly Value[], reading: Reading): Columns {
  const filter = emptyFilter();
  for (const condition of conditions) addCondition(condition, filter, reading);
  return filter;
}

function addCondition(value: Value, filter: Filter, reading: Reading, depth = 0): void {
  if (value.kind === 'constant' || depth > 12) return;
  const condition = conditionIn(value);
  if (condition) return addOperator(condition, filter, reading, depth);
  if (fragmentIn(value)) return addSql(value, filter, reading);
  const column = ownName(value, reading);
  if (column !== undefined && columnIn(value)) return addEqual(column, trueValue, filter);
  if (value.kind === 'choice') {
    // `name ? eq(users.name, name) : undefined`: a condition that may be there counts.
    addCondition(value.whenTrue, filter, reading, depth + 1);
    if (value.whenFalse !== value.test) addCondition(value.whenFalse, filter, reading, depth + 1);
    return;
  }
  if (value.kind === 'object') return addMatch(value, filter, reading, depth);
  filter.rest.push(value);
}

function addOperator({ operator, args }: Condition, filter: Filter, reading: Reading, depth: number): void {
  const [left, right] = args;
  switch (operator) {
    case 'and':
      for (const part of args) addCondition(part, filter, reading, depth + 1);
      return;
    case 'or': {
      const parts = args.filter(part => part.kind !== 'constant');
      if (parts.length === 1 && parts[0]) return addCondition(parts[0], filter, reading, depth + 1);
      return addAsCompared(parts, filter, reading, depth);
    }
    case 'not':
      return addAsCompared(args, filter, reading, depth);
    case 'eq':
      return left && right && addEquality(left, right, filter, reading);
    case 'isNull':
      return left && addEquality(left, nullValue, filter, reading);
    case 'inArray': {
      const only =
        right?.kind === 'array' && !right.open && right.elements.length === 1 ? right.elements[0] : undefined;
      return (
        left && (only ? addEquality(left, only, filter, reading) : addCompared(left, [], filter, reading))
      );
    }
    case 'exists':
    case 'notExists':
      return;
    default:
      return left && addCompared(left, args.slice(1), filter, reading);
  }
}

/** Beside an alternative, or negated, no column has to equal anything. */
function addAsCompared(parts: readonly Value[], filter: Filter, reading: Reading, depth: number): void {
  const inner = emptyFilter();
  for (const part of parts) addCondition(part, inner, reading, depth + 1);
  for (const name of [...inner.entries.keys(), ...inner.compared]) filter.compared.add(name);
  filter.rest.push(...inner.rest);
}

function addEquality(left: Value, right: Value, filter: Filter, reading: Reading): void {
  const [column, other] = [ownName(left, reading), ownName(right, reading)];
  if (column !== undefined && other === undefined && !isForeign(right, reading))
    return addEqual(column, right, filter);
  if (other !== undefined && column === undefined && !isForeign(left, reading))
    return addEqual(other, left, filter);
  if (fragmentIn(left)) {
    const { node } = reading.site;
    return addSql(conditionHandle({ operator: 'eq', args: [left, right], node }), filter, reading);
  }
  if (left.kind === 'choice' && columnIn(left.whenTrue) && columnIn(left.whenFalse)) {
    // `eq(isTeam ? users.teamId : users.ownerId, id)`
    addEquality(left.whenTrue, right, filter, reading);
    return addEquality(left.whenFalse, right, filter, reading);
  }
  addCompared(left, [], filter, reading);
  if (columnIn(right)) addCompared(right, [], filter, reading);
}

/** Two equalities of one column can only both hold for one value, so the first says enough. */
function addEqual(name: string, value: Value, filter: Filter): void {
  if (!filter.entries.has(name)) filter.entries.set(name, isSql(value) ? unknown : value);
}

/** A fragment, column or query: what it holds is known to the database. */
const isSql = (value: Value): boolean =>
  value.kind === 'handle' && value.adapter === 'drizzle' && placeholderName(value) === undefined;

/** A column that cannot be read, `table[name]`, is still a condition. */
function addCompared(value: Value, bounds: readonly Value[], filter: Filter, { table }: Reading): void {
  const generic = ownName(value, { table });
  const columns = columnsIn(value);
  if (generic === undefined && columns.length === 0) filter.rest.push(value);
  if (generic !== undefined) filter.compared.add(generic);
  for (const column of columns) {
    const isOwn = isTable(column.table, table);
    const name = isOwn ? column.name : `${column.table.name ?? ''}.${column.name}`;
    filter.compared.add(name);
    if (isOwn && bounds.length > 0) filter.bounds.set(name, [...(filter.bounds.get(name) ?? []), ...bounds]);
  }
}

/** Name of a column of the query's own table; where the table is a variable, of what is read from it. */
function ownName(value: Value, { table }: Pick<Reading, 'table'>): string | undefined {
  const column = columnIn(value);
  if (column) return isTable(column.table, table) ? column.name : undefined;
  return value.kind === 'member' && value.object === table.receiver ? value.name : undefined;
}

const isForeign = (value: Value, { table }: Reading): boolean => {
  const column = columnIn(value);
  return column !== undefined && !isTable(column.table, table);
};

/** sql`lower(${users.email}) = ${email}`, or a fragment that must equal a value. */
function addSql(whole: Value, filter: Filter, { table, dialect, site }: Reading): void {
  const from = dialect === 'mysql' ? `\`${table.name ?? 't'}\`` : `"${table.name ?? 't'}"`;
  const { text, inlined } = sqlToRead(whole, dialect, `select * from ${from} where `);
  const [statement] = readSql(text, dialect);
  if (!statement) {
    filter.rest.push(whole);
    return;
  }
  const valueOf = valueReader(inlined, undefined, undefined, site);
  for (const [name, operand] of statement.where) addEqual(codeName(table, name), valueOf(operand), filter);
  for (const name of statement.compared) filter.compared.add(codeName(table, name));
  filter.rest.push(...statement.moreConditions.map(valueOf));
}

/**
 * Relational queries of version 1 take an object: `{ email, age: { gt: 18 }, OR: [...], NOT: {...} }`.
 * https://orm.drizzle.team/docs/rqb-v2
 */
function addMatch(value: Value, filter: Filter, reading: Reading, depth: number): void {
  const { entries, rest } = columnsOf(value);
  filter.rest.push(...rest);
  for (const [name, test] of entries) {
    if (!isGiven(test)) continue;
    if (name === 'AND') addAll(test, filter, reading, depth);
    else if (name === 'OR' || name === 'NOT') {
      const parts = test.kind === 'array' ? test.elements : [test];
      if (name === 'OR' && parts.length === 1 && parts[0]) addCondition(parts[0], filter, reading, depth + 1);
      else addAsCompared(parts, filter, reading, depth);
    } else if (name === 'RAW') filter.rest.push(test);
    else addTest(name, test, filter);
  }
}

function addAll(value: Value, filter: Filter, reading: Reading, depth: number): void {
  for (const part of value.kind === 'array' ? value.elements : [value])
    addCondition(part, filter, reading, depth + 1);
}

function addTest(name: string, test: Value, filter: Filter): void {
  if (test.kind !== 'object') return addEqual(name, test, filter);
  const equal = test.entries.get('eq');
  const isNull = test.entries.get('isNull');
  if (equal) addEqual(name, equal, filter);
  else if (isNull?.kind === 'constant' && isNull.value === true) addEqual(name, nullValue, filter);
  else filter.compared.add(name);
}
