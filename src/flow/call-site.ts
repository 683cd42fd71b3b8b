import type { TSESTree } from '@typescript-eslint/utils';
import type { CallSite, RunScope } from '../adapters/adapter.js';
import type { Scope as OperationScope } from '../operations/operation.js';
import { parameter } from '../values/make.js';
import type { Value } from '../values/value.js';
import type { Run } from './run.js';

/** What an adapter may do at a call. */
export function callSite(run: Run, node: TSESTree.Node, library: string): CallSite {
  return {
    node,
    record: facts => run.record(library, node, facts),
    run: (callback, args, within) => {
      const body = (): Value => run.apply(callback, args, node, 'callback');
      return within ? run.within(operationScope(within, library, node), body) : body();
    },
    throwsIf: condition => run.throwsIf(condition),
    property: (value, name) => run.property(value, name),
    resourceOf: value => run.world.resourceOf(value),
    settle: value => run.settle(value, node),
  };
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
