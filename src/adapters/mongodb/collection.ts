import { noColumns, type Operation } from '../../operations/operation.js';
import {
  array,
  element,
  handle,
  nullValue,
  object,
  result,
  trueValue,
  undefinedValue,
  unknown,
} from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsOf } from '../columns.js';
import { newQuery, throughSession, type Verb } from '../mongoose/handles.js';
import { called, perform } from '../mongoose/query.js';
import { nameOf } from './handles.js';
import { defineIndex, defineIndexes, dropIndex } from './indexes.js';

interface Shape {
  readonly verb: Verb;
  readonly updates?: boolean;
}

const QUERIES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['findOne', { verb: 'findOne' }],
  ['countDocuments', { verb: 'countDocuments' }],
  ['count', { verb: 'countDocuments' }],
  ['updateOne', { verb: 'updateOne', updates: true }],
  ['updateMany', { verb: 'updateMany', updates: true }],
  ['update', { verb: 'updateMany', updates: true }],
  ['replaceOne', { verb: 'replaceOne', updates: true }],
  ['findOneAndUpdate', { verb: 'findOneAndUpdate', updates: true }],
  ['findOneAndReplace', { verb: 'findOneAndReplace', updates: true }],
  ['findOneAndDelete', { verb: 'findOneAndDelete' }],
  ['deleteOne', { verb: 'deleteOne' }],
  ['deleteMany', { verb: 'deleteMany' }],
  ['remove', { verb: 'deleteMany' }],
]);

/**
 * Methods of a collection. `findOneAndUpdate` answers the document; before version 6, and with
 * `includeResultMetadata`, an object that holds it as `value`.
 * https://mongodb.github.io/node-mongodb-native/6.0/classes/Collection.html
 */
export function collectionMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const shape = QUERIES.get(name);
  const [first, second] = args;
  if (shape) return queryOf(target, shape, args, site);
  switch (name) {
    case 'find':
      return cursor(newQuery(target, 'find', first, site, optionsIn([second])));
    case 'aggregate':
      return cursor(newQuery(target, 'aggregate', first, site, optionsIn([second])));
    case 'estimatedDocumentCount':
      return perform(newQuery(target, 'countDocuments', undefined, site), site);
    case 'distinct':
      return perform(newQuery(target, 'distinct', second, site, optionsIn([args[2]])), site);
    case 'insertOne':
    case 'insert':
    case 'save':
      return called(insertedOne(insert(target, first, second, site), site), args, site);
    case 'insertMany': {
      const written = result(insert(target, first, second, site), 'written');
      const ids = array([site.property(written, '_id')], true);
      return called(
        object(
          [
            ['insertedIds', ids],
            ['insertedCount', unknown],
          ],
          [],
          true,
        ),
        args,
        site,
      );
    }
    case 'bulkWrite':
      return bulkWrite(target, first, second, site);
    default:
      return indexMethod(target, name, args, site);
  }
}

function queryOf(target: Handle, { verb, updates }: Shape, args: readonly Value[], site: CallSite): Value {
  const given = args.filter(({ kind }) => kind !== 'function');
  const [filter, update] = given;
  const options = optionsIn(updates === true ? given.slice(2) : given.slice(1));
  const query = newQuery(target, verb, filter, site, {
    ...options,
    update: updates === true ? update : undefined,
  });
  return called(perform(query, site), args, site);
}

const optionsIn = (values: readonly (Value | undefined)[]): { readonly options: readonly Value[] } => ({
  options: values.filter(
    value => value !== undefined && value.kind !== 'function' && value.kind !== 'constant',
  ),
});

function insert(
  target: Handle,
  document: Value | undefined,
  options: Value | undefined,
  site: CallSite,
): Operation {
  const session = options && options.kind !== 'function' ? site.property(options, 'session') : undefined;
  return site.record({
    kind: 'insert',
    resource: { kind: 'table', name: nameOf(target), receiver: target },
    filter: noColumns,
    columns: columnsOf(document),
    ...throughSession(session),
  });
}

const insertedOne = (operation: Operation, site: CallSite): Value => {
  const written = result(operation, 'written');
  // `ops` has the documents themselves, before version 4.
  return object(
    [
      ['insertedId', site.property(written, '_id')],
      ['ops', array([written])],
    ],
    [],
    true,
  );
};

/** Operations that are told apart in one call. */
const MOST = 8;

/** `bulkWrite([{ updateOne: { filter, update, upsert } }])`: each is a write of its own. */
function bulkWrite(
  target: Handle,
  list: Value | undefined,
  options: Value | undefined,
  site: CallSite,
): Value {
  const mapped = list?.kind === 'call' && list.callee === 'map' ? list.args[0] : undefined;
  const parts = list?.kind === 'array' ? list.elements.slice(0, MOST) : mapped ? [mapped] : [];
  const session = options && site.property(options, 'session');
  for (const part of parts) {
    if (part.kind !== 'object') continue;
    for (const [name, write] of part.entries) {
      const through: Value = object(session ? [['session', session]] : [], [write]);
      if (name === 'insertOne') insert(target, site.property(write, 'document'), through, site);
      const shape = QUERIES.get(name);
      if (!shape) continue;
      const update = site.property(write, name === 'replaceOne' ? 'replacement' : 'update');
      const filter = site.property(write, 'filter');
      queryOf(target, shape, shape.updates === true ? [filter, update, through] : [filter, through], site);
    }
  }
  return object([], [], true);
}

function indexMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const table = nameOf(target);
  const [first, second] = args;
  switch (name) {
    case 'createIndex':
    case 'ensureIndex':
      defineIndex(table, first, second, site);
      return undefinedValue;
    case 'createIndexes':
      defineIndexes(table, first, site);
      return undefinedValue;
    case 'dropIndex':
      dropIndex(table, first, site);
      return undefinedValue;
    default:
      return undefined;
  }
}

const cursor = (query: Handle): Handle => handle('mongodb', 'cursor', { query });

const queryIn = ({ data }: Handle): Handle => (data as { query: Handle }).query;

/** A cursor reads when it is asked for documents; iterating over it does too. */
export const settleCursor = (target: Handle, site: CallSite): Value => perform(queryIn(target), site);

export function cursorMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first] = args;
  switch (name) {
    case 'toArray':
    case 'stream':
      return called(settleCursor(target, site), args, site);
    case 'next':
    case 'tryNext':
      return site.property(settleCursor(target, site), '0');
    case 'hasNext':
      return site.property(settleCursor(target, site), 'length');
    case 'count':
      return site.property(settleCursor(target, site), 'length');
    case 'forEach':
    case 'each': {
      const rows = settleCursor(target, site);
      if (first) site.run(first, name === 'each' ? [nullValue, element(rows)] : [element(rows)]);
      return undefinedValue;
    }
    case 'map':
    case 'then':
    case 'catch':
      return undefined;
    case 'filter':
      return first
        ? cursor(handle('mongoose', 'query', { ...queryIn(target).data, filters: [first] }))
        : target;
    case 'close':
      return trueValue;
    default:
      return target;
  }
}
