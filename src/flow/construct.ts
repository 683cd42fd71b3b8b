import type { TSESTree } from '@typescript-eslint/utils';
import { call, undefinedValue, unknown } from '../values/make.js';
import type { ClassValue, FunctionNode, Instance, Value } from '../values/value.js';
import { opaqueCall } from './builtins.js';
import { callSite } from './call-site.js';
import { argumentsOf, nameOf, packageOf } from './callee.js';
import { classLevels, classMember, makeInstance } from './classes.js';
import { promiseOf } from './promise-executor.js';
import type { Run } from './run.js';
import type { Scope } from './scope.js';

export function evaluateNew(run: Run, node: TSESTree.NewExpression, scope: Scope): Value {
  const callee = run.evaluate(node.callee, scope);
  const args = argumentsOf(run, node, scope);
  if (callee.kind === 'class') {
    const row = newRow(run, callee, args, node);
    if (row) return row;
    const instance = makeInstance(run, callee, args);
    enterConstructor(run, instance, classLevels(instance).find(constructorOf), args, node);
    return instance;
  }
  const name = nameOf(node.callee);
  if (callee.kind === 'handle') {
    const made = run.world
      .adapter(callee.adapter)
      ?.construct?.(callee, args, callSite(run, node, callee.adapter));
    return made ?? opaqueCall(run, { name, from: packageOf(callee) }, args, node);
  }
  const [executor] = args;
  if (callee.kind === 'parameter' && callee.name === 'Promise' && executor?.kind === 'function') {
    return promiseOf(run, executor, node) ?? call('Promise', undefined, args, node);
  }
  return opaqueCall(run, { name }, args, node);
}

/** `new User(fields)` of a model class is a row that is not saved yet. */
function newRow(run: Run, of: ClassValue, args: readonly Value[], node: TSESTree.Node): Value | undefined {
  const { base } = run.world.instance(of);
  const adapter = base?.kind === 'handle' ? run.world.adapter(base.adapter) : undefined;
  if (base?.kind !== 'handle' || !adapter?.row) return undefined;
  const model = adapter.classHandle?.(base, of);
  if (model?.kind !== 'handle') return undefined;
  return adapter.construct?.(model, args, callSite(run, node, adapter.name));
}

type Level = ReturnType<typeof classLevels>[number];

const constructorOf = ({ class: { node } }: Level): TSESTree.MethodDefinition | undefined =>
  node.body.body.find(
    (part): part is TSESTree.MethodDefinition =>
      part.type === 'MethodDefinition' && part.kind === 'constructor',
  );

function enterConstructor(
  run: Run,
  self: Instance,
  level: Level | undefined,
  args: readonly Value[],
  node: TSESTree.Node,
): void {
  const constructor = level && constructorOf(level);
  if (!level || !constructor?.value.body) return;
  const { scope: environment } = level;
  const callee = { kind: 'function' as const, node: constructor.value as FunctionNode, environment, self };
  run.enter(callee, args, node, 'call');
}

/** `super(...)` */
export function superCall(run: Run, node: TSESTree.CallExpression, scope: Scope): Value {
  const args = argumentsOf(run, node, scope);
  if (scope.self?.kind === 'instance') enterConstructor(run, scope.self, levelAbove(scope), args, node);
  return undefinedValue;
}

function levelAbove(scope: Scope): Level | undefined {
  if (scope.self?.kind !== 'instance') return undefined;
  const levels = classLevels(scope.self);
  for (let current: Scope | undefined = scope; current; current = current.parent) {
    const index = levels.findIndex(level => level.scope === current);
    if (index >= 0) return levels[index + 1];
  }
  return undefined;
}

/** `super.name(...)` */
export function superMethod(run: Run, name: string, node: TSESTree.CallExpression, scope: Scope): Value {
  const args = argumentsOf(run, node, scope);
  const level = levelAbove(scope);
  const self = scope.self ?? unknown;
  const method = level && classMember(run, level.class, name, { isStatic: false, self, scope: level.scope });
  if (method) return run.apply(method, args, node);
  if (self.kind === 'instance' && self.base) return invokeInherited(run, self, name, args, node);
  return opaqueCall(run, { name }, args, node);
}

/** Calls a method that the class has from a library. */
export function invokeInherited(
  run: Run,
  instance: Instance,
  name: string,
  args: readonly Value[],
  node: TSESTree.Node,
): Value {
  const { base } = instance;
  const adapter = base?.kind === 'handle' ? run.world.adapter(base.adapter) : undefined;
  const value = adapter?.instanceMethod?.(instance, name, args, callSite(run, node, adapter.name));
  return value ?? run.invokeMethod(base ?? unknown, name, args, node);
}
