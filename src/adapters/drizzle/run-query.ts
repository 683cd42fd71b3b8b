import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { chain } from './chain.js';
import { perform } from './perform.js';
import { queryIn, type Query } from './query.js';

const RUNS = new Set(['execute', 'run', 'all', 'get', 'values', 'sync']);

/** A method of a query: another step of the chain, or one that runs it at once. */
export function queryMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const query = queryIn(target);
  if (!query) return undefined;
  if (name === 'prepare') return handle('drizzle', 'prepared', query);
  return RUNS.has(name) && args.length === 0
    ? executed(query, name, undefined, site)
    : chain(target, name, args, site);
}

/** `prepared.execute({ email })`: values of the placeholders are given here. */
export const preparedMethod = (
  { data }: Handle,
  name: string,
  [parameters]: readonly Value[],
  site: CallSite,
): Value | undefined => (RUNS.has(name) ? executed(data as Query, name, parameters, site) : undefined);

function executed(query: Query, name: string, parameters: Value | undefined, site: CallSite): Value {
  const answer = perform(query, site, parameters);
  return name === 'get' && query.answers === 'rows' ? site.property(answer, '0') : answer;
}
