import {
  givenTransaction, noColumns, type Columns, type Operation, type OperationFacts, type Transaction,
} from '../operations/operation.js';
import { array, handle, not, object, result, unknown } from '../values/make.js';
import { parts } from '../values/traits.js';
import type { Handle, Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';
import { dataColumns, whereColumns } from './prisma-columns.js';
import { upsertReadsFirst } from './prisma-upsert.js';
import { recordSql } from './sql/record.js';
import { rowCountOf, rowsOf } from './sql/rows.js';

interface Client {
  readonly transaction: Transaction | undefined;
}
interface Model extends Client {
  readonly name: string;
}

const client = (transaction?: Transaction): Handle =>
  handle('prisma', 'client', { transaction } satisfies Client);

/**
 * Prisma Client: `<client>.<model>.<method>(args)`. `update` and `delete` throw P2025 when no row fits,
 * `updateMany` and `deleteMany` answer a count.
 * https://www.prisma.io/docs/orm/reference/prisma-client-reference
 */
export const prisma: Adapter = {
  name: 'prisma',
  packages: ['@prisma/client', '@prisma/client/edge', '@prisma/extension-accelerate', '.prisma/client'],
  client: 'PrismaClient',
  isGenerated: true,

  violationTest: (error, { specifierOf }) => ({
    code: `${error} instanceof Prisma.PrismaClientKnownRequestError && ${error}.code === 'P2002'`,
    imports: [{ specifier: specifierOf(['@prisma/client']) ?? '@prisma/client', name: 'Prisma' }],
  }),

  exported(name) {
    if (name === 'PrismaClient') return handle('prisma', 'class', { name });
    if (name === 'Prisma') return handle('prisma', 'namespace', { name });
    return /^Prisma/u.test(name) ? handle('prisma', 'export', { name }) : undefined;
  },

  typed(name) {
    if (/^(?:Prisma\.)?TransactionClient$/u.test(name)) return client(givenTransaction);
    return /^(?:PrismaClient|Prisma\.DefaultPrismaClient)$/u.test(name) ? client() : undefined;
  },

  construct: callee => (callee.type === 'class' ? client() : undefined),
  invoke: callee => (callee.type === 'class' ? client() : undefined),

  member(target, name) {
    if (target.type === 'namespace' || target.type === 'export') return handle('prisma', 'export', { name });
    if (target.type !== 'client' || name.startsWith('$')) return undefined;
    return handle('prisma', 'model', { ...(target.data as Client), name } satisfies Model);
  },

  method(target, name, args, site) {
    if (target.type === 'client') return clientMethod(target, name, args, site);
    if (target.type === 'namespace' && (name === 'sql' || name === 'raw')) return args[0];
    if (target.type === 'model') return modelMethod(target.data as Model, name, args[0], site);
    return undefined;
  },

  /** `findUnique(...).triggers()`: the fluent form reads a relation. */
  rowMethod({ operation }, name, args, site) {
    if (!isList(name)) return undefined;
    return result(recordRelation(name, args[0] ?? unknown, operation.transaction, site), 'rows');
  },
};

/** `findUnique({ include: { triggers: true } })` reads the rows of the other model as well. */
function included(row: Value, { transaction }: Client, argument: Value | undefined, site: CallSite): Value {
  const lists = ['include', 'select'].flatMap(key => {
    const asked = argument ? site.property(argument, key) : unknown;
    if (asked.kind !== 'object') return [];
    return [...asked.entries].filter(
      ([name, value]) =>
        isList(name) &&
        (value.kind === 'object' || (key === 'include' && value.kind === 'constant' && value.value === true)),
    );
  });
  if (lists.length === 0) return row;
  const read = (): Value =>
    object(
      lists.map(([name, value]) => [name, result(recordRelation(name, value, transaction, site), 'rows')]),
      [row],
    );
  return site.branch(row, read, () => row);
}

function recordRelation(
  name: string,
  argument: Value,
  transaction: Transaction | undefined,
  site: CallSite,
): Operation {
  const filter = argument.kind === 'object' ? whereColumns(argument.entries.get('where'), site) : noColumns;
  return site.record({
    kind: 'read',
    resource: { kind: 'table', name: singular(name) },
    filter,
    columns: noColumns,
    transaction,
  });
}

/** By custom a list relation is named in the plural of its model. */
const isList = (name: string): boolean => /[a-z]s$/u.test(name) && !/ss$/u.test(name);
const singular = (name: string): string =>
  name
    .replace(/ies$/u, 'y')
    .replace(/(?<=ch|sh|x|ss)es$/u, '')
    .replace(/s$/u, '');

function clientMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first, options] = args;
  if (name === '$extends') return target;
  if (RAW.test(name) && first) return raw(target, name, args, site);
  if (name !== '$transaction' || !first) return undefined;
  const transaction: Transaction = { isolation: isolationOf(options, site), node: site.node };
  if (first.kind !== 'function') {
    // The calls in the list are lazy: they run here, in one transaction.
    for (const part of parts(first))
      if (part.kind === 'result') Object.assign(part.operation, { transaction });
    return first.kind === 'array' ? array(first.elements) : unknown;
  }
  return site.run(first, [client(transaction)], { kind: 'transaction', transaction });
}

const RAW = /^\$(?:query|execute)Raw(?:Unsafe)?$/u;

/** `` $queryRaw`...` ``, `$queryRaw(Prisma.sql`...`)`, `$queryRawUnsafe(text, ...values)`. */
function raw(
  target: Handle,
  name: string,
  [sql = unknown, ...values]: readonly Value[],
  site: CallSite,
): Value {
  const { transaction } = target.data as Client;
  const text = sql.kind === 'choice' ? sql.whenTrue : sql;
  const last = recordSql(text, values, site, { transaction, isPool: transaction === undefined, tagged: !name.endsWith('Unsafe') }).at(-1);
  if (!last) return unknown;
  return name.startsWith('$query') ? rowsOf(last) : rowCountOf(last);
}

function isolationOf(options: Value | undefined, site: CallSite): Transaction['isolation'] {
  const level = options ? site.property(options, 'isolationLevel') : unknown;
  const name =
    level.kind === 'constant'
      ? level.value
      : level.kind === 'member'
        ? level.name
        : level.kind === 'handle' && 'name' in level.data
          ? level.data.name
          : undefined;
  if (name === 'Serializable') return 'serializable';
  return name === 'RepeatableRead' ? 'repeatable-read' : 'default';
}

function modelMethod(
  model: Model,
  name: string,
  argument: Value | undefined,
  site: CallSite,
): Value | undefined {
  const part = (key: string): Value | undefined => (argument ? site.property(argument, key) : undefined);
  const isUnique = /^(?:findUnique|update$|delete$|upsert)/u.test(name);
  const where = (): Columns => whereColumns(part('where'), site, isUnique);
  const record = (kind: OperationFacts['kind'], facts: Partial<OperationFacts>): Operation =>
    site.record({
      kind,
      resource: { kind: 'table', name: model.name },
      filter: noColumns,
      columns: noColumns,
      transaction: model.transaction,
      ...facts,
    });
  switch (name) {
    case 'findUnique':
    case 'findFirst':
      return included(result(record('read', { filter: where() }), 'row'), model, argument, site);
    case 'findUniqueOrThrow':
    case 'findFirstOrThrow': {
      const row = result(record('read', { filter: where(), throwsWhenAbsent: true }), 'row');
      site.throwsIf(not(row));
      return included(row, model, argument, site);
    }
    case 'findMany':
    case 'groupBy':
      return result(record('read', { filter: where() }), 'rows');
    case 'count':
      return result(record('read', { filter: where() }), 'count');
    case 'aggregate': {
      const aggregated = part('_max') ?? part('_count');
      const column = aggregated?.kind === 'object' ? [...aggregated.entries.keys()][0] : undefined;
      return result(record('read', { filter: where(), aggregate: column }), 'row');
    }
    case 'create':
      return result(record('insert', { columns: dataColumns(part('data'), site) }), 'written');
    case 'createMany':
    case 'createManyAndReturn': {
      const skip = part('skipDuplicates');
      const ignores = skip?.kind === 'constant' && skip.value === true;
      const operation = record('insert', {
        columns: dataColumns(part('data'), site),
        onConflict: ignores ? 'ignored' : undefined,
      });
      return name === 'createMany'
        ? object([['count', result(operation, 'affected')]])
        : result(operation, 'rows');
    }
    case 'upsert':
      return result(
        record('upsert', {
          filter: where(),
          columns: dataColumns(part('create'), site),
          onConflict: 'updated',
          readsFirst: upsertReadsFirst(argument),
        }),
        'written',
      );
    case 'update': {
      const operation = record('update', {
        filter: where(),
        columns: dataColumns(part('data'), site),
        throwsWhenAbsent: true,
      });
      return result(operation, 'written');
    }
    case 'updateMany':
    case 'updateManyAndReturn': {
      const operation = record('update', { filter: where(), columns: dataColumns(part('data'), site) });
      return name === 'updateMany'
        ? object([['count', result(operation, 'affected')]])
        : result(operation, 'rows');
    }
    case 'delete':
      return result(record('delete', { filter: where(), throwsWhenAbsent: true }), 'written');
    case 'deleteMany':
      return object([['count', result(record('delete', { filter: where() }), 'affected')]]);
    default:
      return undefined;
  }
}
