import type { TSESTree } from '@typescript-eslint/utils';
import type { CallSite, Deferred, RunScope } from '../adapters/adapter.js';
import { rangeOf } from '../modules/range.js';
import type { Frame, Scope as OperationScope } from '../operations/operation.js';
import { choice, not, parameter } from '../values/make.js';
import type { Value } from '../values/value.js';
import { callsOn } from './calls-on.js';
import { classLevels, makeInstance } from './classes.js';
import { entryOf, headOf } from './deliveries.js';
import { originOf } from './literals.js';
import { methodOn } from './row-methods.js';
import type { Run } from './run.js';
import { runTopLevel } from './top-level.js';

/** What an adapter may do at a call. */
export function callSite(run: Run, node: TSESTree.Node, library: string): CallSite {
  const { file } = run;
  return {
    node,
    file,
    record: (facts, at) => run.record(library, at && isPart(at, node, run.file) ? at.node : node, facts),
    walk: run,
    defer: () => deferred(run, node, library),
    run: (callback, args, within, atEnd) => {
      const body = (): Value => run.apply(callback, args, node, 'callback');
      if (!within) return body();
      return run.within(operationScope(run, within, library, node), () => {
        // A query that the callback returns runs before its transaction or lock ends.
        const value = run.settle(body(), node);
        atEnd?.();
        return value;
      });
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
    factsOf: value => run.world.factsOf(value),
    aside: () => callSite(run.world.quiet(file), node, library),
    topLevel: (file, isMeant) => runTopLevel(run.world, file, isMeant),
    methodOf: (value, name, self) => methodOn(run, value, name, self),
    callsOn: (value, method) => callsOn(run, value, method),
    placeOf(value) {
      const origin = originOf(value);
      const start = origin && run.world.project.module(origin.file)?.locate(origin.node).start;
      return origin && start && { file: origin.file, line: start.line };
    },
    get ambientTransaction() {
      return run.scopes
        .flatMap(scope => (scope.kind === 'transaction' && scope.transaction.isAmbient ? [scope.transaction] : []))
        .at(-1);
    },
    get line() {
      return lineOf(run, file, node);
    },
    lineOf: part => lineOf(run, file, part),
    rebased: (value, base) => {
      const instance = makeInstance(run, value);
      instance.base &&= base(instance.base);
      return instance;
    },
    replace: (argument, by) => void run.replaced.set(argument, by),
    settle: value => run.settle(value, node),
  };
}

const lineOf = (run: Run, file: string, node: TSESTree.Node): number =>
  run.world.project.module(file)?.locate(nameIn(node)).start.line ?? 1;

function deferred(run: Run, node: TSESTree.Node, library: string): Deferred {
  const asked = run.occurrence(node);
  return {
    guards: asked.guards,
    get isPossible() {
      return !asked.guards.some(guard => run.path.includes(not(guard)) || run.path.some(now => not(now) === guard));
    },
    record: (facts, site) => run.recordDeferred(library, asked, facts, site?.node),
  };
}

/** A call at the end of a chain stands where its own name does. */
const nameIn = (node: TSESTree.Node): TSESTree.Node =>
  node.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? node.callee.property : node;

function isPart({ node, file }: Frame, whole: TSESTree.Node, inFile: string): boolean {
  const [part, outer] = [rangeOf(node), rangeOf(whole)];
  return file === inFile && part[0] >= outer[0] && part[1] <= outer[1];
}

function operationScope(run: Run, within: RunScope, library: string, node: TSESTree.Node): OperationScope {
  switch (within.kind) {
    case 'transaction':
      return { ...within, node };
    case 'lock':
      return within;
    case 'retry':
      return { kind: 'retry', node };
    case 'receive':
      return {
        ...within,
        library,
        entry: entryOf(run, library),
        node: headOf(node),
        file: run.file,
        frames: run.frames,
      };
  }
}

/** What a broker hands over. */
export const message = (): Value => parameter('message');
