import type { TSESTree } from '@typescript-eslint/utils';
import { noColumns } from '../operations/operation.js';
import { unknown } from '../values/make.js';
import type { Value } from '../values/value.js';
import { runsAgain } from './again.js';
import { evaluateCatch } from './attempts.js';
import { opaqueCall } from './builtins.js';
import { callSite } from './call-site.js';
import { argumentsOf, unwrapped } from './callee.js';
import { superCall, superMethod } from './construct.js';
import { bindReplaced, mutation } from './mutation.js';
import { keyOf } from './patterns.js';
import type { Run } from './run.js';
import type { Scope } from './scope.js';
import type { World } from './world.js';

export function evaluateCall(run: Run, node: TSESTree.CallExpression, scope: Scope): Value {
  const callee = unwrapped(node.callee);
  if (callee.type === 'Super') return superCall(run, node, scope);
  if (callee.type === 'MemberExpression') return callMethod(run, node, callee, scope);
  if (callee.type !== 'Identifier')
    return run.apply(run.evaluate(callee, scope), argumentsOf(run, node, scope), node);
  if (callee.name === 'require' && !scope.find('require')) return required(run, node, scope);
  const value = run.evaluate(callee, scope);
  const args = argumentsOf(run, node, scope);
  const wrapper = run.world.wrapper(callee.name);
  if (wrapper) return runWrapped(run, wrapper, args, node);
  if (value.kind === 'unknown') return opaqueCall(run, { name: callee.name }, args, node);
  // A library says itself what it runs again.
  if (value.kind === 'handle') return run.apply(value, args, node);
  return repeating(run, callee.name, args, node, () => run.apply(value, args, node));
}

/** A function that by its name runs again what it is handed. */
const repeating = (
  run: Run,
  name: string,
  args: readonly Value[],
  node: TSESTree.Node,
  body: () => Value,
): Value => (runsAgain(name, args) ? run.within({ kind: 'retry', node }, body) : body());

function callMethod(
  run: Run,
  node: TSESTree.CallExpression,
  callee: TSESTree.MemberExpression,
  scope: Scope,
): Value {
  const name = keyOf(run, { computed: callee.computed, key: callee.property }, scope);
  if (callee.object.type === 'Super') return superMethod(run, name ?? '', node, scope);
  if (name === 'catch' && isHandler(node.arguments)) return evaluateCatch(run, node, callee.object, scope);
  const target = run.evaluate(callee.object, scope);
  const args = argumentsOf(run, node, scope);
  const mutated = mutation(run, { node, callee, target, name, args }, scope);
  if (mutated) return mutated;
  if (name === undefined) return opaqueCall(run, { name: 'get', receiver: target }, args, node);
  const answer = repeating(run, name, args, node, () => run.invokeMethod(target, name, args, node));
  if (run.replaced.size > 0) bindReplaced(run, { node, target, args }, scope);
  return answer;
}

/** Not the default value of zod's `string().catch('')`. */
const isHandler = ([handler, ...more]: TSESTree.CallExpressionArgument[]): boolean =>
  more.length === 0 && handler !== undefined && /Function|^(?:Identifier|Member|Call)/u.test(handler.type);

type Wrapper = NonNullable<ReturnType<World['wrapper']>>;

/** Runs the callback of a wrapper that the settings name. */
function runWrapped(run: Run, kind: Wrapper, args: readonly Value[], node: TSESTree.Node): Value {
  const site = callSite(run, node, 'settings');
  const callback = args.find(argument => argument.kind === 'function');
  if (!callback) return unknown;
  if (kind === 'retry') return site.run(callback, [], { kind: 'retry' });
  if (kind !== 'lock') {
    const isolation = kind === 'transaction' ? 'default' : 'serializable';
    return site.run(callback, [], { kind: 'transaction', transaction: { isolation, node, isAmbient: true } });
  }
  const resource = { kind: 'lock' as const, name: undefined };
  const lock = site.record({
    kind: 'lock',
    resource,
    filter: noColumns,
    columns: noColumns,
    subject: args[0],
  });
  return site.run(callback, [], { kind: 'lock', lock });
}

function required(run: Run, node: TSESTree.CallExpression, scope: Scope): Value {
  const specifier = node.arguments[0] && run.evaluate(node.arguments[0], scope);
  if (specifier?.kind !== 'constant') return unknown;
  return run.world.imported(String(specifier.value), 'require', scope.module.file);
}

export function evaluateTagged(run: Run, node: TSESTree.TaggedTemplateExpression, scope: Scope): Value {
  const tag = unwrapped(node.tag);
  const text = run.evaluate(node.quasi, scope);
  if (tag.type === 'MemberExpression') {
    const name = keyOf(run, { computed: tag.computed, key: tag.property }, scope) ?? '';
    return run.invokeMethod(run.evaluate(tag.object, scope), name, [text], node);
  }
  return run.apply(run.evaluate(tag, scope), [text], node);
}
