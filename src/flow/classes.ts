import type { TSESTree } from '@typescript-eslint/utils';
import { either, unknown } from '../values/make.js';
import type { ClassValue, FunctionValue, Instance, Value } from '../values/value.js';
import { makeFunction } from './declarations.js';
import { injected } from './injection.js';
import { collectAssignments } from './assignments.js';
import { methodFunction } from './method-decorators.js';
import type { Run } from './run.js';
import { rowOr } from './given-rows.js';
import { Scope } from './scope.js';
import { superTypes, typeArguments } from './type-arguments.js';
import type { World } from './world.js';

/** One class of an inheritance chain, seen from an instance of the most derived one. */
interface Level {
  readonly class: ClassValue;
  /** `this` is the instance, type parameters are filled in. */
  readonly scope: Scope;
  /** Arguments of `new` or `super(...)`; `undefined`: injected by type. */
  readonly args: ((run: Run) => readonly Value[]) | undefined;
}

const levels = new WeakMap<Instance, readonly Level[]>();
const reading = new WeakMap<Instance, Set<string>>();

/**
 * An instance whose fields are found when they are read; `args`: what `new` was given, none for injection.
 */
export function makeInstance(run: Run, value: ClassValue, args?: readonly Value[]): Instance {
  const instance: Instance = { kind: 'instance', class: value, fields: new Map(), rest: [], base: undefined };
  const chain: Level[] = [];
  let current: ClassValue | undefined = value;
  let types = new Map((value.environment as Scope).types);
  let given: Level['args'] = args && (() => args);
  while (current && chain.length < 8) {
    const scope: Scope = new Scope(
      (current.environment as Scope).module,
      current.environment as Scope,
      instance,
      types,
    );
    const level: Level = { class: current, scope, args: given };
    chain.push(level);
    const superClass: TSESTree.LeftHandSideExpression | null = current.node.superClass;
    if (!superClass) break;
    const parent: Value = run.world.environment(current.file) ? run.evaluate(superClass, scope) : unknown;
    types = superTypes(current.node, parent, scope);
    given = superArguments(level);
    if (parent.kind !== 'class') {
      instance.base = libraryBase(run, current, parent, scope);
      break;
    }
    current = parent;
  }
  levels.set(instance, chain);
  return instance;
}

/** Code made it by `new`, and not injection. */
export const isMade = (instance: Instance): boolean => levels.get(instance)?.[0]?.args !== undefined;

export const classLevels = (instance: Instance): readonly Level[] => levels.get(instance) ?? [];

function libraryBase(run: Run, value: ClassValue, parent: Value, scope: Scope): Value | undefined {
  if (parent.kind !== 'handle') return undefined;
  const { superClass, superTypeArguments } = value.node;
  const adapter = run.world.adapter(parent.adapter);
  const name =
    superClass?.type === 'Identifier'
      ? (scope.module.imports.get(superClass.name)?.name ?? superClass.name)
      : undefined;
  const typed =
    name && adapter?.typed?.(name, typeArguments(run.world, superTypeArguments ?? undefined, scope));
  return typed || run.semantics.apply(run, parent, [], value.node) || parent;
}

function superArguments(level: Level): Level['args'] {
  const constructor = constructorOf(level.class);
  const call = constructor?.value.body?.body
    .map(statement => (statement.type === 'ExpressionStatement' ? statement.expression : undefined))
    .find(expression => expression?.type === 'CallExpression' && expression.callee.type === 'Super');
  if (call?.type !== 'CallExpression') return constructor ? undefined : level.args;
  return run => {
    const scope = constructorScope(run, level);
    return call.arguments.map(argument => run.evaluate(argument, scope));
  };
}

const constructorOf = ({ node }: ClassValue): TSESTree.MethodDefinition | undefined =>
  node.body.body.find(
    (part): part is TSESTree.MethodDefinition =>
      part.type === 'MethodDefinition' && part.kind === 'constructor',
  );

const constructorScopes = new WeakMap<Level, Scope>();

/** The constructor's parameters, as given or as injected. */
function constructorScope(run: Run, level: Level): Scope {
  const known = constructorScopes.get(level);
  if (known) return known;
  const scope = new Scope(level.scope.module, level.scope);
  constructorScopes.set(level, scope);
  const args = level.args?.(run);
  constructorOf(level.class)?.value.params.forEach((param, index) => {
    run.bind(param, args?.[index] ?? injected(run, param, level.scope) ?? unknown, scope, 'declare');
  });
  return scope;
}

/** `constructor(dto: Dto<T>) { this.state = dto.state; }` leads from one instance of a class to the next without end. */
const readingOf = new WeakMap<TSESTree.Node, Map<string, number>>();
const MOST_ALIKE = 4;

function setDepth(node: TSESTree.Node, name: string, depth: number): void {
  const depths = readingOf.get(node) ?? new Map<string, number>();
  readingOf.set(node, depths);
  depths.set(name, depth);
}

/** A field, method or accessor of an instance, looked for from the most derived class up. */
export function instanceMember(run: Run, instance: Instance, name: string): Value | undefined {
  const open = reading.get(instance) ?? new Set<string>();
  reading.set(instance, open);
  const { node } = instance.class;
  const alike = (readingOf.get(node)?.get(name) ?? 0) + 1;
  if (open.has(name) || alike > MOST_ALIKE) return unknown;
  open.add(name);
  setDepth(node, name, alike);
  let value: Value | undefined;
  for (const level of classLevels(instance)) {
    value = levelMember(run, level, name);
    if (value) break;
  }
  value ??= assignedLater(run, instance, name);
  open.delete(name);
  setDepth(node, name, alike - 1);
  // A method belongs to the walk that asks, a getter is run anew each time; a field is the same for all.
  if (value && value.kind !== 'function' && !isGetter(instance, name)) instance.fields.set(name, value);
  return value;
}

const isGetter = (instance: Instance, name: string): boolean =>
  classLevels(instance).some(({ class: { node } }) =>
    node.body.body.some(
      part => part.type === 'MethodDefinition' && part.kind === 'get' && keyName(part.key) === name,
    ),
  );

function levelMember(run: Run, level: Level, name: string): Value | undefined {
  const member = classMember(run, level.class, name, {
    isStatic: false,
    self: level.scope.self ?? unknown,
    scope: level.scope,
  });
  if (member) return member;
  const constructor = constructorOf(level.class);
  if (!constructor) return undefined;
  const property = constructor.value.params.find(
    param => param.type === 'TSParameterProperty' && parameterName(param) === name,
  );
  if (property) return constructorScope(run, level).find(name)?.value;
  const assignment = collectAssignments(constructor.value).find(({ text }) => text === `this.${name}`);
  return assignment && run.evaluate(assignment.value, constructorScope(run, level));
}

function parameterName(param: TSESTree.TSParameterProperty): string | undefined {
  const target = param.parameter.type === 'AssignmentPattern' ? param.parameter.left : param.parameter;
  return target.type === 'Identifier' ? target.name : undefined;
}

/** `async onModuleInit() { this.client = await connect(); }` */
function assignedLater(run: Run, instance: Instance, name: string): Value | undefined {
  for (const level of classLevels(instance)) {
    const values = collectAssignments(level.class.node.body)
      .filter(({ text }) => text === `this.${name}`)
      .map(({ value }) => run.evaluate(value, level.scope))
      .filter(value => value.kind !== 'unknown' && value.kind !== 'constant');
    if (values.length > 0)
      return values.reduce<Value>((left, right) => either(left, right), values[0] ?? unknown);
  }
  return undefined;
}

interface Lookup {
  readonly isStatic: boolean;
  readonly self: Value;
  readonly scope?: Scope;
}

/** What a class body itself declares under a name. */
export function classMember(
  run: Run,
  value: ClassValue,
  name: string,
  { isStatic, self, scope }: Lookup,
): Value | undefined {
  const inside = scope ?? new Scope((value.environment as Scope).module, value.environment as Scope, self);
  for (const part of value.node.body.body) {
    if (
      part.type === 'StaticBlock' ||
      part.type === 'TSIndexSignature' ||
      part.static !== isStatic ||
      keyName(part.key) !== name
    )
      continue;
    if (part.type === 'MethodDefinition' && part.value.body) {
      const method = makeFunction(run, methodFunction(part), inside, self);
      return part.kind === 'get' ? run.enter(method, [], part, 'callback') : method;
    }
    if (part.type === 'PropertyDefinition') {
      if (!part.value) return injected(run, part, inside);
      const initial = run.evaluate(part.value, inside);
      return initial.kind === 'unknown' || initial.kind === 'constant'
        ? (injected(run, part, inside) ?? initial)
        : initial;
    }
  }
  const { superClass } = value.node;
  if (!isStatic || !superClass) return undefined;
  const parent = run.evaluate(superClass, inside);
  return parent.kind === 'class' ? classMember(run, parent, name, { isStatic, self }) : undefined;
}

const keyName = (key: TSESTree.Node): string | undefined =>
  key.type === 'Identifier' || key.type === 'PrivateIdentifier'
    ? key.name
    : key.type === 'Literal'
      ? String(key.value)
      : undefined;

/** All methods of a class, each bound to the injected instance, for walking them one by one. */
export function methodsOf(
  world: World,
  value: ClassValue,
): readonly { method: FunctionValue; node: TSESTree.MethodDefinition }[] {
  const instance = world.instance(value);
  const scope = classLevels(instance)[0]?.scope ?? (value.environment as Scope);
  return value.node.body.body.flatMap(part => {
    if (part.type !== 'MethodDefinition' || !part.value.body || part.kind === 'constructor') return [];
    const self = part.static ? value : rowOr(world, instance);
    const inside = self === instance ? scope : new Scope(scope.module, value.environment as Scope, self);
    return [{ method: makeFunction(undefined, methodFunction(part), inside, self), node: part }];
  });
}

/**
 * Does what making an instance does: the values of its fields, then its constructor, with what injection
 * gives.
 */
export function initialise(run: Run, value: ClassValue): void {
  const instance = makeInstance(run, value);
  const scope = classLevels(instance)[0]?.scope ?? (value.environment as Scope);
  for (const part of value.node.body.body) {
    if (part.type === 'PropertyDefinition' && part.value) run.evaluate(part.value, scope);
  }
  const constructor = constructorOf(value);
  if (constructor?.value.body)
    run.enter(
      makeFunction(undefined, constructor.value, scope, instance),
      [],
      constructor,
      'callback',
    );
}
