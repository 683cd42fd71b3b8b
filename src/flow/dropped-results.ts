import type { TSESTree } from '@typescript-eslint/utils';
import type { Value } from '../values/value.js';
import type { Run } from './run.js';

/** Notes the operations whose answer is the value of a statement, so that nothing can look at it. */
export function drop(run: Run, node: TSESTree.Expression, value: Value): void {
  if (isCall(node)) note(run, value, node, 0);
}

function isCall(node: TSESTree.Expression): boolean {
  switch (node.type) {
    case 'AwaitExpression':
    case 'UnaryExpression':
      return isCall(node.argument);
    case 'ChainExpression':
    case 'TSNonNullExpression':
      return isCall(node.expression);
    default:
      return node.type === 'CallExpression' || node.type === 'TaggedTemplateExpression';
  }
}

/** What a call is handed is no part of its answer, save for the callback of `rows.map(row => update(row))`. */
function note(run: Run, value: Value, node: TSESTree.Node, depth: number): void {
  if (depth > 6) return;
  for (const part of answered(value)) note(run, part, node, depth + 1);
  if (value.kind === 'result') run.dropped.set(value.operation, run.occurrence(node));
}

function answered(value: Value): readonly Value[] {
  switch (value.kind) {
    case 'array':
      return value.elements;
    case 'object':
      return [...value.entries.values()];
    case 'choice':
      return [value.whenTrue, value.whenFalse];
    case 'call':
      return value.callee === 'map' ? value.args : [];
    default:
      return [];
  }
}
