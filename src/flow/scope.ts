import { unknown } from '../values/make.js';
import type { Value } from '../values/value.js';
import type { ModuleEnvironment } from './module-environment.js';
import type { TypeReference } from './type-reference.js';

/** A variable. Module-level ones are evaluated when first read. */
export interface Binding {
  value: Value | undefined;
  pending: (() => Value) | undefined;
}

const noTypes: ReadonlyMap<string, TypeReference> = new Map();

/** A lexical scope. */
export class Scope {
  private bindings: Map<string, Binding> | undefined;

  constructor(
    readonly module: ModuleEnvironment,
    readonly parent: Scope | undefined,
    readonly self: Value | undefined = parent?.self,
    /** Type parameters that a subclass or an instance filled in. */
    readonly types: ReadonlyMap<string, TypeReference> = parent?.types ?? noTypes,
  ) {}

  declare(name: string, value: Value): Binding {
    const binding: Binding = { value, pending: undefined };
    this.own().set(name, binding);
    return binding;
  }

  declareLater(name: string, pending: () => Value): void {
    this.own().set(name, { value: undefined, pending });
  }

  owns(name: string): boolean {
    return this.bindings?.has(name) === true;
  }

  /** What the variable holds, evaluated now if it never was; `undefined` where there is no such variable. */
  read(name: string): Value | undefined {
    const binding = this.find(name);
    if (!binding) return undefined;
    if (binding.pending) {
      const { pending } = binding;
      // Read again on the way, it is not known yet.
      binding.pending = undefined;
      binding.value = pending();
    }
    return binding.value ?? unknown;
  }

  find(name: string): Binding | undefined {
    return this.bindings?.get(name) ?? this.parent?.find(name);
  }

  /** Most blocks declare nothing. */
  private own(): Map<string, Binding> {
    this.bindings ??= new Map();
    return this.bindings;
  }
}
