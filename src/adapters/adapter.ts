import type { TSESTree } from '@typescript-eslint/utils';
import type { Place } from '../schema/table.js';
import type { Entry, Frame, Operation, OperationFacts, Transaction } from '../operations/operation.js';
import type { ExpressTarget, Expressed } from './express.js';
import type { ClassValue, FunctionValue, Handle, Instance, Result, Value } from '../values/value.js';

/**
 * Translates one library's calls into operations. An adapter gives handles for what the library exports
 * and for what is declared with its types; flow follows the handles through variables, fields, parameters
 * and files, and asks the adapter again when something is called on one.
 *
 * Every hook answers `undefined` for "not mine": flow then treats the call as unknown code.
 */
export interface Adapter {
  readonly name: string;
  /** npm packages it answers for. */
  readonly packages: readonly string[];
  /** Exported name of the client class or factory, for settings that name a client without its type. */
  readonly client?: string;
  /** The library generates its client into the project, where it is often not checked in. */
  readonly isGenerated?: boolean;
  /**
   * A test that holds for a unique violation and for no other error, where `error` names what was caught;
   * `undefined`: it cannot be told in this file.
   */
  violationTest?(error: string, target: ExpressTarget): Expressed | undefined;
  /** What `import { name } from specifier` is; `default` and `*` are names too. */
  exported?(name: string, specifier: string): Value | undefined;
  /** What something declared as `name<typeArguments>` is, `name` imported from one of the packages. */
  typed?(name: string, types: TypeArguments): Value | undefined;
  /** What a function is handed that declares a parameter to be `declared`: a client that its caller has opened a transaction on. */
  given?(declared: Handle): Value | undefined;
  /**
   * Code tests whether it is there, and makes it if not: `mongoose.models.User || mongoose.model('User',
   * schema)`.
   */
  mayBeMissing?(target: Handle): boolean;
  /** What a parameter or field is that carries the decorator (`@InjectRepository(User)`). */
  injected?(decorator: string, args: readonly Value[], types: TypeArguments): Value | undefined;
  /** `new callee(...args)`. */
  construct?(callee: Handle, args: readonly Value[], site: CallSite): Value | undefined;
  /** `callee(...args)`. */
  invoke?(callee: Handle, args: readonly Value[], site: CallSite): Value | undefined;
  /** `target.name` that is not called at once. */
  member?(target: Handle, name: string): Value | undefined;
  /** `target.name(...args)`. */
  method?(target: Handle, name: string, args: readonly Value[], site: CallSite): Value | undefined;
  /** What static methods of a project class are called on whose base class gave `base` (`class User extends Model`). */
  classHandle?(base: Handle, of: ClassValue): Value | undefined;
  /** What code is handed that is given an instance of a project class whose base class gave `base`: a row read elsewhere. */
  row?(base: Handle, of: ClassValue): Value | undefined;
  /** What an object holds under names that are not written out, where `handle` is put into it: `db[model.name] = model`. */
  registry?(handle: Handle): Value | undefined;
  /** Awaits, returns from an async function, or passes to `Promise.all`: lazy query builders run here. */
  settle?(target: Handle, site: CallSite): Value | undefined;
  /** `row.name(...args)` where the row came out of an operation of this adapter; `changes`: properties assigned since. */
  rowMethod?(row: Result, name: string, args: readonly Value[], site: CallSite, changes: ReadonlyMap<string, Value>): Value | undefined;
  /** Properties of a row that came out of an operation of this adapter are assigned: a unit of work writes them later. */
  assigned?(row: Result, changes: Value, site: CallSite): void;
  /** A method that runs in a transaction of its own (`@Transactional()`) ends: what was kept for then is written. */
  ended?(site: CallSite): void;
  /** `instance.name(...args)` where the class gets the method from a base class of the library (`user.save()`). */
  instanceMethod?(instance: Instance, name: string, args: readonly Value[], site: CallSite): Value | undefined;
  /**
   * What the functions of a migration are called with, where their parameters have no types: they are told by
   * their names, `up` and `down`, and by the name and use of the first parameter.
   */
  migrates?(parameter: string, body: TSESTree.Node): readonly Value[] | undefined;
  /** By what the handlers that it registers are called; a broker where it does not say. */
  readonly entry?: Entry;
  /** A method that a framework calls with what a broker delivers: its decorator says so. */
  receives?(decorator: string, args: readonly Value[]): boolean;
  /** A method that a framework calls with what a broker delivers: its name, and a decorator of its class, say so. */
  receivesIn?(decorator: string, method: string): boolean;
  /** A function whose parameter has the type is a handler of deliveries, wherever it is registered. */
  receivesType?(name: string): boolean;
}

/** Type arguments as the declaration has them. */
export interface TypeArguments {
  readonly count: number;
  /** Name of the nth type argument after generics were filled in; `undefined` where it is not a plain name. */
  name(index: number): string | undefined;
  /** Table, collection or model name of the nth type argument, read from its declaration in the project. */
  resource(index: number): string | undefined;
  /** What the name of the nth type argument is as a value: the class, also where an alias speaks of it. */
  value(index: number): Value | undefined;
}

/** The call being read. */
export interface CallSite {
  readonly node: TSESTree.Node;
  readonly file: string;
  /**
   * Adds an operation here; answers it so that its result can be built. `at` is a part of the call to point at
   * instead: an async function that returns a query is where it runs, the query is what to show.
   */
  record(facts: OperationFacts, at?: Frame): Operation;
  /** The walk that comes by here. Under it a library keeps what it does later, so that no other walk sees it. */
  readonly walk: object;
  /** Keeps the conditions that hold here for an operation that the library runs later. */
  defer(): Deferred;
  /**
   * Runs a callback here (`transaction(async tx => ...)`) and answers what it returns; `atEnd` comes after it, before
   * its transaction or lock ends.
   */
  run(callback: Value, args: readonly Value[], within?: RunScope, atEnd?: () => void): Value;
  /** Calls a function of the project, as code that names it does. */
  call(callee: Value, args: readonly Value[]): Value;
  /** Runs a callback whose failure does not come out here: `tryCatch(run, onError)`. */
  attempt(callback: Value, args: readonly Value[]): { readonly value: Value; readonly thrown: Value };
  /** Walks both sides of a condition that the library tests for the code: `Option.match(onNone, onSome)`. */
  branch(test: Value, whenTrue: () => Value, whenFalse: () => Value): Value;
  /** From here on the code only runs if `condition` is false. */
  throwsIf(condition: Value): void;
  /** A member of any value, as the code would read it: `property(options, 'where')`. */
  property(value: Value, name: string): Value;
  /** Table name of an entity, model or schema class of the project, or of a string constant. */
  resourceOf(value: Value): string | undefined;
  /** The class and those of the project that it extends, the most derived first. */
  classesOf(value: ClassValue): readonly ClassValue[];
  /** What a class of the project declares itself, with its decorators; `classesOf` gives its base classes. */
  factsOf(value: ClassValue): ClassFacts;
  /** A method that a class of the project declares, to be run on something else than its instance: on a row. */
  methodOf(value: ClassValue, name: string, self: Value): FunctionValue | undefined;
  /** Arguments of the calls of a static method in the file of the class: `User.init(...)`, `super.init(...)` in it. */
  callsOn(value: ClassValue, method: string): readonly (readonly Value[])[];
  /** The transaction that calls find by themselves here (CLS, AsyncLocalStorage). */
  readonly ambientTransaction: Transaction | undefined;
  /**
   * The same call once more, for what is read when somebody asks for it: what is run then is no part of the
   * walk, which may have ended.
   */
  aside(): CallSite;
  /**
   * Runs those statements at the top level of a file in which a name stands that fits, for libraries whose
   * values are changed after they are made (`schema.index(...)`), and answers what variables hold that were
   * made so.
   */
  topLevel(file: string, isMeant: (name: string) => boolean): readonly Value[];
  /** Where an object is written as a literal. */
  placeOf(value: Value): Place | undefined;
  /** Line of the call, from 1: in a chain, of its own name. */
  readonly line: number;
  /** Line of a part of the call, from 1. */
  lineOf(part: TSESTree.Node): number;
  /** The instance that injection makes of a class of the project, with something else for what its library base is. */
  rebased(value: ClassValue, base: (own: Value) => Value): Instance;
  /** The call changes its argument: a variable that holds it holds `by` from here on. */
  replace(argument: Value, by: Value): void;
  /** Runs whatever lazy query the value is and answers its result. */
  settle(value: Value): Value;
}

/** An operation that was asked for at one place and runs at another. */
export interface Deferred {
  /** Conditions under which it was asked for. */
  readonly guards: readonly Value[];
  /** False where a condition that held when it was asked for is known not to hold now. */
  readonly isPossible: boolean;
  /** Records it now, under the conditions of both places; `site` is where to show it, instead of where it was asked for. */
  record(facts: OperationFacts, site?: CallSite): Operation;
}

export type RunScope =
  | { readonly kind: 'transaction'; readonly transaction: Transaction }
  | { readonly kind: 'lock'; readonly lock: Operation }
  | { readonly kind: 'retry' }
  | { readonly kind: 'receive'; readonly message: Value };

/** A class as libraries read models off it. */
export interface ClassFacts {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly decorators: readonly DecoratorUse[];
  /**
   * What it extends, where that is no class of the project: a class of a package, or something that cannot be
   * read.
   */
  readonly base: Value | undefined;
  /** Its own fields, in order. */
  readonly members: readonly MemberFacts[];
}

export interface MemberFacts {
  readonly name: string;
  readonly line: number;
  readonly decorators: readonly DecoratorUse[];
  /** `name?: string`, `name: string | null`. */
  readonly isOptional: boolean;
  /** Name of the declared type, without `null`. */
  readonly type: string | undefined;
  /** The class of the project that its type, or the type of its elements, is made of. */
  readonly class: () => ClassValue | undefined;
  readonly types: TypeArguments;
  readonly initial: Value | undefined;
}

export interface DecoratorUse {
  /** As its package exports it. */
  readonly name: string;
  /** Specifier it is imported from. */
  readonly from: string | undefined;
  readonly args: readonly Value[];
  readonly line: number;
  /** What the name is: a function of the project, what a library made. */
  readonly value: Value;
}
