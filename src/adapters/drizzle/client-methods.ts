import { array, handle, trueValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { clientHandle, openTransaction, type Client } from './client.js';
import { newQuery, queryHandle, queryIn, subqueryHandle, subqueryIn, tableOf, type Query } from './query.js';
import { performRaw } from './raw.js';

/** `db.name(...args)` of a database or transaction. */
export function clientMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const client = target.data as Client;
  const [first, second] = args;
  const query = (action: Query['action'], table?: Value): Query =>
    newQuery(client, action, tableOf(table), site);
  switch (name) {
    case 'select':
    case 'selectDistinct':
      return queryHandle({ ...query('read'), fields: first });
    case 'selectDistinctOn':
      return queryHandle({ ...query('read'), fields: second });
    case 'insert':
    case 'update':
    case 'delete':
      return queryHandle(query(name, first));
    case '$count':
      return queryHandle({ ...query('read', first), conditions: second ? [second] : [], answers: 'count' });
    case 'transaction':
      return openTransaction(client, args, site);
    case 'rollback':
      // It throws, so that nothing after it runs.
      if (client.transaction) site.throwsIf(trueValue);
      return undefined;
    case '$with':
      return handle('drizzle', 'with', client);
    case 'with':
      return handle('drizzle', 'client-with', {
        client,
        queries: args.flatMap(part => subqueryIn(part)?.query ?? []),
      });
    case 'batch':
      return first && batch(first, site);
    case 'execute':
    case 'run':
    case 'all':
    case 'get':
    case 'values':
      return performRaw(client, name, args, site);
    default:
      return undefined;
  }
}

/** `db.with(recent).select(...)`: queries of the WITH that write run with the statement. */
export function clientWithMethod(
  { data }: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const { client, queries } = data as { readonly client: Client; readonly queries: readonly Query[] };
  const answer = clientMethod(clientHandle(client), name, args, site);
  const query = queryIn(answer);
  return query ? queryHandle({ ...query, common: queries }) : answer;
}

/** `db.$with('recent').as(query)`, `.as(qb => query)`. */
export function withMethod(
  { data }: Handle,
  name: string,
  [first]: readonly Value[],
  site: CallSite,
): Value | undefined {
  if (name !== 'as' || !first) return undefined;
  const query = queryIn(first.kind === 'function' ? site.run(first, [clientHandle(data as Client)]) : first);
  return query && subqueryHandle(query);
}

/**
 * `db.batch([...])` of D1, libSQL and Neon over HTTP runs its queries in one transaction, each without the
 * answers of the others.
 * https://orm.drizzle.team/docs/batch-api
 */
function batch(list: Value, site: CallSite): Value | undefined {
  if (list.kind !== 'array') return undefined;
  const transaction = { isolation: 'default' as const, node: site.node };
  return array(
    list.elements.map(element => {
      const query = queryIn(element);
      if (!query) return site.settle(element);
      const client: Client = { ...query.client, origin: 'transaction', transaction };
      return site.settle(queryHandle({ ...query, client }));
    }),
    list.open,
  );
}
