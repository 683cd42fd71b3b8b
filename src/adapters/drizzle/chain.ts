import { unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { queryHandle, queryIn, subqueryHandle, subqueryIn, tableOf, type Query } from './query.js';

/**
 * `query.name(...args)` while it is built; `undefined` where the method does not build. Methods that order,
 * limit, join or combine leave the query as it is. Drizzle's types let each method be called once, and code
 * keeps what it answers, so that every step is a query of its own.
 * https://orm.drizzle.team/docs/dynamic-query-building
 */
export function chain(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const query = queryIn(target);
  if (!query || OUTSIDE.has(name)) return undefined;
  if (name === 'as') return subqueryHandle(query);
  const next = query.action === 'read' ? readStep(query, name, args) : writeStep(query, name, args, site);
  return queryHandle({ ...(next ?? query), at: { node: site.node, file: site.file } });
}

/** What leaves the chain: promises are made by `settle`, texts are no queries. */
const OUTSIDE = new Set(['then', 'catch', 'finally', 'toSQL', 'getSQL']);

function readStep(query: Query, name: string, args: readonly Value[]): Query | undefined {
  const [first] = args;
  switch (name) {
    case 'from':
      return first && from(query, first);
    case 'where':
      return where(query, first);
    case 'groupBy':
      return { ...query, isGrouped: true };
    case 'for':
      return first?.kind === 'constant' && /^(?:no key )?update$/u.test(String(first.value))
        ? { ...query, locksRows: true }
        : query;
    default:
      return undefined;
  }
}

function from(query: Query, source: Value): Query {
  const inner = subqueryIn(source)?.query;
  return inner?.action === 'read'
    ? {
        ...query,
        table: inner.table,
        conditions: [...inner.conditions, ...query.conditions],
        isGrouped: query.isGrouped || inner.isGrouped,
      }
    : { ...query, table: tableOf(source) };
}

const where = (query: Query, condition: Value | undefined): Query =>
  condition ? { ...query, conditions: [...query.conditions, condition] } : query;

function writeStep(query: Query, name: string, args: readonly Value[], site: CallSite): Query | undefined {
  const [first] = args;
  switch (name) {
    case 'values':
    case 'set':
      return { ...query, written: first };
    case 'select':
      return { ...query, source: first?.kind === 'function' ? site.run(first, [builderOf(query)]) : first };
    case 'where':
      return where(query, first);
    case 'returning':
    case '$returningId':
      return { ...query, returns: true };
    case 'ignore':
    case 'onConflictDoNothing':
      return { ...query, conflict: { action: 'ignored', target: targetOf(first, site) } };
    case 'onConflictDoUpdate':
    case 'onDuplicateKeyUpdate':
      return { ...query, conflict: { action: 'updated', target: targetOf(first, site) } };
    default:
      return undefined;
  }
}

/** What the callback of `insert().select(qb => ...)` builds with. */
const builderOf = ({ client }: Query): Handle => ({
  kind: 'handle',
  adapter: 'drizzle',
  type: 'client',
  data: client,
});

function targetOf(config: Value | undefined, site: CallSite): Value | undefined {
  const target = config && site.property(config, 'target');
  return target?.kind === 'constant' ? undefined : target === unknown ? undefined : target;
}
