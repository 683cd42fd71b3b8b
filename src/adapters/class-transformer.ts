import { handle } from '../values/make.js';
import type { Adapter } from './adapter.js';

/** Argument that a function copies. */
const COPIED: ReadonlyMap<string, number> = new Map([
  ['plainToInstance', 1],
  ['plainToClass', 1],
  ['plainToClassFromExist', 1],
  ['instanceToPlain', 0],
  ['instanceToInstance', 0],
  ['classToPlain', 0],
  ['classToClass', 0],
]);

/** class-transformer: what comes out is the row that went in. https://github.com/typestack/class-transformer */
export const classTransformer: Adapter = {
  name: 'class-transformer',
  packages: ['class-transformer'],
  exported: name => (COPIED.has(name) ? handle('class-transformer', 'function', { name }) : undefined),
  invoke: (callee, args) => args[COPIED.get((callee.data as { name: string }).name) ?? 0],
};
