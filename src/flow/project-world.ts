import type { TSESTree } from '@typescript-eslint/utils';
import type { Adapter, ClassFacts } from '../adapters/adapter.js';
import type { Project, Resolution } from '../modules/project.js';
import type { SourceModule } from '../modules/source-module.js';
import { handle, unknown } from '../values/make.js';
import type { ClassValue, FunctionNode, Instance, Value } from '../values/value.js';
import { classFacts } from './class-facts.js';
import { classOfType } from './class-of-type.js';
import { makeInstance } from './classes.js';
import { startRun } from './interpreter.js';
import { ModuleEnvironment } from './module-environment.js';
import type { Run } from './run.js';
import type { Scope } from './scope.js';
import type { TypeReference } from './type-reference.js';
import { typedValue } from './types.js';
import type { World } from './world.js';

/** What may be named that cannot be traced. */
export interface Hints {
  readonly clients: readonly { readonly module: string; readonly export: string; readonly value: Value }[];
  wrapper(name: string): 'transaction' | 'serializable-transaction' | 'lock' | 'retry' | undefined;
}

/** Characters of source text. */
const MAX_TEXT = 8_000_000;

/** The world of one state of a project's files; a changed file asks for a new one. */
export class ProjectWorld implements World {
  private checked = -1;
  private held = 0;
  private readonly environments = new Map<string, ModuleEnvironment>();
  private readonly instances = new WeakMap<object, Instance>();
  private readonly facts = new WeakMap<object, ClassFacts>();
  private readonly types = new WeakMap<TSESTree.TypeNode, Value | false>();
  private readonly plain = new WeakSet<FunctionNode>();

  constructor(
    readonly project: Project,
    private readonly library: readonly Adapter[],
    private readonly hints: Hints,
  ) {}

  /**
   * Trees take some thirty times the memory of their text: over a large code base a world is given up for a
   * new one.
   */
  isFull(): boolean {
    return this.held > MAX_TEXT;
  }

  /** A file that was read has changed, so whatever was concluded from it may be wrong. */
  isOutdated(adopted: SourceModule): boolean {
    const known = this.environments.get(adopted.file);
    if (known && known.source !== adopted) return true;
    const { generation } = this.project;
    if (generation === this.checked) return false;
    this.checked = generation;
    for (const { source } of this.environments.values()) if (!this.project.isCurrent(source)) return true;
    return false;
  }

  adapters(): readonly Adapter[] {
    return this.library;
  }

  adapter(name: string): Adapter | undefined {
    return this.library.find(adapter => adapter.name === name);
  }

  adaptersFor(specifier: string, resolution: Resolution): readonly Adapter[] {
    // A generated client (`../generated/prisma`) is often not checked in: what it exports tells whose it is.
    if (resolution.kind === 'missing') return this.library.filter(adapter => adapter.isGenerated === true);
    const name = resolution.kind === 'package' ? resolution.name : specifier;
    return this.library.filter(({ packages }) => packages.includes(name));
  }

  environment(file: string): ModuleEnvironment | undefined {
    const known = this.environments.get(file);
    if (known) return known;
    const source = this.project.module(file);
    return source && this.adopted(source);
  }

  adopted(source: SourceModule): ModuleEnvironment {
    const known = this.environments.get(source.file);
    if (known && known.source === source) return known;
    const environment: ModuleEnvironment = new ModuleEnvironment(source, this, file => this.quiet(file));
    this.environments.set(source.file, environment);
    this.held += source.text.length;
    return environment;
  }

  quiet(file: string): Run {
    return startRun(this, file);
  }

  imported(specifier: string, name: string, file: string): Value {
    const hinted = this.hints.clients.find(
      client => client.module === specifier && (client.export === name || name === '*'),
    );
    if (hinted && name !== '*') return hinted.value;
    const resolution = this.project.resolve(specifier, file);
    if (resolution.kind === 'file') return this.importedFile(resolution.file, name);
    const adapters = this.adaptersFor(specifier, resolution);
    if (name === '*' || name === 'require') {
      const adapter = adapters[0]?.name ?? 'package';
      return adapters.length > 0
        ? handle(adapter, '*', { specifier })
        : handle('package', 'export', { specifier, name: '' });
    }
    for (const adapter of adapters) {
      const value = adapter.exported?.(name, specifier);
      if (value) return value;
    }
    return resolution.kind === 'missing'
      ? unknown
      : handle('package', 'export', { specifier, name: name === 'default' ? '' : name });
  }

  private importedFile(file: string, name: string): Value {
    const hinted = this.hints.clients.find(client => client.module === file && client.export === name);
    if (hinted) return hinted.value;
    const environment = this.environment(file);
    if (!environment) return unknown;
    if (name === 'require') return environment.exported('default') ?? { kind: 'namespace', file };
    if (name === '*') return { kind: 'namespace', file };
    return environment.exported(name) ?? unknown;
  }

  instance(value: ClassValue): Instance {
    const key = this.keyOf(value);
    const known = this.instances.get(key);
    if (known) return known;
    const instance = makeInstance(this.quiet(value.file), value);
    this.instances.set(key, instance);
    return instance;
  }

  factsOf(value: ClassValue): ClassFacts {
    const key = this.keyOf(value);
    const facts = this.facts.get(key) ?? classFacts(this.quiet(value.file), value);
    this.facts.set(key, facts);
    return facts;
  }

  /** A class at the top level of a file is one class, however often it is come by. */
  private keyOf(value: ClassValue): object {
    return value.environment === this.environments.get(value.file)?.scope ? value.node : value;
  }

  classOf(type: TypeReference): ClassValue | undefined {
    return classOfType(this, type);
  }

  typed(type: TypeReference): Value | undefined {
    const isGeneric = type.scope.types.size > 0;
    const known = isGeneric ? undefined : this.types.get(type.node);
    if (known !== undefined) return known || undefined;
    if (!isGeneric) this.types.set(type.node, false);
    const value = typedValue(this, type);
    if (!isGeneric) this.types.set(type.node, value ?? false);
    return value;
  }

  named(name: string, scope: Scope): Value | undefined {
    const [head = '', ...rest] = name.split('.');
    const value = scope.read(head);
    if (!value) return undefined;
    const run = this.quiet(scope.module.file);
    return rest.reduce<Value>((owner, part) => run.property(owner, part), value);
  }

  implementation(name: string, nearFile: string): Value | undefined {
    for (const { file, className } of this.project.implementations(name, nearFile)) {
      const value =
        this.environment(file)?.exported(className) ?? this.environment(file)?.scope.find(className)?.value;
      if (value?.kind === 'class' && !('abstract' in value.node && value.node.abstract))
        return this.instance(value);
    }
    return undefined;
  }

  provided(token: Value, nearFile: string): Value | undefined {
    if (token.kind === 'class')
      return token.node.abstract ? this.implementation(token.name, nearFile) : this.instance(token);
    if (token.kind === 'constant' && typeof token.value === 'string')
      return this.implementation(token.value, nearFile);
    return undefined;
  }

  resourceOf(value: Value): string | undefined {
    if (value.kind === 'constant') return typeof value.value === 'string' ? value.value : undefined;
    if (value.kind !== 'class') return undefined;
    return decoratedName(value) ?? value.name;
  }

  wrapper(name: string): ReturnType<Hints['wrapper']> {
    return this.hints.wrapper(name);
  }

  isPlain(node: FunctionNode, args: readonly Value[]): boolean {
    return this.plain.has(node) && args.every(argument => isData(argument));
  }

  notePlain(node: FunctionNode, args: readonly Value[], answer: Value): void {
    const saysNothing =
      answer.kind === 'unknown' || (answer.kind === 'constant' && answer.value === undefined);
    if (saysNothing && args.every(argument => isData(argument))) this.plain.add(node);
  }
}

/** Holds nothing that code could act through: no function, client, row or caught error. */
function isData(value: Value, depth = 0): boolean {
  switch (value.kind) {
    case 'function':
    case 'handle':
    case 'instance':
    case 'class':
    case 'namespace':
    case 'caught':
    case 'result':
      return false;
    case 'object':
      return (
        depth < 3 && [...value.entries.values(), ...value.spreads].every(part => isData(part, depth + 1))
      );
    case 'array':
      return depth < 3 && value.elements.every(part => isData(part, depth + 1));
    case 'choice':
      return depth < 3 && isData(value.whenTrue, depth + 1) && isData(value.whenFalse, depth + 1);
    case 'member':
      return depth < 6 && isData(value.object, depth + 1);
    default:
      return true;
  }
}

/** `@Entity('users')`, `@Entity({ name: 'users' })`, `@Schema({ collection: 'users' })`. */
function decoratedName({ node }: ClassValue): string | undefined {
  for (const { expression } of node.decorators) {
    if (
      expression.type !== 'CallExpression' ||
      expression.callee.type !== 'Identifier' ||
      !/^(?:Entity|Table|Schema|Model)$/u.test(expression.callee.name)
    )
      continue;
    const [argument] = expression.arguments;
    if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value;
    if (argument?.type !== 'ObjectExpression') continue;
    for (const part of argument.properties) {
      if (
        part.type !== 'Property' ||
        part.key.type !== 'Identifier' ||
        !/^(?:name|tableName|collection)$/u.test(part.key.name)
      )
        continue;
      if (part.value.type === 'Literal' && typeof part.value.value === 'string') return part.value.value;
    }
  }
  return undefined;
}
