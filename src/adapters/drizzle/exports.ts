import { constant, handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { aggregateHandle, isAggregateName } from './aggregate.js';
import { clientIn } from './client.js';
import { columnType, newColumn } from './column-builder.js';
import { conditionHandle, isOperator } from './condition.js';
import { isConstraintName, newConstraint } from './constraint.js';
import { columnsObject, defineTable, type TableFunction } from './define-table.js';
import { placeholder, taggedFragment } from './fragment.js';
import { queryIn } from './query.js';
import { tableHandle, tableIn } from './table.js';

/** A function of a core package, or a type of columns, by its package. */
interface OfCore {
  readonly name: string;
  readonly core: string;
}

const ofCore = (type: string, name: string, core: string): Handle =>
  handle('drizzle', type, { name, core } satisfies OfCore);

const OF_ROOT: ReadonlySet<string> = new Set([
  'sql', 'placeholder', 'asc', 'desc', 'getTableColumns', 'getColumns', 'getTableName', 'defineRelations',
  'is',
]);

/**
 * What `drizzle-orm` itself exports: operators, aggregates, `sql`. Other names are not taken for its own,
 * since a file that exports `db` often exports all of Drizzle beside it.
 */
export const exportedByRoot = (name: string): Value | undefined =>
  OF_ROOT.has(name) || isOperator(name) || isAggregateName(name)
    ? handle('drizzle', 'function', { name })
    : undefined;

const DIALECT = '(?:pg|mysql|sqlite|singlestore|gel|mssql|cockroach)';
const TABLE = new RegExp(`^${DIALECT}Table$`, 'u');
const CORE_FUNCTION = new RegExp(
  `^(?:${[
    `${DIALECT}(?:TableCreator|Schema|Enum)`,
    'customType|alias|withReplicas|(?:union|intersect|except)(?:All)?',
  ].join('|')})$`,
  'u',
);

const COLUMN_TYPES: ReadonlySet<string> = new Set([
  'bigint', 'bigserial', 'binary', 'bit', 'blob', 'bool', 'boolean', 'bytea', 'bytes', 'char', 'cidr', 'date',
  'datetime', 'decimal', 'double', 'doublePrecision', 'duration', 'float', 'float4', 'float8', 'geometry',
  'halfvec', 'inet', 'int', 'int2', 'int4', 'int8', 'integer', 'interval', 'json', 'jsonb', 'line',
  'localDate', 'localTime', 'longblob', 'longtext', 'macaddr', 'macaddr8', 'mediumblob', 'mediumint',
  'mediumtext', 'numeric', 'point', 'real', 'serial', 'smallint', 'smallserial', 'sparsevec', 'string',
  'text', 'time', 'timestamp', 'timestamptz', 'tinyblob', 'tinyint', 'tinytext', 'uuid', 'varbinary',
  'varchar', 'vector', 'year',
]);

/** What `drizzle-orm/pg-core` and the like export: tables, types of columns, constraints. */
export function exportedByCore(name: string, core: string): Value | undefined {
  if (TABLE.test(name)) return tableFunction(core, undefined);
  if (CORE_FUNCTION.test(name) || isConstraintName(name)) return ofCore('core-function', name, core);
  if (/^[A-Z]\w*(?:Transaction|Database)$/u.test(name)) return ofCore('class', name, core);
  return COLUMN_TYPES.has(name) ? columnType(name, core) : undefined;
}

const tableFunction = (core: string, rename: Value | undefined): Handle =>
  handle('drizzle', 'table-function', { core, rename } satisfies TableFunction);

export function callCore({ data }: Handle, args: readonly Value[], site: CallSite): Value | undefined {
  const { name, core } = data as OfCore;
  const [first, second] = args;
  if (isConstraintName(name)) return newConstraint(name, args, site);
  if (name.endsWith('TableCreator')) return tableFunction(core, first);
  if (name.endsWith('Schema')) return ofCore('schema', name, core);
  // MySQL's enum is a column, PostgreSQL's the type of columns.
  if (name === 'pgEnum' || name === 'customType') return columnType(name, core);
  if (name.endsWith('Enum')) return newColumn({ name: 'enum', core }, args);
  if (name === 'withReplicas') return first;
  const table = tableIn(first);
  if (name === 'alias' && table)
    return tableHandle({ ...table, alias: second?.kind === 'constant' ? String(second.value) : name });
  return queryIn(first) && first;
}

export function callFunction(name: string, args: readonly Value[], site: CallSite): Value | undefined {
  const [first] = args;
  if (isOperator(name)) return conditionHandle({ operator: name, args, node: site.node });
  if (isAggregateName(name)) return aggregateHandle(name, args, site.node);
  const table = tableIn(first);
  switch (name) {
    case 'sql':
      return taggedFragment(first, site);
    case 'placeholder':
      return first?.kind === 'constant' ? placeholder(String(first.value)) : undefined;
    case 'getTableColumns':
    case 'getColumns':
      return table && columnsObject(table);
    case 'getTableName':
      return table?.name === undefined ? undefined : constant(table.name);
    case 'defineRelations':
      return handle('drizzle', 'relations', { schema: first });
    case 'is':
      return isOfClass(first, args[1]);
    case 'asc':
    case 'desc':
      return first;
    default:
      return undefined;
  }
}

/**
 * `is(db, SQLiteTransaction)`, by which a helper tells whether it has to open a transaction. Of a client that
 * may be another (`ctx.db ?? db`) the one that is known tells: then the helper opens one.
 */
function isOfClass(value: Value | undefined, type: Value | undefined): Value | undefined {
  const client = clientIn(value);
  if (!client || type?.kind !== 'handle' || type.type !== 'class') return undefined;
  if (!(type.data as OfCore).name.endsWith('Transaction')) return undefined;
  if (client.origin === 'declared') return undefined;
  return constant(client.origin === 'transaction');
}

/** `pgTable(name, columns)` */
export function callTable(callee: Handle, args: readonly Value[], site: CallSite): Value | undefined {
  const made = callee.data as TableFunction;
  return defineTable(made, args, handle('drizzle', 'column-types', { core: made.core }), site);
}

/** `pgSchema('billing').table(...)`, `.enum(...)`. */
export function schemaMethod(
  { data }: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const { core } = data as OfCore;
  if (name === 'table') return callTable(tableFunction(core, undefined), args, site);
  return name === 'enum' ? columnType('enum', core) : undefined;
}
