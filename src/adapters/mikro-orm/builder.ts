import {
  noColumns,
  type Columns,
  type Frame,
  type Operation,
  type OperationFacts,
} from '../../operations/operation.js';
import { array, handle, object, result } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { readRawConditions } from '../knex/raw-conditions.js';
import { tableName } from './entity.js';
import { dataColumns } from './entity-value.js';
import { factsOn, type Repository } from './handles.js';
import { textIn } from './property-options.js';
import { isRowLock } from './reads.js';
import { compareAll, newFilter, whereColumns } from './where.js';
import { conflictTarget } from './writes.js';

/** A query in the making; each step of a chain changes it, as it does in the library. */
interface Builder {
  readonly on: Repository;
  readonly alias: string | undefined;
  action: 'select' | 'count' | 'insert' | 'update' | 'delete';
  readonly conditions: { readonly columns: Columns; readonly isAlternative: boolean }[];
  written: Value | undefined;
  conflict: { readonly fields: Value | undefined; action: 'ignored' | 'updated' | undefined } | undefined;
  locksRows: boolean;
  /** The latest step, to point at where the query runs somewhere else. */
  at: Frame;
}

export function newBuilder(on: Repository, alias: Value | undefined, site: CallSite): Handle {
  const builder: Builder = {
    on,
    alias: textIn(alias),
    action: 'select',
    conditions: [],
    written: undefined,
    conflict: undefined,
    locksRows: false,
    at: { node: site.node, file: site.file },
  };
  return handle('mikro-orm', 'builder', builder);
}

/**
 * `builder.name(...args)`: methods that only order, limit, join or group leave it as it is.
 * https://mikro-orm.io/docs/query-builder
 */
export function builderMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  if (
    /^(?:then|catch|finally|getQuery|getParams|getFormattedQuery|toQuery|as|getKnexQuery|getKnex)$/u.test(
      name,
    )
  )
    return undefined;
  const builder = target.data as Builder;
  const performed = performMethod(builder, name, args, site);
  if (performed) return performed;
  if (name === 'clone')
    return handle('mikro-orm', 'builder', {
      ...builder,
      conditions: [...builder.conditions],
    } satisfies Builder);
  builder.at = { node: site.node, file: site.file };
  change(builder, name, args, site);
  return target;
}

function change(builder: Builder, name: string, args: readonly Value[], site: CallSite): void {
  const [first] = args;
  switch (name) {
    case 'where':
    case 'andWhere':
    case 'orWhere':
      if (first)
        builder.conditions.push({
          columns: condition(builder, args, site),
          isAlternative: name === 'orWhere',
        });
      return;
    case 'insert':
    case 'update':
      builder.action = name;
      builder.written = first;
      return;
    case 'delete':
    case 'truncate':
      builder.action = 'delete';
      if (first) builder.conditions.push({ columns: condition(builder, args, site), isAlternative: false });
      return;
    case 'count':
      builder.action = 'count';
      return;
    case 'onConflict':
      builder.conflict = { fields: first, action: undefined };
      return;
    case 'ignore':
    case 'merge':
      if (builder.conflict) builder.conflict.action = name === 'ignore' ? 'ignored' : 'updated';
      return;
    case 'setLockMode':
      builder.locksRows = isRowLock(first) === true;
      return;
    default:
  }
}

/** An object as in `em.find`, or SQL with `?`. */
function condition({ on, alias }: Builder, [first, parameters]: readonly Value[], site: CallSite): Columns {
  if (first?.kind !== 'constant' && first?.kind !== 'template')
    return unqualified(whereColumns(first, on.entity, site), alias);
  const filter = { ...newFilter(), hasAlternative: false };
  const bindings = parameters?.kind === 'array' ? parameters.elements : parameters ? [parameters] : [];
  readRawConditions(
    first,
    bindings,
    { name: tableName(on.entity, site), alias, receiver: undefined },
    filter,
    site,
  );
  return unqualified(filter, alias);
}

/** `'u.email'` is the column `email` of the entity itself. */
function unqualified({ entries, rest, compared, bounds }: Columns, alias: string | undefined): Columns {
  const bare = (name: string): string =>
    alias !== undefined && name.startsWith(`${alias}.`) ? name.slice(alias.length + 1) : name;
  return {
    entries: new Map([...entries].map(([name, value]) => [bare(name), value])),
    rest,
    compared: new Set([...compared].map(bare)),
    ...(bounds && { bounds: new Map([...bounds].map(([name, values]) => [bare(name), values])) }),
  };
}

function filterOf({ conditions }: Builder): Columns {
  const filter = newFilter();
  const isEither = conditions.slice(1).some(({ isAlternative }) => isAlternative);
  for (const { columns } of conditions) {
    if (isEither) compareAll(columns, filter);
    else {
      for (const [name, value] of columns.entries) filter.entries.set(name, value);
      for (const name of columns.compared) filter.compared.add(name);
      for (const [name, values] of columns.bounds ?? []) filter.bounds.set(name, values);
      filter.rest.push(...columns.rest);
    }
  }
  return filter;
}

/** Runs the query if the method does; `undefined` where it is another step of the chain. */
function performMethod(
  builder: Builder,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  switch (name) {
    case 'getSingleResult':
      return result(read(builder, site), 'row');
    case 'getResult':
    case 'getResultList':
      return result(read(builder, site), 'rows');
    case 'getCount':
      return result(read(builder, site), 'count');
    case 'getResultAndCount': {
      const operation = read(builder, site);
      return array([result(operation, 'rows'), result(operation, 'count')]);
    }
    case 'execute':
      return textIn(args[0]) === 'get' && builder.action === 'select'
        ? result(read(builder, site), 'row')
        : execute(builder, site);
    default:
      return undefined;
  }
}

const record = (
  builder: Builder,
  kind: OperationFacts['kind'],
  site: CallSite,
  facts: Partial<OperationFacts>,
): Operation => site.record(factsOn(builder.on, kind, site, facts), builder.at);

const read = (builder: Builder, site: CallSite): Operation =>
  record(builder, 'read', site, { filter: filterOf(builder), rowLock: builder.locksRows || undefined });

/** Awaiting the builder does it too. Writes answer `{ affectedRows, insertId }`. */
export function execute(builder: Builder, site: CallSite): Value {
  const { action, written } = builder;
  switch (action) {
    case 'select':
      return result(read(builder, site), 'rows');
    case 'count':
      return result(read(builder, site), 'count');
    case 'insert':
      return counted(insert(builder, site));
    case 'update':
      return counted(
        record(builder, 'update', site, { filter: filterOf(builder), columns: dataColumns(written, site) }),
      );
    case 'delete':
      return counted(record(builder, 'delete', site, { filter: filterOf(builder) }));
  }
}

function insert(builder: Builder, site: CallSite): Operation {
  const { on, written, conflict } = builder;
  const columns = dataColumns(written, site);
  if (!conflict?.action) return record(builder, 'insert', site, { columns });
  const filter = conflict.fields ? conflictTarget(on, columns, conflict.fields, site) : noColumns;
  const kind = conflict.action === 'updated' ? 'upsert' : 'insert';
  return record(builder, kind, site, { columns, filter, onConflict: conflict.action });
}

const counted = (operation: Operation): Value =>
  object(
    [
      ['affectedRows', result(operation, 'affected')],
      ['insertId', rowIn(operation)],
    ],
    [],
    true,
  );

/** An id is there only where a row was written. */
const rowIn = (operation: Operation): Value =>
  result(operation, operation.onConflict === 'ignored' ? 'row' : 'written');

export const settleBuilder = ({ data }: Handle, at: CallSite): Value => execute(data as Builder, at);
