import type { TSESTree } from '@typescript-eslint/utils';
import { array, constant, object, parameter, undefinedValue } from '../values/make.js';
import type { Frame } from '../operations/operation.js';
import type { Value } from '../values/value.js';
import { keyOf } from './patterns.js';
import type { Run } from './run.js';
import type { Scope } from './scope.js';

export const literal = (node: TSESTree.Literal): Value =>
  'regex' in node || (typeof node.value === 'object' && node.value !== null)
    ? parameter(node.raw)
    : constant(node.value);

export function evaluateObject(run: Run, node: TSESTree.ObjectExpression, scope: Scope): Value {
  let entries: [string, Value][] = [];
  let spreads: Value[] = [];
  let open = false;
  for (const part of node.properties) {
    if (part.type === 'SpreadElement') {
      const value = run.evaluate(part.argument, scope);
      // What comes after a spread overrides it, what came before is overridden: fold it into the spread.
      if (entries.length > 0) spreads = [object(entries, spreads, open), value];
      else spreads.push(value);
      if (entries.length > 0) entries = [];
      continue;
    }
    const name = keyOf(run, part, scope);
    const value = run.evaluate(part.value, scope);
    if (name === undefined) open = true;
    else entries.push([name, value]);
  }
  const value = object(entries, spreads, open);
  origins.set(value, { node, file: run.file });
  return value;
}

const origins = new WeakMap<Value, Frame>();

/** Where an object literal is written. */
export const originOf = (value: Value): Frame | undefined => origins.get(value);

export function evaluateArray(run: Run, node: TSESTree.ArrayExpression, scope: Scope): Value {
  const elements: Value[] = [];
  const spreads: Value[] = [];
  let open = false;
  for (const part of node.elements) {
    if (part?.type !== 'SpreadElement') {
      elements.push(part ? run.evaluate(part, scope) : undefinedValue);
      continue;
    }
    const value = run.evaluate(part.argument, scope);
    if (value.kind === 'array') {
      elements.push(...value.elements);
      spreads.push(...(value.spreads ?? []));
      open ||= value.open;
    } else {
      if (node.elements.length === 1) return value;
      spreads.push(value);
      open = true;
    }
  }
  return array(elements, open, spreads);
}
