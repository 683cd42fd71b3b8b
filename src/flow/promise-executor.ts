import type { TSESTree } from '@typescript-eslint/utils';
import { and, choice, either, handle, trueValue, undefinedValue } from '../values/make.js';
import type { FunctionValue, Handle, Value } from '../values/value.js';
import type { Run } from './run.js';

interface Settlement {
  readonly value: Value;
  /** Conditions under which it comes to this. */
  readonly guards: readonly Value[];
}

interface Settler {
  readonly settled: Settlement[];
}

/**
 * `new Promise((resolve, reject) => ...)`: what `resolve` is called with, `undefined` where that cannot be
 * seen.
 */
export function promiseOf(run: Run, executor: FunctionValue, node: TSESTree.Node): Value | undefined {
  const resolve: Settler = { settled: [] };
  const reject: Settler = { settled: [] };
  const outer = run.path.length;
  run.catching(() => run.apply(executor, [settler(resolve), settler(reject)], node, 'callback'));
  const answers = resolve.settled.map(({ value, guards }) => ({
    value,
    test: guards.slice(outer).reduce(and, trueValue),
  }));
  return answers.reduceRight<Value | undefined>(
    (rest, { value, test }) =>
      rest === undefined ? value : test === trueValue ? either(value, rest) : choice(test, value, rest),
    undefined,
  );
}

const settler = (data: Settler): Handle => handle('promise', 'settler', data);

export const isSettler = (value: Value): boolean => value.kind === 'handle' && value.adapter === 'promise';

export function settleBy({ data }: Handle, args: readonly Value[], run: Run): Value {
  (data as Settler).settled.push({ value: args[0] ?? undefinedValue, guards: run.path });
  return undefinedValue;
}
