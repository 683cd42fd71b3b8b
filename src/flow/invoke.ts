import type { TSESTree } from '@typescript-eslint/utils';
import { choice, unknown } from '../values/make.js';
import type { Choice, ClassValue, FunctionValue, Handle, Instance, Value } from '../values/value.js';
import { globalCall, listMethod, opaqueCall, promiseMethod } from './builtins.js';
import { callSite } from './call-site.js';
import { calleeName, packageOf } from './callee.js';
import { invokeInherited } from './construct.js';
import { noteSentKeys } from './key-uses.js';
import { overridesOf } from './patterns.js';
import { isSettler, settleBy } from './promise-executor.js';
import { declaredOf } from './properties.js';
import type { CallStyle, Run } from './run.js';

/** Calls a value. */
export function apply(
  run: Run,
  callee: Value,
  args: readonly Value[],
  node: TSESTree.Node,
  how: CallStyle = 'call',
): Value {
  const opaque = (): Value => opaqueCall(run, { name: calleeName(node) }, args, node);
  switch (callee.kind) {
    case 'function':
      return run.enter(callee, args, node, how);
    case 'handle':
      return applyHandle(run, callee, args, node, how);
    case 'object':
      // A lazily computed value (a TaskEither) is the value that running it gives.
      return args.length === 0 ? callee : opaque();
    case 'choice': {
      const sides = [callee.whenTrue, callee.whenFalse];
      const side = sides.find(({ kind }) => kind === 'function' || kind === 'handle' || kind === 'choice');
      if (side) return apply(run, side, args, node, how);
      return args.length === 0 && callee.whenTrue.kind === 'object' ? callee : opaque();
    }
    case 'parameter': {
      const declared = declaredOf(callee);
      if (declared?.kind === 'handle') return apply(run, declared, args, node, how);
      const value = globalCall(run, callee.name, undefined, args, node);
      return value ?? opaqueCall(run, { name: callee.name }, args, node);
    }
    case 'member':
      return opaqueCall(run, { name: callee.name, receiver: callee.object }, args, node);
    default:
      return opaque();
  }
}

function applyHandle(
  run: Run,
  callee: Handle,
  args: readonly Value[],
  node: TSESTree.Node,
  how: CallStyle,
): Value {
  if (isSettler(callee)) return settleBy(callee, args, run);
  if (callee.type === '*') return apply(run, run.property(callee, 'default'), args, node, how);
  const value = run.world
    .adapter(callee.adapter)
    ?.invoke?.(callee, args, callSite(run, node, callee.adapter));
  if (value) return value;
  const name = 'name' in callee.data ? String(callee.data.name).split('.').at(-1) : undefined;
  return opaqueCall(run, { name: name ?? calleeName(node), from: packageOf(callee) }, args, node);
}

/** Calls `target.name(...args)`. */
export function invokeMethod(
  run: Run,
  target: Value,
  name: string,
  args: readonly Value[],
  node: TSESTree.Node,
): Value {
  switch (target.kind) {
    case 'handle':
      return onHandle(run, target, name, args, node);
    case 'choice':
      return onChoice(run, target, name, args, node);
    case 'instance':
      return onInstance(run, target, name, args, node);
    case 'class':
      return onClass(run, target, name, args, node);
    case 'namespace': {
      const exported = run.property(target, name);
      return exported.kind === 'unknown'
        ? otherwise(run, target, name, args, node)
        : run.apply(exported, args, node);
    }
    case 'object':
    case 'result':
    case 'element':
    case 'member':
    case 'call':
      return onData(run, target, name, args, node);
    case 'function':
      return onFunction(run, target, name, args, node);
    case 'parameter': {
      const declared = declaredOf(target);
      if (declared) return run.invokeMethod(declared, name, args, node);
      return globalCall(run, name, target.name, args, node) ?? otherwise(run, target, name, args, node);
    }
    default:
      return otherwise(run, target, name, args, node);
  }
}

function onHandle(
  run: Run,
  target: Handle,
  name: string,
  args: readonly Value[],
  node: TSESTree.Node,
): Value {
  if (target.type === '*' || target.adapter === 'package')
    return run.apply(run.property(target, name), args, node);
  run.effects++;
  const site = callSite(run, node, target.adapter);
  const before = run.operations.length;
  const value = run.world.adapter(target.adapter)?.method?.(target, name, args, site);
  if (value && run.operations.slice(before).some(({ kind }) => kind === 'send'))
    noteSentKeys(run, name, args, node);
  if (value) return value;
  if (name === 'then' || name === 'finally') {
    return promiseMethod(run, run.settle(target, node), name, args, node) ?? unknown;
  }
  return otherwise(run, target, name, args, node);
}

function onInstance(
  run: Run,
  target: Instance,
  name: string,
  args: readonly Value[],
  node: TSESTree.Node,
): Value {
  const method = run.property(target, name);
  if (method.kind === 'function') return run.enter(method, args, node, 'call');
  const isInherited = target.base !== undefined && method.kind === 'member';
  return isInherited ? invokeInherited(run, target, name, args, node) : run.apply(method, args, node);
}

function onClass(
  run: Run,
  target: ClassValue,
  name: string,
  args: readonly Value[],
  node: TSESTree.Node,
): Value {
  const method = run.property(target, name);
  if (method.kind !== 'member') return run.apply(method, args, node);
  const base = libraryParent(run, target);
  return base
    ? run.invokeMethod(base, name, args, node)
    : opaqueCall(run, { name, receiver: target }, args, node);
}

/** A class whose static methods come from a library: `class User extends Model`. */
function libraryParent(run: Run, value: ClassValue): Value | undefined {
  const { base } = run.world.instance(value);
  if (base?.kind !== 'handle') return undefined;
  return run.world.adapter(base.adapter)?.classHandle?.(base, value) ?? base;
}

function onChoice(
  run: Run,
  target: Choice,
  name: string,
  args: readonly Value[],
  node: TSESTree.Node,
): Value {
  const side = receiverOf(target);
  if (side) return run.invokeMethod(side, name, args, node);
  const { test, whenTrue, whenFalse } = target;
  if (!overridesOf(whenTrue) || !overridesOf(whenFalse)) return otherwise(run, target, name, args, node);
  // `(found ?? new User()).save()`: one row or the other.
  const sides = run.branch(
    test,
    () => run.invokeMethod(whenTrue, name, args, node),
    () => run.invokeMethod(whenFalse, name, args, node),
  );
  return choice(test, ...sides);
}

const CALLABLE = new Set(['handle', 'instance', 'class', 'function', 'namespace']);

/** Choices share their sides, so that the ways through them double with each level. */
const MAX_CHOICES = 6;

/** Which side of a choice a method is called on: the one that can be followed. */
function receiverOf(target: Choice, depth = 0): Value | undefined {
  if (depth > MAX_CHOICES) return undefined;
  const follow = (side: Value): Value =>
    side.kind === 'choice' ? (receiverOf(side, depth + 1) ?? side) : side;
  const sides = [target.whenTrue, target.whenFalse].map(follow);
  return (
    sides.find(({ kind }) => CALLABLE.has(kind)) ??
    sides.find(side => side.kind === 'parameter' && declaredOf(side)) ??
    sides.find(side => overridesOf(side) && sides.every(other => other === side || other.kind === 'constant'))
  );
}

function onData(run: Run, target: Value, name: string, args: readonly Value[], node: TSESTree.Node): Value {
  const changed = overridesOf(target);
  if (changed?.row.kind === 'result') {
    const { library } = changed.row.operation;
    const site = callSite(run, node, library);
    const value = run.world.adapter(library)?.rowMethod?.(changed.row, name, args, site, changed.changes);
    if (value) return value;
  }
  const method = target.kind === 'object' ? run.property(target, name) : undefined;
  if (method?.kind === 'function')
    return run.enter(method.self ? method : { ...method, self: target }, args, node, 'call');
  if (method?.kind === 'handle' || method?.kind === 'choice') return run.apply(method, args, node);
  // `repository.extend({ ... })` has the methods of the repository beside its own.
  if (method?.kind === 'member' && method.object.kind === 'handle')
    return run.invokeMethod(method.object, name, args, node);
  return otherwise(run, target, name, args, node);
}

function onFunction(
  run: Run,
  target: FunctionValue,
  name: string,
  args: readonly Value[],
  node: TSESTree.Node,
): Value {
  if (name === 'call') return run.enter(target, args.slice(1), node, 'call');
  if (name === 'bind') return target;
  if (name === 'apply' && args[1]?.kind === 'array') return run.enter(target, args[1].elements, node, 'call');
  return otherwise(run, target, name, args, node);
}

const otherwise = (
  run: Run,
  target: Value,
  name: string,
  args: readonly Value[],
  node: TSESTree.Node,
): Value =>
  promiseMethod(run, target, name, args, node) ??
  listMethod(run, target, name, args, node) ??
  opaqueCall(run, { name, receiver: target }, args, node);
