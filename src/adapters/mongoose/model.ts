import { noColumns } from '../../operations/operation.js';
import { array, object, result, undefinedValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsOf } from '../columns.js';
import { draft } from './document.js';
import { model, newQuery, newSession, throughSession, type Model, type Query, type Verb } from './handles.js';
import { called, perform } from './query.js';
import { collectionOf } from './table.js';

interface Shape {
  readonly verb: Verb;
  /** Looks up by `_id`, given as it is. */
  readonly byId?: boolean;
  readonly updates?: boolean;
}

const QUERIES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['find', { verb: 'find' }],
  ['findOne', { verb: 'findOne' }],
  ['findById', { verb: 'findOne', byId: true }],
  ['exists', { verb: 'exists' }],
  ['countDocuments', { verb: 'countDocuments' }],
  ['count', { verb: 'countDocuments' }],
  ['where', { verb: 'find' }],
  ['updateOne', { verb: 'updateOne', updates: true }],
  ['update', { verb: 'updateOne', updates: true }],
  ['updateMany', { verb: 'updateMany', updates: true }],
  ['replaceOne', { verb: 'replaceOne', updates: true }],
  ['findOneAndUpdate', { verb: 'findOneAndUpdate', updates: true }],
  ['findByIdAndUpdate', { verb: 'findOneAndUpdate', updates: true, byId: true }],
  ['findOneAndReplace', { verb: 'findOneAndReplace', updates: true }],
  ['deleteOne', { verb: 'deleteOne' }],
  ['deleteMany', { verb: 'deleteMany' }],
  ['remove', { verb: 'deleteMany' }],
  ['findOneAndDelete', { verb: 'findOneAndDelete' }],
  ['findOneAndRemove', { verb: 'findOneAndDelete' }],
  ['findByIdAndDelete', { verb: 'findOneAndDelete', byId: true }],
  ['findByIdAndRemove', { verb: 'findOneAndDelete', byId: true }],
]);

/** Static methods of a model: https://mongoosejs.com/docs/api/model.html. `bulkWrite` is left out: its parts are data. */
export function modelMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const shape = QUERIES.get(name);
  if (shape) return queryOf(target, name, shape, args, site);
  const [first, second] = args;
  switch (name) {
    case 'create':
      return called(create(target, args, site), args, site);
    case 'insertMany': {
      insert(target, first, second, site);
      return first?.kind === 'array'
        ? array([draft(target, first.elements[0], site)], true)
        : (first ?? undefinedValue);
    }
    case 'estimatedDocumentCount':
      return newQuery(target, 'countDocuments', undefined, site);
    case 'distinct':
      return newQuery(target, 'distinct', second, site);
    case 'aggregate':
      return newQuery(target, 'aggregate', first, site);
    case 'hydrate':
      return first;
    case 'discriminator':
      return model(first && site.resourceOf(first), {
        versioned: (target.data as Model).versioned,
        source: () => second,
        file: site.file,
        base: target.data as Model,
        value: args[2]?.kind === 'constant' ? args[2] : undefined,
      });
    case 'startSession':
      return newSession();
    default:
      return undefined;
  }
}

function queryOf(
  target: Handle,
  name: string,
  { verb, byId, updates }: Shape,
  args: readonly Value[],
  site: CallSite,
): Value {
  const isCalledBack = args.at(-1)?.kind === 'function';
  const given = isCalledBack ? args.slice(0, -1) : args;
  const [first, second, third] = given;
  if (name === 'where' && first?.kind === 'constant') {
    const path = String(first.value);
    return newQuery(target, verb, second && object([[path, second]]), site, { path });
  }
  const filter = byId === true && first ? object([['_id', first]]) : first;
  // After the filter come update and options, or projection and options, or options alone.
  const options = (updates === true ? [third] : [second, third]).filter(value => value?.kind === 'object');
  const more: Partial<Query> = {
    options: options.filter(value => value !== undefined),
    update: updates === true ? second : undefined,
  };
  const query = newQuery(target, verb, filter, site, more);
  return isCalledBack ? called(perform(query, site), args, site) : query;
}

/** `create(fields)`, `create(a, b)`, or `create([fields], { session })`, which answers a list. */
function create(target: Handle, args: readonly Value[], site: CallSite): Value {
  const [first, options] = args;
  if (first?.kind !== 'array') return insert(target, first, undefined, site);
  const written = insert(target, first, options, site);
  return first.elements.length === 1 && !first.open ? array([written]) : array([written], true);
}

function insert(
  target: Handle,
  fields: Value | undefined,
  options: Value | undefined,
  site: CallSite,
): Value {
  const session = options && options.kind !== 'function' ? site.property(options, 'session') : undefined;
  const columns = columnsOf(fields);
  const operation = site.record({
    kind: 'insert',
    resource: collectionOf(target, site),
    filter: noColumns,
    columns,
    ...throughSession(session),
  });
  return result(operation, 'written');
}
