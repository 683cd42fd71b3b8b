import type { Instance, Value } from '../values/value.js';
import type { World } from './world.js';

/** The row that code is handed where it is given an instance of a model class; any other instance is what it is. */
export function rowOr(world: World, instance: Instance): Value {
  const { base } = instance;
  const adapter = base?.kind === 'handle' ? world.adapter(base.adapter) : undefined;
  return (base?.kind === 'handle' && adapter?.row?.(base, instance.class)) || instance;
}
