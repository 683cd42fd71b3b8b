import type { FunctionNode, FunctionValue, Result, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { repositoryOf } from './entity-value.js';
import { assign } from './writes.js';

/**
 * Methods of an entity that was read: those of its class, run on the row, and those of the library's `BaseEntity`.
 * https://mikro-orm.io/docs/entity-helper
 */
export function rowMethod(
  row: Result,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const own = methodOf(row, name, site);
  if (own) return site.run(own, args);
  switch (name) {
    case 'assign':
      return assign(row, args[0], site);
    case 'toObject':
    case 'toPOJO':
    case 'toJSON':
    case 'toReference':
    case 'init':
    case 'populate':
    case 'getEntity':
    case 'unwrap':
      return row;
    default:
      return undefined;
  }
}

function methodOf(row: Result, name: string, site: CallSite): FunctionValue | undefined {
  const entity = repositoryOf(row)?.entity;
  if (typeof entity !== 'object' || entity.kind !== 'class') return undefined;
  for (const { node, environment } of site.classesOf(entity)) {
    for (const part of node.body.body) {
      if (part.type !== 'MethodDefinition' || part.kind !== 'method' || part.static || part.computed)
        continue;
      if (part.key.type !== 'Identifier' || part.key.name !== name || !part.value.body) continue;
      return { kind: 'function', node: part.value as FunctionNode, environment, self: row };
    }
  }
  return undefined;
}
