import type { TSESTree } from '@typescript-eslint/utils';
import { undefinedValue } from '../values/make.js';
import type { Completion } from './completion.js';
import { declareAll } from './declarations.js';
import type { Run } from './run.js';
import { Scope } from './scope.js';

/** Walks a block in a scope of its own; what held before it holds after it. */
export function executeBlock(run: Run, body: readonly TSESTree.Node[], scope: Scope): Completion {
  const path = run.path;
  const inner = new Scope(scope.module, scope);
  declareAll(run, body, inner);
  const completion = run.execute(body, inner);
  run.path = path;
  return completion;
}

/** The body of an `if` or a loop, with or without braces. */
export const executeNested = (run: Run, node: TSESTree.Node, scope: Scope): Completion =>
  executeBlock(run, node.type === 'BlockStatement' ? node.body : [node], scope);

export function declareVariables(run: Run, node: TSESTree.VariableDeclaration, scope: Scope): void {
  for (const { id, init } of node.declarations) {
    if (init === null && id.type !== 'Identifier') continue;
    run.bind(id, init ? run.evaluate(init, scope) : undefinedValue, scope, 'declare');
  }
}
