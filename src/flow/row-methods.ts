import type { ClassValue, FunctionValue, Value } from '../values/value.js';
import { classLevels, classMember } from './classes.js';
import type { Run } from './run.js';

/** The method of a class or of one that it extends, with `self` as its `this`. */
export function methodOn(run: Run, value: ClassValue, name: string, self: Value): FunctionValue | undefined {
  for (const level of classLevels(run.world.instance(value))) {
    const found = classMember(run, level.class, name, { isStatic: false, self });
    if (found) return found.kind === 'function' ? { ...found, self } : undefined;
  }
  return undefined;
}
