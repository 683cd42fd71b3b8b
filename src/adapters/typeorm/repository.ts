import { object } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { newBuilder } from './builder.js';
import { sourceOf, repository, type Repository } from './handles.js';
import { rawQuery } from './raw.js';
import { readMethod } from './reads.js';
import { writeMethod } from './writes.js';

/** Methods of a repository, and static methods of a class that extends `BaseEntity`. */
export function repositoryMethod(
  on: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first, second] = args;
  switch (name) {
    case 'createQueryBuilder': {
      const isRunner = second?.kind === 'handle' && second.type === 'query-runner';
      return newBuilder(
        isRunner ? repository((on.data as Repository).entity, sourceOf(second)) : on,
        first,
        site,
      );
    }
    case 'query':
      return rawQuery(on, args, site);
    case 'extend':
      return first?.kind === 'object' ? object(first.entries, [...first.spreads, on], first.open) : on;
    case 'getId':
      return first && site.property(first, 'id');
    case 'getRepository':
      return on;
    default:
      return readMethod(on, name, args, site) ?? writeMethod(on, name, args, site);
  }
}
