import { noColumns, type Columns, type Operation, type OperationFacts } from '../../operations/operation.js';
import { handle, not, nullValue, object, result, trueValue, undefinedValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsOf } from '../columns.js';
import { filterColumns, updateColumns } from './columns.js';
import { isTrue, throughSession, type Model, type Query, type Verb } from './handles.js';
import { collectionOf } from './table.js';

const SAME_VERB: ReadonlyMap<string, Verb> = new Map([
  ['find', 'find'],
  ['findOne', 'findOne'],
  ['exists', 'exists'],
  ['countDocuments', 'countDocuments'],
  ['count', 'countDocuments'],
  ['distinct', 'distinct'],
  ['updateOne', 'updateOne'],
  ['updateMany', 'updateMany'],
  ['replaceOne', 'replaceOne'],
  ['findOneAndUpdate', 'findOneAndUpdate'],
  ['findOneAndReplace', 'findOneAndReplace'],
  ['deleteOne', 'deleteOne'],
  ['deleteMany', 'deleteMany'],
  ['findOneAndDelete', 'findOneAndDelete'],
  ['findOneAndRemove', 'findOneAndDelete'],
]);

const TESTS = new Set([
  'gt',
  'gte',
  'lt',
  'lte',
  'ne',
  'in',
  'nin',
  'regex',
  'all',
  'size',
  'mod',
  'elemMatch',
]);

/** What a chain may say that does not matter here. */
const SILENT =
  /^(?:lean|select|sort|limit|skip|populate|hint|collation|maxTimeMS|comment|batchSize|read|readConcern|writeConcern|w|j|cursor|allowDiskUse|projection|slice|clone|transform|setQuery|tailable|option|match|lookup|unwind|group|project|addFields|facet|count|unionWith|sample|replaceRoot|sortByCount)$/u;

/** `query.name(...args)`: a further part of the chain, or `exec()`, which runs it. */
export function queryMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const query = target.data as Query;
  const [first, second] = args;
  const next = (changes: Partial<Query>): Handle =>
    handle('mongoose', 'query', { ...query, at: { node: site.node, file: site.file }, ...changes });
  const test = (path: string | undefined, value: Value): Handle =>
    next({ filters: path === undefined ? query.filters : [...query.filters, object([[path, value]])] });
  if (name === 'exec') return called(perform(target, site), args, site);
  if (name === 'orFail') return next({ throwsWhenAbsent: true });
  if (name === 'session') return next({ session: first });
  if (name === 'setOptions' && first) return next({ options: [...query.options, first] });
  if (name === 'where' && first?.kind === 'constant') {
    const path = String(first.value);
    return second ? test(path, second) : next({ path });
  }
  if (name === 'where') return next({ filters: first ? [...query.filters, first] : query.filters });
  if ((name === 'equals' || name === 'eq') && first) return test(query.path, first);
  if ((name === 'and' || name === 'or' || name === 'nor') && first) return test(`$${name}`, first);
  if (TESTS.has(name)) return test(query.path, object([[`$${name}`, first ?? undefinedValue]]));
  if ((name === 'set' || name === 'setUpdate') && first) return next({ update: first });
  if (name === 'upsert') return next({ options: [...query.options, object([['upsert', trueValue]])] });
  const verb = query.verb === 'aggregate' ? undefined : SAME_VERB.get(name);
  if (verb) return next(changeVerb(query, verb, args));
  return SILENT.test(name) ? next({}) : undefined;
}

function changeVerb(query: Query, verb: Verb, args: readonly Value[]): Partial<Query> {
  const takesUpdate = /update|replace/iu.test(verb);
  const [filter, update] =
    takesUpdate && args.length === 1
      ? [undefined, args[0]]
      : verb === 'distinct'
        ? [args[1], undefined]
        : [args[0], takesUpdate ? args[1] : undefined];
  return {
    verb,
    filters: filter ? [...query.filters, filter] : query.filters,
    update: update ?? query.update,
  };
}

/** Before version 7 a callback stood where `await` does now. */
export function called(answer: Value, args: readonly Value[], site: CallSite): Value {
  const callback = args.at(-1);
  if (callback?.kind === 'function') site.run(callback, [nullValue, answer]);
  return answer;
}

/** Runs a query. */
export function perform(target: Handle, site: CallSite): Value {
  const query = target.data as Query;
  const option = (name: string): Value | undefined =>
    query.options.map(options => site.property(options, name)).findLast(value => value !== undefinedValue);
  const { versioned } = query.on.data as Model;
  const session = throughSession(query.session ?? option('session'));
  const record = (kind: OperationFacts['kind'], facts: Partial<OperationFacts> = {}): Operation =>
    site.record(
      {
        kind,
        resource: collectionOf(query.on, site),
        filter: filterColumns(query.filters, site),
        columns: noColumns,
        throwsWhenAbsent: query.throwsWhenAbsent || undefined,
        // A transaction reads from a snapshot: writing to what has changed since then aborts it.
        rowLock: (kind === 'read' && session.connection !== undefined) || undefined,
        ...session,
        ...facts,
      },
      query.at,
    );
  const thrown = (answer: Value): Value => {
    if (query.throwsWhenAbsent) site.throwsIf(not(answer));
    return answer;
  };
  const write = (columns: Columns): Operation =>
    isTrue(option('upsert'))
      ? record('upsert', { columns, onConflict: 'updated' })
      : record('update', { columns, versioned: versioned || undefined });
  switch (query.verb) {
    case 'find':
    case 'distinct':
      return thrown(result(record('read'), 'rows'));
    case 'aggregate':
      return result(record('read', { filter: matched(query.filters, site) }), 'rows');
    case 'findOne':
    case 'exists':
      return thrown(result(record('read'), 'row'));
    case 'countDocuments':
      return result(record('read'), 'count');
    case 'updateOne':
    case 'updateMany':
    case 'replaceOne':
      return counted(
        write(query.verb === 'replaceOne' ? columnsOf(query.update) : updateColumns(query.update, site)),
      );
    case 'findOneAndUpdate':
    case 'findOneAndReplace': {
      const operation = write(
        query.verb === 'findOneAndReplace' ? columnsOf(query.update) : updateColumns(query.update, site),
      );
      const isThere =
        operation.kind === 'upsert' && (isTrue(option('new')) || option('returnDocument') !== undefined);
      const answer = thrown(result(operation, isThere ? 'written' : 'row'));
      return isTrue(option('includeResultMetadata')) || isTrue(option('rawResult'))
        ? object([['value', answer]], [], true)
        : answer;
    }
    case 'deleteOne':
    case 'deleteMany':
      return object([['deletedCount', result(record('delete'), 'affected')]]);
    case 'findOneAndDelete':
      return thrown(result(record('delete'), 'row'));
  }
}

function counted(operation: Operation): Value {
  const affected = result(operation, 'affected');
  return object(
    ['modifiedCount', 'matchedCount', 'upsertedCount', 'nModified', 'n'].map(name => [name, affected]),
  );
}

/** The `$match` stages that come before the documents change their shape. */
function matched(stages: readonly Value[], site: CallSite): Columns {
  const filters: Value[] = [];
  for (const stage of stages.flatMap(value => (value.kind === 'array' ? value.elements : [value]))) {
    const match = stage.kind === 'object' ? stage.entries.get('$match') : undefined;
    if (!match) break;
    filters.push(match);
  }
  return filterColumns(filters, site);
}
