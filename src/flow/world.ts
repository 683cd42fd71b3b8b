import type { Adapter, ClassFacts } from '../adapters/adapter.js';
import type { Project, Resolution } from '../modules/project.js';
import type { SourceModule } from '../modules/source-module.js';
import type { ClassValue, FunctionNode, Instance, Value } from '../values/value.js';
import type { ModuleEnvironment } from './module-environment.js';
import type { Run } from './run.js';
import type { Scope } from './scope.js';
import type { TypeReference } from './type-reference.js';

/**
 * What walks share: the project's files, the libraries known, and what modules and classes were found to be.
 */
export interface World {
  readonly project: Project;
  adapter(name: string): Adapter | undefined;
  adapters(): readonly Adapter[];
  environment(file: string): ModuleEnvironment | undefined;
  adopted(module: SourceModule): ModuleEnvironment;
  /** What `import { name } from specifier` gives; `default` and `*` are names too. */
  imported(specifier: string, name: string, file: string): Value;
  /** The one instance that dependency injection would make. */
  instance(classValue: ClassValue): Instance;
  /** What a class declares itself. */
  factsOf(value: ClassValue): ClassFacts;
  /** A walk whose operations nobody looks at. */
  quiet(file: string): Run;
  /** A dotted name as code in the scope reads it: `db.transaction`. */
  named(name: string, scope: Scope): Value | undefined;
  adaptersFor(specifier: string, resolution: Resolution): readonly Adapter[];
  /** An instance of the class that implements an interface or an abstract class. */
  implementation(name: string, nearFile: string): Value | undefined;
  /** What is injected under a token: a class or a string. */
  provided(token: Value, nearFile: string): Value | undefined;
  /** What something of the declared type is; `undefined` where the type says nothing. */
  typed(type: TypeReference): Value | undefined;
  /**
   * The class of the project that a declared type speaks of: `Model<UserDocument>`, `HydratedDocument<User>`.
   */
  classOf(type: TypeReference): ClassValue | undefined;
  /** Table name of an entity, model or schema class, or of a string. */
  resourceOf(value: Value): string | undefined;
  /**
   * Whether a function with such arguments is known to do nothing that matters, so that it need not be
   * walked.
   */
  isPlain(node: FunctionNode, args: readonly Value[]): boolean;
  notePlain(node: FunctionNode, args: readonly Value[], answer: Value): void;
  wrapper(name: string): 'transaction' | 'serializable-transaction' | 'lock' | 'retry' | undefined;
}
