import type { TypeArguments } from './adapter.js';

/** A type without arguments. */
export const noTypes: TypeArguments = { count: 0, name: () => undefined, resource: () => undefined, value: () => undefined };
