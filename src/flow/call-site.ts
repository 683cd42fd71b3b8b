import type { TSESTree } from '@typescript-eslint/utils';
import type { CallSite, RunScope } from '../adapters/adapter.js';
import { rangeOf } from '../modules/range.js';
import type { Frame, Scope as OperationScope } from '../operations/operation.js';
import { choice, parameter } from '../values/make.js';
import type { Value } from '../values/value.js';
import { classFacts } from './class-facts.js';
import { callsOn } from './calls-on.js';
import { classLevels, makeInstance } from './classes.js';
import { originOf } from './literals.js';
import { methodOn } from './row-methods.js';
import type { Run } from './run.js';

/** What an adapter may do at a call. */
export function callSite(run: Run, node: TSESTree.Node, library: string): CallSite {
  return {
    node,
    file: run.file,
    record: (facts, at) => run.record(library, at && isPart(at, node, run.file) ? at.node : node, facts),
    run: (callback, args, within) => {
      const body = (): Value => run.apply(callback, args, node, 'callback');
      // A query that the callback returns runs before its transaction or lock ends.
      return within
        ? run.within(operationScope(within, library, node), () => run.settle(body(), node))
        : body();
    },
    call: (callee, args) => run.apply(callee, args, node),
    attempt(callback, args) {
      const { path } = run;
      const ended = run.catching(() => run.settle(run.apply(callback, args, node, 'callback'), node));
      run.path = path;
      return ended;
    },
    branch: (test, whenTrue, whenFalse) => choice(test, ...run.branch(test, whenTrue, whenFalse)),
    throwsIf: condition => run.throwsIf(condition),
    property: (value, name) => run.property(value, name),
    resourceOf: value => run.world.resourceOf(value),
    classesOf: value => classLevels(run.world.instance(value)).map(level => level.class),
    factsOf: value => classFacts(run, value),
    methodOf: (value, name, self) => methodOn(run, value, name, self),
    callsOn: (value, method) => callsOn(run, value, method),
    placeOf(value) {
      const origin = originOf(value);
      const start = origin && run.world.project.module(origin.file)?.locate(origin.node).start;
      return origin && start && { file: origin.file, line: start.line };
    },
    get ambientTransaction() {
      const open = run.scopes.flatMap(scope => (scope.kind === 'transaction' ? [scope.transaction] : []));
      return open.findLast(({ isAmbient }) => isAmbient);
    },
    get line() {
      return run.world.project.module(run.file)?.locate(node).start.line ?? 1;
    },
    rebased: (value, base) => {
      const instance = makeInstance(run, value);
      instance.base &&= base(instance.base);
      return instance;
    },
    replace: (argument, by) => void run.replaced.set(argument, by),
    settle: value => run.settle(value, node),
  };
}

function isPart({ node, file }: Frame, whole: TSESTree.Node, inFile: string): boolean {
  const [part, outer] = [rangeOf(node), rangeOf(whole)];
  return file === inFile && part[0] >= outer[0] && part[1] <= outer[1];
}

function operationScope(within: RunScope, library: string, node: TSESTree.Node): OperationScope {
  switch (within.kind) {
    case 'transaction':
      return { ...within, node };
    case 'lock':
      return within;
    case 'retry':
      return { kind: 'retry', node };
    case 'receive':
      return { kind: 'receive', library, message: within.message, node };
  }
}

/** What a broker hands over. */
export const message = (): Value => parameter('message');
