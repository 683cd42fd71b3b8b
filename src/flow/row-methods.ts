import type { ClassValue, FunctionValue, Instance, Value } from '../values/value.js';
import { classLevels, classMember } from './classes.js';
import { overridesOf } from './patterns.js';
import type { Run } from './run.js';
import type { World } from './world.js';

/** The method of a class or of one that it extends, with `self` as its `this`. */
export function methodOn(run: Run, value: ClassValue, name: string, self: Value): FunctionValue | undefined {
  for (const level of classLevels(run.world.instance(value))) {
    const found = classMember(run, level.class, name, { isStatic: false, self });
    if (found) return found.kind === 'function' ? { ...found, self } : undefined;
  }
  return undefined;
}

/** The row that code is handed where it is given an instance of a model class; any other instance is what it is. */
export function rowOr(world: World, instance: Instance): Value {
  const { base } = instance;
  const adapter = base?.kind === 'handle' ? world.adapter(base.adapter) : undefined;
  return (base?.kind === 'handle' && adapter?.row?.(base, instance.class)) || instance;
}

/** A row that is `this` can be changed like one in a variable. */
export const isRow = (value: Value | undefined): value is Value =>
  value !== undefined && overridesOf(value) !== undefined;
