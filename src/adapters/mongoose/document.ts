import { noColumns, type Operation, type OperationFacts } from '../../operations/operation.js';
import { member, object, result } from '../../values/make.js';
import type { Handle, ObjectValue, Result, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsOf } from '../columns.js';
import { draftInsert, isDraft } from '../draft.js';
import { atomic, updateColumns } from './columns.js';
import { model, newQuery, throughSession, type Model } from './handles.js';
import { called } from './query.js';
import { collectionOf } from './table.js';

/**
 * `new User(fields)` writes nothing until it is saved. It is the row of an insert that is not recorded yet, under
 * the fields known so far, so that later assignments are kept like those to a row that was read.
 */
export function draft(on: Handle, fields: Value | undefined, site: CallSite): ObjectValue {
  const columns = columnsOf(fields);
  const insert = draftInsert({ resource: collectionOf(on, site), columns }, 'mongoose', site);
  return object(columns.entries, [result(insert, 'written')]);
}


/** `document.name(...args)`, `changes` being what was assigned to it since it was read or made. */
export function documentMethod(
  row: Result,
  name: string,
  args: readonly Value[],
  site: CallSite,
  changes: ReadonlyMap<string, Value>,
): Value | undefined {
  const self = changes.size > 0 ? object(changes, [row]) : row;
  switch (name) {
    case 'save':
      return called(
        isDraft(row.operation)
          ? insert(row, args[0], site, changes)
          : update(row, args[0], site, changes),
        args,
        site,
      );
    case 'updateOne':
    case 'update':
      return newQuery(modelOf(row), 'updateOne', identity(row), site, {
        update: args[0],
        options: args.slice(1),
      });
    case 'deleteOne':
    case 'remove':
    case 'delete':
      record(site, row, 'delete', args[0]);
      return self;
    case 'toObject':
    case 'toJSON':
    case 'populate':
    case 'execPopulate':
    case 'depopulate':
      return self;
    default:
      return undefined;
  }
}

const identity = (row: Result): Value => object([['_id', member(row, '_id')]]);

function modelOf({ operation: { resource, versioned } }: Result): Handle {
  const { receiver } = resource;
  return receiver?.kind === 'handle' ? receiver : model(resource.name, { versioned: versioned === true });
}

function insert(
  row: Result,
  options: Value | undefined,
  site: CallSite,
  changes: ReadonlyMap<string, Value>,
): Value {
  const { rest } = row.operation.columns;
  const operation = record(site, row, 'insert', options, {
    filter: noColumns,
    columns: { entries: changes, rest, compared: new Set() },
  });
  return object(changes, [result(operation, 'written')]);
}

/** Only what was assigned is sent, by `_id`; `list.push(x)` goes as a `$push`. */
function update(
  row: Result,
  options: Value | undefined,
  site: CallSite,
  changes: ReadonlyMap<string, Value>,
): Value {
  const written = object(
    [...changes].map(([name, value]) => [name, isListChange(value, row, name) ? atomic(value, site) : value]),
  );
  record(site, row, 'update', options, {
    columns: updateColumns(written, site),
    versioned: (modelOf(row).data as Model).versioned || undefined,
  });
  return changes.size > 0 ? object(changes, [row]) : row;
}

const isListChange = (value: Value, row: Result, column: string): boolean =>
  value.kind === 'call' &&
  /^(?:push|addToSet|pull|unshift)$/u.test(value.callee) &&
  value.receiver === member(row, column);

function record(
  site: CallSite,
  row: Result,
  kind: OperationFacts['kind'],
  options: Value | undefined,
  facts: Partial<OperationFacts> = {},
): Operation {
  const session = options && options.kind !== 'function' ? site.property(options, 'session') : undefined;
  const through = throughSession(session);
  return site.record({
    kind,
    resource: row.operation.resource,
    filter: columnsOf(identity(row)),
    columns: noColumns,
    // A document stays in the session it was read in.
    ...(through.connection ? through : throughSession(row.operation.connection)),
    ...facts,
  });
}
