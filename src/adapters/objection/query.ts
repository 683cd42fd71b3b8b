import { constant, handle, not, object, result, undefinedValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { copyOf, newBuilder, type Builder } from '../knex/builder.js';
import { chain } from '../knex/chain.js';
import type { Client } from '../knex/client.js';
import { perform } from '../knex/perform.js';
import type { Table } from '../knex/table.js';

/** A query in the making: a knex builder, and what of its answer is the model's. */
interface Query {
  readonly builder: Builder;
  readonly key: string;
  answer: 'as-knex' | 'written' | 'row' | 'count';
  throwsWhenAbsent: boolean;
}

interface Source {
  readonly client: Client;
  readonly table: Table;
  readonly key: string;
}

/** `User.query(trx)`; `id`: of the one row that `$query()` is about. */
export function newQuery({ client, table, key }: Source, site: CallSite, id?: Value): Handle {
  const builder = newBuilder(client, site, table);
  const query: Query = { builder, key, answer: 'as-knex', throwsWhenAbsent: false };
  const target = handle('objection', 'query', query);
  if (id) {
    by(target, key, id, site);
    builder.answersOneRow = true;
  }
  return target;
}

function by(target: Handle, column: string, value: Value, site: CallSite): void {
  const { builder } = target.data as Query;
  chain(target, builder, 'where', [constant(column), value], site);
}

/**
 * `query.name(...args)`: the methods of knex, and those that name their row.
 * https://vincit.github.io/objection.js/api/query-builder/
 */
export function queryMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const query = target.data as Query;
  const { builder, key } = query;
  const [first, second] = args;
  const pass = (method: string, given: readonly Value[]): Value | undefined =>
    chain(target, builder, method, given, site);
  switch (name) {
    case 'clone':
      return handle('objection', 'query', { ...query, builder: copyOf(builder) } satisfies Query);
    case 'findById':
      if (first) by(target, key, first, site);
      builder.answersOneRow = true;
      return target;
    case 'findByIds':
      return pass('whereIn', [constant(key), ...(first ? [first] : [])]);
    case 'findOne':
      builder.answersOneRow = true;
      return pass('where', args);
    case 'first':
      return pass('first', []);
    case 'throwIfNotFound':
      query.throwsWhenAbsent = true;
      return target;
    case 'resultSize':
      query.answer = 'count';
      return settleQuery(target, site);
    case 'insert':
    case 'insertAndFetch':
    case 'insertGraph':
    case 'insertGraphAndFetch':
      query.answer = 'written';
      return pass('insert', [first ?? undefinedValue]);
    case 'patch':
    case 'update':
      return pass('update', [first ?? undefinedValue]);
    case 'patchAndFetch':
    case 'updateAndFetch':
      query.answer = 'row';
      return pass('update', [first ?? undefinedValue]);
    case 'patchAndFetchById':
    case 'updateAndFetchById':
      if (first) by(target, key, first, site);
      query.answer = 'row';
      return pass('update', [second ?? undefinedValue]);
    case 'deleteById':
      if (first) by(target, key, first, site);
      return pass('delete', []);
    // Reads the graph and compares it: what it writes cannot be told.
    case 'upsertGraph':
    case 'upsertGraphAndFetch':
    case 'relate':
    case 'unrelate':
      return undefined;
    default:
      return pass(name, args);
  }
}

/**
 * Runs the query. `insert` answers the model, `patch` and `delete` a number of rows, and what fetches after it has
 * written answers the row, or undefined where there is none.
 */
export function settleQuery(target: Handle, site: CallSite): Value {
  const query = target.data as Query;
  const { builder } = query;
  const thrown = (answer: Value): Value => {
    if (query.throwsWhenAbsent) site.throwsIf(not(answer));
    return answer;
  };
  if (query.answer === 'count')
    return site.property(perform({ ...builder, answersOneRow: false }, site), 'length');
  const answer = perform(builder, site);
  switch (query.answer) {
    case 'written':
      return one(answer, builder.written[0], site);
    case 'row':
      return thrown(answer.kind === 'result' ? result(answer.operation, 'row') : answer);
    default:
      return thrown(answer);
  }
}

function one(answer: Value, given: Value | undefined, site: CallSite): Value {
  if (given?.kind === 'array') return answer;
  const row = site.property(answer, '0');
  // Beside what the database fills in, the model has what it was given.
  return given?.kind === 'object' && row.kind === 'result' && row.shape === 'written'
    ? object(given.entries, [row])
    : row;
}
