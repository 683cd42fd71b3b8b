import type { Value } from '../values/value.js';

/** Last name by which code speaks of a value; empty where it has none. */
export function nameIn(value: Value | undefined): string {
  switch (value?.kind) {
    case 'parameter':
    case 'member':
      return value.name;
    case 'call':
      return value.callee;
    case 'handle':
      return 'name' in value.data && typeof value.data.name === 'string' ? value.data.name : value.type;
    case 'instance':
      return value.class.name;
    case 'class':
      return value.name;
    default:
      return '';
  }
}
