import type { TSESTree } from '@typescript-eslint/utils';
import { noColumns, type Operation } from '../../src/operations/operation.js';
import { binary, call, constant, nullValue } from '../../src/values/make.js';
import type { Call, Value } from '../../src/values/value.js';

/** A call that no test looks at. */
export const node = { type: 'CallExpression', range: [0, 0] } as unknown as TSESTree.Node;

export const readUnder = (...guards: readonly Value[]): Operation => ({
  kind: 'read',
  resource: { kind: 'table', name: 'user' },
  filter: noColumns,
  columns: noColumns,
  library: 'prisma',
  node,
  file: 'app.ts',
  frames: [],
  guards,
  scopes: [],
  order: 0,
  turn: 0,
  sides: [],
});

export const read = readUnder();

/** `receiver.name(...args)`. */
export const method = (receiver: Value, name: string, ...args: readonly Value[]): Call => call(name, receiver, args, node);

/** `name(...args)`. */
export const invoked = (name: string, ...args: readonly Value[]): Call => call(name, undefined, args, node);

export const isNull = (value: Value): Value => binary('===', value, nullValue);
export const compared = (left: Value, operator: string, right: number | string): Value => binary(operator, left, constant(right));
