import type { TSESTree } from '@typescript-eslint/utils';
import type { Operation } from '../../operations/operation.js';
import { array, handle, member, object, result } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { rowsOf } from '../sql/rows.js';
import { readSql, type SqlStatement } from '../sql/statement.js';
import { fragmentIn } from './fragment.js';
import type { Query } from './query.js';
import { columnsIn, sqlToRead } from './sql-text.js';
import { columnIn } from './table.js';

/** `count()`, `max(users.position)`. */
interface Aggregate {
  readonly function: string;
  readonly column: string | undefined;
}

const FUNCTIONS = new Set([
  'count', 'countDistinct', 'max', 'min', 'sum', 'sumDistinct', 'avg', 'avgDistinct',
]);

export const isAggregateName = (name: string): boolean => FUNCTIONS.has(name);

export const aggregateHandle = (name: string, [column]: readonly Value[], node: TSESTree.Node): Handle =>
  handle('drizzle', 'aggregate', {
    function: name.replace(/Distinct$/u, ''),
    column: columnIn(column)?.name ?? (column && columnsIn(column)[0]?.name),
    node,
  });

const aggregateIn = (value: Value): Aggregate | undefined =>
  value.kind === 'handle' && value.adapter === 'drizzle' && value.type === 'aggregate'
    ? (value.data as unknown as Aggregate)
    : undefined;

/** Fields of a query that each hold one number for all rows; `undefined` where it answers rows. */
export function aggregatesOf(query: Query): ReadonlyMap<string, Aggregate | SqlStatement> | undefined {
  const { fields, isGrouped } = query;
  if (isGrouped || fields?.kind !== 'object' || fields.entries.size === 0 || fields.spreads.length > 0)
    return undefined;
  const found = new Map<string, Aggregate | SqlStatement>();
  for (const [name, value] of fields.entries) {
    const aggregate = aggregateIn(value) ?? aggregateInSql(value, query);
    if (!aggregate) return undefined;
    found.set(name, aggregate);
  }
  return found;
}

/** sql<number>`coalesce(max(${t.position}), 0) + 1` */
function aggregateInSql(value: Value, { table, client }: Query): SqlStatement | undefined {
  if (!fragmentIn(value)) return undefined;
  const { dialect } = client.driver;
  const { text } = sqlToRead(value, dialect, 'select ');
  const [statement] = readSql(`${text} as only_value from ${table.name ?? 't'}`, dialect);
  return statement?.kind === 'select' && statement.aggregate ? statement : undefined;
}

const isStatement = (aggregate: Aggregate | SqlStatement): aggregate is SqlStatement => 'where' in aggregate;

/** Column whose highest value is read. */
export const aggregatedColumn = (aggregates: Iterable<Aggregate | SqlStatement>): string | undefined =>
  [...aggregates]
    .map(aggregate => (isStatement(aggregate) ? aggregate.aggregate : aggregate))
    .find(aggregate => aggregate?.function !== 'count')?.column;

/** The one row that aggregates without groups give. */
export function aggregateRows(
  operation: Operation,
  aggregates: ReadonlyMap<string, Aggregate | SqlStatement>,
  site: CallSite,
): Value {
  const valueOf = (name: string, aggregate: Aggregate | SqlStatement): Value => {
    if (!isStatement(aggregate))
      return aggregate.function === 'count'
        ? result(operation, 'count')
        : member(result(operation, 'row'), name);
    const rows = rowsOf({ statement: aggregate, operation, operations: [operation] });
    return site.property(site.property(rows, '0'), 'only_value');
  };
  return array([object([...aggregates].map(([name, aggregate]) => [name, valueOf(name, aggregate)]))]);
}
