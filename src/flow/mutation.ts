import type { TSESTree } from '@typescript-eslint/utils';
import { assigned, call, undefinedValue, unknown } from '../values/make.js';
import type { Instance, Value } from '../values/value.js';
import { assignField } from './fields.js';
import { noteAssigned, overridesOf } from './patterns.js';
import type { Run } from './run.js';
import type { Scope } from './scope.js';

/** A call of a method, with what it is called on and with. */
export interface MethodCall {
  readonly node: TSESTree.CallExpression;
  readonly callee: TSESTree.MemberExpression;
  readonly target: Value;
  /** `undefined` where it is computed. */
  readonly name: string | undefined;
  readonly args: readonly Value[];
}

const LIST_CHANGES = new Set(['push', 'unshift', 'addToSet', 'pull']);

/** `list.push(x)` and `Object.assign(target, x)` change the variable they are called on. */
export function mutation(
  run: Run,
  { node, callee, target, name, args }: MethodCall,
  scope: Scope,
): Value | undefined {
  if (name === 'push' && target.kind === 'array' && callee.object.type === 'Identifier') {
    run.bind(
      callee.object,
      { ...target, elements: [...target.elements, ...args], open: true },
      scope,
      'assign',
    );
    return unknown;
  }
  // `row.items.push(x)` is kept as a change of the row, for its `save()`.
  const isListOfRow =
    target.kind === 'member' && callee.object.type === 'MemberExpression' && overridesOf(target.object);
  if (name !== undefined && LIST_CHANGES.has(name) && isListOfRow) {
    run.bind(callee.object, call(name, target, args, callee), scope, 'assign');
    return unknown;
  }
  const isGlobal = target.kind === 'parameter' && target.name === 'Object';
  return name === 'assign' && isGlobal ? assign(run, node, args, scope) : undefined;
}

/** `Object.assign(owner, ...sources)` */
function assign(
  run: Run,
  node: TSESTree.CallExpression,
  [owner, ...sources]: readonly Value[],
  scope: Scope,
): Value | undefined {
  if (owner?.kind === 'instance') {
    for (const source of sources) assignFields(run, owner, source);
    return owner;
  }
  const changed = owner && assigned(owner, sources);
  if (owner) for (const source of sources) noteAssigned(run, owner, source, node);
  const [argument] = node.arguments;
  if (changed && argument?.type === 'Identifier') run.bind(argument, changed, scope, 'assign');
  return changed;
}

function assignFields(run: Run, owner: Instance, source: Value): void {
  if (source.kind === 'object') {
    for (const spread of source.spreads) assignFields(run, owner, spread);
    for (const [name, value] of source.entries) assignField(run, owner, name, value);
  } else if (source.kind !== 'unknown' && source !== undefinedValue) {
    run.effects++;
    owner.rest.push(source);
  }
}

/** `repository.merge(row, changes)` and `row.set(changes)` change the row that a variable holds. */
export function bindReplaced(
  run: Run,
  { node, target, args }: Pick<MethodCall, 'node' | 'target' | 'args'>,
  scope: Scope,
): void {
  const { callee } = node;
  const row = overridesOf(target)?.row;
  const changed = row && run.replaced.get(row);
  if (changed && callee.type === 'MemberExpression') run.bind(callee.object, changed, scope, 'assign');
  for (const [index, argument] of node.arguments.entries()) {
    const value = args[index];
    const by = value && run.replaced.get(value);
    if (by && argument.type === 'Identifier') run.bind(argument, by, scope, 'assign');
  }
  run.replaced.clear();
}
