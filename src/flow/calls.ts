import type { TSESTree } from '@typescript-eslint/utils';
import { assigned, call, choice, constant, falseValue, parameter, undefinedValue, unknown } from '../values/make.js';
import type { FunctionValue, Handle, Instance, Value } from '../values/value.js';
import { evaluateCatch } from './attempts.js';
import { globalCall, listMethod, opaqueCall, promiseMethod } from './builtins.js';
import { callSite } from './call-site.js';
import { classLevels, classMember, injected, makeInstance } from './classes.js';
import { declareAll } from './declarations.js';
import { assignField } from './fields.js';
import { noteSentKeys } from './key-uses.js';
import { transactionOfMethod } from './method-decorators.js';
import { keyOf, overridesOf } from './patterns.js';
import { declaredOf, declareType } from './properties.js';
import { isSettler, promiseOf, settleBy } from './promise-executor.js';
import type { CallStyle, Run } from './run.js';
import { Scope } from './scope.js';

export function evaluateCall(run: Run, node: TSESTree.CallExpression, scope: Scope): Value {
  const callee = unwrapped(node.callee);
  if (callee.type === 'Super') return superCall(run, node, scope);
  if (callee.type === 'Identifier' && callee.name === 'require' && !scope.find('require')) return required(run, node, scope);
  if (callee.type === 'MemberExpression') {
    const name = keyOf(run, { computed: callee.computed, key: callee.property }, scope);
    if (callee.object.type === 'Super') return superMethod(run, name ?? '', argumentsOf(run, node, scope), node, scope);
    if (name === 'catch' && isHandler(node.arguments)) return evaluateCatch(run, node, callee.object, scope);
    const target = run.evaluate(callee.object, scope);
    const args = argumentsOf(run, node, scope);
    const mutated = mutation(run, node, target, name, args, scope);
    if (mutated) return mutated;
    if (name === undefined) return opaqueCall(run, 'get', target, args, node);
    const answer = run.invokeMethod(target, name, args, node);
    if (run.replaced.size > 0) bindReplaced(run, node, args, scope);
    return answer;
  }
  const value = run.evaluate(callee, scope);
  const args = argumentsOf(run, node, scope);
  if (callee.type === 'Identifier') {
    const wrapper = run.world.wrapper(callee.name);
    if (wrapper) return runWrapped(run, wrapper, args, node);
    if (value.kind === 'unknown') return opaqueCall(run, callee.name, undefined, args, node);
  }
  return run.apply(value, args, node);
}

/** Not the default value of zod's `string().catch('')`. */
const isHandler = ([handler, ...more]: TSESTree.CallExpressionArgument[]): boolean =>
  more.length === 0 && handler !== undefined && /Function|^(?:Identifier|Member|Call)/u.test(handler.type);

function runWrapped(run: Run, kind: 'transaction' | 'serializable-transaction' | 'lock' | 'retry', args: readonly Value[], node: TSESTree.Node): Value {
  const site = callSite(run, node, 'settings');
  const callback = args.find(argument => argument.kind === 'function');
  if (!callback) return unknown;
  if (kind === 'retry') return site.run(callback, [], { kind: 'retry' });
  if (kind !== 'lock') {
    return site.run(callback, [], { kind: 'transaction', transaction: { isolation: kind === 'transaction' ? 'default' : 'serializable', node, isAmbient: true } });
  }
  const lock = site.record({ kind: 'lock', resource: { kind: 'lock', name: undefined }, filter: empty, columns: empty, subject: args[0] });
  return site.run(callback, [], { kind: 'lock', lock });
}
const empty = { entries: new Map<string, Value>(), rest: [], compared: new Set<string>() };

const unwrapped = (node: TSESTree.Node): TSESTree.Node =>
  node.type === 'ChainExpression' || node.type === 'TSNonNullExpression' || node.type === 'TSAsExpression' || node.type === 'TSInstantiationExpression'
    ? unwrapped(node.expression)
    : node;

function argumentsOf(run: Run, node: TSESTree.CallExpression | TSESTree.NewExpression, scope: Scope): readonly Value[] {
  return node.arguments.flatMap(argument => {
    if (argument.type !== 'SpreadElement') return [run.evaluate(argument, scope)];
    const value = run.evaluate(argument.argument, scope);
    return value.kind === 'array' && !value.open ? value.elements : [unknown];
  });
}

function required(run: Run, node: TSESTree.CallExpression, scope: Scope): Value {
  const specifier = node.arguments[0] && run.evaluate(node.arguments[0], scope);
  return specifier?.kind === 'constant' ? run.world.imported(String(specifier.value), 'require', scope.module.file) : unknown;
}

/** `repository.merge(row, changes)` changes the row that a variable holds. */
function bindReplaced(run: Run, node: TSESTree.CallExpression, args: readonly Value[], scope: Scope): void {
  for (const [index, argument] of node.arguments.entries()) {
    const value = args[index];
    const by = value && run.replaced.get(value);
    if (by && argument.type === 'Identifier') run.bind(argument, by, scope, 'assign');
  }
  run.replaced.clear();
}

const LIST_CHANGES = new Set(['push', 'unshift', 'addToSet', 'pull']);

/** `list.push(x)` and `Object.assign(target, x)` change the variable they are called on. */
function mutation(run: Run, node: TSESTree.CallExpression, target: Value, name: string | undefined, args: readonly Value[], scope: Scope): Value | undefined {
  const callee = unwrapped(node.callee);
  if (callee.type !== 'MemberExpression') return undefined;
  if (name === 'push' && target.kind === 'array' && callee.object.type === 'Identifier') {
    run.bind(callee.object, { ...target, elements: [...target.elements, ...args], open: true }, scope, 'assign');
    return unknown;
  }
  // `row.items.push(x)` is kept as a change of the row, for its `save()`.
  if (name !== undefined && LIST_CHANGES.has(name) && target.kind === 'member' && callee.object.type === 'MemberExpression' && overridesOf(target.object)) {
    run.bind(callee.object, call(name, target, args, callee), scope, 'assign');
    return unknown;
  }
  if (name === 'assign' && target.kind === 'parameter' && target.name === 'Object' && args[0]) {
    const [owner, ...sources] = args;
    if (owner.kind === 'instance') {
      for (const source of sources) assignFields(run, owner, source);
      return owner;
    }
    const changed = assigned(owner, sources);
    const [argument] = node.arguments;
    if (argument?.type === 'Identifier') run.bind(argument, changed, scope, 'assign');
    return changed;
  }
  return undefined;
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

export function evaluateTagged(run: Run, node: TSESTree.TaggedTemplateExpression, scope: Scope): Value {
  const tag = unwrapped(node.tag);
  const text = run.evaluate(node.quasi, scope);
  if (tag.type === 'MemberExpression') {
    const name = keyOf(run, { computed: tag.computed, key: tag.property }, scope) ?? '';
    return run.invokeMethod(run.evaluate(tag.object, scope), name, [text], node);
  }
  return run.apply(run.evaluate(tag, scope), [text], node);
}

export function evaluateNew(run: Run, node: TSESTree.NewExpression, scope: Scope): Value {
  const callee = run.evaluate(node.callee, scope);
  const args = argumentsOf(run, node, scope);
  if (callee.kind === 'class') return construct(run, callee, args, node);
  if (callee.kind === 'handle') {
    const made = run.world.adapter(callee.adapter)?.construct?.(callee, args, callSite(run, node, callee.adapter));
    if (made) return made;
    return opaqueCall(run, nameOf(node.callee), undefined, args, node, packageOf(callee));
  }
  const [executor] = args;
  if (callee.kind === 'parameter' && callee.name === 'Promise' && executor?.kind === 'function') {
    return promiseOf(run, executor, node) ?? call('Promise', undefined, args, node);
  }
  return opaqueCall(run, nameOf(node.callee), undefined, args, node);
}

function construct(run: Run, value: Extract<Value, { kind: 'class' }>, args: readonly Value[], node: TSESTree.Node): Value {
  const instance = makeInstance(run, value, args);
  const level = classLevels(instance).find(({ class: { node: body } }) => body.body.body.some(isConstructor));
  const constructor = level?.class.node.body.body.find(isConstructor);
  if (level && constructor?.value.body) {
    run.enter({ kind: 'function', node: constructor.value as FunctionValue['node'], environment: level.scope, self: instance }, args, node, 'call');
  }
  return instance;
}

const isConstructor = (part: TSESTree.ClassElement): part is TSESTree.MethodDefinition => part.type === 'MethodDefinition' && part.kind === 'constructor';

function superCall(run: Run, node: TSESTree.CallExpression, scope: Scope): Value {
  const args = argumentsOf(run, node, scope);
  const level = levelAbove(scope);
  const constructor = level?.class.node.body.body.find(isConstructor);
  if (level && constructor?.value.body && scope.self?.kind === 'instance') {
    run.enter({ kind: 'function', node: constructor.value as FunctionValue['node'], environment: level.scope, self: scope.self }, args, node, 'call');
  }
  return undefinedValue;
}

function levelAbove(scope: Scope): ReturnType<typeof classLevels>[number] | undefined {
  if (scope.self?.kind !== 'instance') return undefined;
  const levels = classLevels(scope.self);
  for (let current: Scope | undefined = scope; current; current = current.parent) {
    const index = levels.findIndex(level => level.scope === current);
    if (index >= 0) return levels[index + 1];
  }
  return undefined;
}

function superMethod(run: Run, name: string, args: readonly Value[], node: TSESTree.Node, scope: Scope): Value {
  const level = levelAbove(scope);
  const self = scope.self ?? unknown;
  const method = level && classMember(run, level.class, name, { isStatic: false, self, scope: level.scope });
  if (method) return run.apply(method, args, node);
  if (self.kind === 'instance' && self.base) return invokeInherited(run, self, self.base, name, args, node);
  return opaqueCall(run, name, undefined, args, node);
}

/** A method that the class has from a library. */
function invokeInherited(run: Run, instance: Instance, base: Value, name: string, args: readonly Value[], node: TSESTree.Node): Value {
  const adapter = base.kind === 'handle' ? run.world.adapter(base.adapter) : undefined;
  const value = adapter?.instanceMethod?.(instance, name, args, callSite(run, node, adapter.name));
  return value ?? run.invokeMethod(base, name, args, node);
}

export function nameOf(node: TSESTree.Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return nameOf(node.property);
  return '';
}

/** Package of a library export that no adapter knows. */
export const packageOf = ({ adapter, data }: Handle): string | undefined => (adapter === 'package' ? (data as { specifier: string }).specifier : undefined);

/** Calls a value. */
export function apply(run: Run, callee: Value, args: readonly Value[], node: TSESTree.Node, how: CallStyle = 'call'): Value {
  switch (callee.kind) {
    case 'function':
      return run.enter(callee, args, node, how);
    case 'handle': {
      if (isSettler(callee)) return settleBy(callee, args, run);
      if (callee.type === '*') return apply(run, run.property(callee, 'default'), args, node, how);
      const value = run.world.adapter(callee.adapter)?.invoke?.(callee, args, callSite(run, node, callee.adapter));
      const name = 'name' in callee.data ? String(callee.data.name).split('.').at(-1) : undefined;
      return value ?? opaqueCall(run, name ?? calleeName(node), undefined, args, node, packageOf(callee));
    }
    case 'object':
      // A lazily computed value (a TaskEither) is the value that running it gives.
      return args.length === 0 ? callee : opaqueCall(run, calleeName(node), undefined, args, node);
    case 'choice': {
      const side = [callee.whenTrue, callee.whenFalse].find(({ kind }) => kind === 'function' || kind === 'handle' || kind === 'choice');
      if (side) return apply(run, side, args, node, how);
      return args.length === 0 && callee.whenTrue.kind === 'object' ? callee : opaqueCall(run, calleeName(node), undefined, args, node);
    }
    case 'parameter': {
      const declared = declaredOf(callee);
      if (declared?.kind === 'handle') return apply(run, declared, args, node, how);
      const value = globalCall(run, callee.name, undefined, args, node);
      return value ?? opaqueCall(run, callee.name, undefined, args, node);
    }
    case 'member':
      return opaqueCall(run, callee.name, callee.object, args, node);
    default:
      return opaqueCall(run, calleeName(node), undefined, args, node);
  }
}

const calleeName = (node: TSESTree.Node): string => (node.type === 'CallExpression' ? nameOf(unwrapped(node.callee)) : '');

/** Calls `target.name(...args)`. */
export function invokeMethod(run: Run, target: Value, name: string, args: readonly Value[], node: TSESTree.Node): Value {
  switch (target.kind) {
    case 'handle': {
      if (target.type === '*' || target.adapter === 'package') return run.apply(run.property(target, name), args, node);
      run.effects++;
      const site = callSite(run, node, target.adapter);
      const before = run.operations.length;
      const value = run.world.adapter(target.adapter)?.method?.(target, name, args, site);
      if (value && run.operations.slice(before).some(({ kind }) => kind === 'send')) noteSentKeys(run, name, args, node);
      if (value) return value;
      if (name === 'then' || name === 'finally') return promiseMethod(run, run.settle(target, node), name, args, node) ?? unknown;
      return otherwise(run, target, name, args, node);
    }
    case 'choice': {
      const side = receiverOf(target);
      if (!side && overridesOf(target.whenTrue) && overridesOf(target.whenFalse)) return onEitherRow(run, target, name, args, node);
      return side ? run.invokeMethod(side, name, args, node) : otherwise(run, target, name, args, node);
    }
    case 'instance': {
      const method = run.property(target, name);
      if (method.kind === 'function') return run.enter(method, args, node, 'call');
      return target.base && method.kind === 'member' ? invokeInherited(run, target, target.base, name, args, node) : run.apply(method, args, node);
    }
    case 'class': {
      const method = run.property(target, name);
      if (method.kind !== 'member') return run.apply(method, args, node);
      const base = libraryParent(run, target);
      return base ? run.invokeMethod(base, name, args, node) : opaqueCall(run, name, target, args, node);
    }
    case 'namespace': {
      const exported = run.property(target, name);
      return exported.kind === 'unknown' ? otherwise(run, target, name, args, node) : run.apply(exported, args, node);
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

/** A class whose static methods come from a library: `class User extends Model`. */
function libraryParent(run: Run, value: Extract<Value, { kind: 'class' }>): Value | undefined {
  const { base } = run.world.instance(value);
  if (base?.kind !== 'handle') return undefined;
  return run.world.adapter(base.adapter)?.classHandle?.(base, value) ?? base;
}

const CALLABLE = new Set(['handle', 'instance', 'class', 'function', 'namespace']);

/** Choices share their sides, so that the ways through them double with each level. */
const MAX_CHOICES = 6;

/** Which side of a choice a method is called on: the one that can be followed. */
function receiverOf(target: Extract<Value, { kind: 'choice' }>, depth = 0): Value | undefined {
  if (depth > MAX_CHOICES) return undefined;
  const sides = [target.whenTrue, target.whenFalse].map(side => (side.kind === 'choice' ? (receiverOf(side, depth + 1) ?? side) : side));
  return (
    sides.find(({ kind }) => CALLABLE.has(kind)) ??
    sides.find(side => side.kind === 'parameter' && declaredOf(side)) ??
    sides.find(side => overridesOf(side) && sides.every(other => other === side || other.kind === 'constant'))
  );
}

/** `(found ?? new User()).save()`: one row or the other. */
function onEitherRow(run: Run, { test, whenTrue, whenFalse }: Extract<Value, { kind: 'choice' }>, name: string, args: readonly Value[], node: TSESTree.Node): Value {
  return choice(test, ...run.branch(test, () => run.invokeMethod(whenTrue, name, args, node), () => run.invokeMethod(whenFalse, name, args, node)));
}

function onData(run: Run, target: Value, name: string, args: readonly Value[], node: TSESTree.Node): Value {
  const changed = overridesOf(target);
  if (changed?.row.kind === 'result') {
    const { library } = changed.row.operation;
    const value = run.world.adapter(library)?.rowMethod?.(changed.row, name, args, callSite(run, node, library), changed.changes);
    if (value) return value;
  }
  const method = target.kind === 'object' ? run.property(target, name) : undefined;
  if (method?.kind === 'function') return run.enter(method.self ? method : { ...method, self: target }, args, node, 'call');
  if (method?.kind === 'handle' || method?.kind === 'choice') return run.apply(method, args, node);
  // `repository.extend({ ... })` has the methods of the repository beside its own.
  if (method?.kind === 'member' && method.object.kind === 'handle') return run.invokeMethod(method.object, name, args, node);
  return otherwise(run, target, name, args, node);
}

function onFunction(run: Run, target: FunctionValue, name: string, args: readonly Value[], node: TSESTree.Node): Value {
  if (name === 'call') return run.enter(target, args.slice(1), node, 'call');
  if (name === 'bind') return target;
  if (name === 'apply' && args[1]?.kind === 'array') return run.enter(target, args[1].elements, node, 'call');
  return otherwise(run, target, name, args, node);
}

function otherwise(run: Run, target: Value, name: string, args: readonly Value[], node: TSESTree.Node): Value {
  return promiseMethod(run, target, name, args, node) ?? listMethod(run, target, name, args, node) ?? opaqueCall(run, name, target, args, node);
}

/** Walks the body of a function of the project with its arguments in place. */
export function enter(run: Run, callee: FunctionValue, args: readonly Value[], node: TSESTree.Node, how: CallStyle): Value {
  const body = callee.node.body as TSESTree.BlockStatement | TSESTree.Expression | null;
  const closure = callee.environment as Scope;
  const name = callee.node.id?.name ?? calleeName(node);
  if (!body || !run.canEnter(callee.node)) {
    // What is cut off here may do anything.
    run.effects++;
    return call(name, callee.self, args, node);
  }
  if (how === 'call' && run.world.isPlain(callee.node, args)) return call(name, undefined, args, node);
  const { file, frames, path } = run;
  const { effects } = run;
  const home = run.homeOf(callee.node);
  if (home) run.frames = home;
  // A callback of another file does not stand in the body that hands it over.
  else if (how === 'call' || closure.module.file !== file) run.frames = [...frames, { node, file, callee: callee.node }];
  if (home || how === 'callback') run.walkedInPlace.add(callee.node);
  run.file = closure.module.file;
  run.stack.push(callee.node);
  const { value: completion, thrown } = run.catching(() => inItsTransaction(run, callee, () => walkBody(run, callee, args, how)));
  run.stack.pop();
  run.file = file;
  run.frames = frames;
  run.path = path;
  if (run.effects === effects && thrown === falseValue) run.world.notePlain(callee.node, args, completion);
  run.throwsIf(thrown);
  return remembered(run, name, args, completion, node) ?? completion;
}

const REMEMBERS = /^(?:remember|memo|singleton|once|lazy|cache|global|getOr)/iu;

/** `remember('prisma', () => new PrismaClient())` keeps what its callback gives where it cannot be followed, and gives that. */
function remembered(run: Run, name: string, args: readonly Value[], answer: Value, node: TSESTree.Node): Value | undefined {
  const callback = args.find(argument => argument.kind === 'function');
  if (!callback || !REMEMBERS.test(name) || (answer.kind !== 'call' && answer.kind !== 'unknown' && answer.kind !== 'member')) return undefined;
  return run.catching(() => run.apply(callback, [], node, 'callback')).value;
}

function inItsTransaction(run: Run, { node }: FunctionValue, body: () => Value): Value {
  const transaction = transactionOfMethod(node);
  return transaction ? run.within({ kind: 'transaction', transaction, node }, body) : body();
}

function walkBody(run: Run, callee: FunctionValue, args: readonly Value[], how: CallStyle): Value {
  const { node } = callee;
  const closure = callee.environment as Scope;
  const scope = new Scope(closure.module, closure, callee.self ?? closure.self, closure.types);
  node.params.forEach((param, index) => {
    if (param.type === 'RestElement') return run.bind(param.argument, { kind: 'array', elements: args.slice(index), open: how === 'callback' }, scope, 'declare');
    run.bind(param, argumentFor(run, param, args[index], how, scope), scope, 'declare');
  });
  const body = node.body as TSESTree.BlockStatement | TSESTree.Expression;
  if (body.type !== 'BlockStatement') {
    const value = run.evaluate(body, scope);
    return node.async ? run.settle(value, body) : value;
  }
  declareAll(run, body.body, scope);
  const completion = run.execute(body.body, scope);
  run.throwsIf(completion.thrown);
  const { returned, answer } = completion;
  const value = returned === falseValue ? undefinedValue : returned === constant(true) || isExhaustive(body) ? answer : { kind: 'choice' as const, test: returned, whenTrue: answer, whenFalse: undefinedValue };
  return node.async ? run.settle(value, node) : value;
}

/** The last statement returns or throws, so nothing falls off the end. */
function isExhaustive({ body }: TSESTree.BlockStatement): boolean {
  const last = body.at(-1);
  return last?.type === 'ReturnStatement' || last?.type === 'ThrowStatement';
}

/** A given argument; else what the declared type makes of it; else an input under its name. */
function argumentFor(run: Run, param: TSESTree.Parameter, given: Value | undefined, how: CallStyle, scope: Scope): Value {
  if (given && given.kind !== 'unknown' && given.kind !== 'parameter') return given;
  if (!given && how === 'call') return undefinedValue;
  const name = param.type === 'Identifier' ? param.name : param.type === 'AssignmentPattern' && param.left.type === 'Identifier' ? param.left.name : 'input';
  if (given?.kind === 'parameter' && declaredOf(given)) return given;
  const value = given?.kind === 'parameter' ? given : parameter(name);
  const closure = scope.parent ?? scope;
  return declareType(value, () => handedOver(run, injected(run, param, closure)));
}

/** A client that a function is given may be in its caller's transaction. */
function handedOver(run: Run, declared: Value | undefined): Value | undefined {
  return declared?.kind === 'handle' ? (run.world.adapter(declared.adapter)?.given?.(declared) ?? declared) : declared;
}
