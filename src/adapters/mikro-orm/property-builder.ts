import { handle, trueValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { PropertyFacts } from './property-options.js';

/** A property in the making: `p.string().unique()`. */
export type PropertyBuilder = Omit<PropertyFacts, 'name' | 'isOptional'>;

/** What `properties: p => ({ ... })` is given; the package exports it as `p` too. */
export const builders: Handle = handle('mikro-orm', 'builders');

const KINDS: ReadonlyMap<string, PropertyFacts['kind']> = new Map([
  ['manyToOne', 'to-one'],
  ['oneToOne', 'one-to-one'],
  ['oneToMany', 'to-many'],
  ['manyToMany', 'to-many'],
  ['embedded', 'embedded'],
]);

/** `p.name(...args)` */
export function newProperty(name: string, args: readonly Value[], { file, line }: CallSite): Handle {
  const kind = KINDS.get(name) ?? 'scalar';
  const options = new Map<string, Value>(kind === 'scalar' || !args[0] ? [] : [['entity', args[0]]]);
  return handle('mikro-orm', 'property', { file, line, kind, options, type: name } satisfies PropertyBuilder);
}

/** `property.name(...args)` sets the option of that name; without an argument it switches it on. */
export function changeProperty(target: Handle, name: string, [value = trueValue]: readonly Value[]): Handle {
  const property = target.data as PropertyBuilder;
  const options = new Map([...property.options, [name, value] as const]);
  return handle('mikro-orm', 'property', { ...property, options } satisfies PropertyBuilder);
}
