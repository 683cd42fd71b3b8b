import {
  choice, constant, element, handle, member, nameOfClass, result, undefinedValue, unknown,
} from '../values/make.js';
import type { ClassValue, Handle, Instance, ObjectValue, Value } from '../values/value.js';
import { classMember, instanceMember } from './classes.js';
import type { Run } from './run.js';

/** `value.name` as the code reads it. */
export function property(run: Run, value: Value, name: string, depth = 0): Value {
  switch (value.kind) {
    case 'object':
      return objectProperty(run, value, name, depth);
    case 'array':
      if (name === 'length' && !value.open) return constant(value.elements.length);
      return /^\d+$/u.test(name)
        ? (value.elements[Number(name)] ?? (value.open ? element(value) : undefinedValue))
        : member(value, name);
    case 'namespace':
      return run.world.environment(value.file)?.exported(name) ?? unknown;
    case 'class':
      return classProperty(run, value, name);
    case 'instance':
      return instanceProperty(run, value, name);
    case 'handle':
      if (value.type === '*')
        return run.world.imported((value.data as { specifier: string }).specifier, name, run.file);
      if (value.adapter === 'package') return packageMember(value, name);
      return run.world.adapter(value.adapter)?.member?.(value, name) ?? member(value, name);
    case 'choice':
      return depth > 6
        ? unknown
        : choice(
            value.test,
            property(run, value.whenTrue, name, depth + 1),
            property(run, value.whenFalse, name, depth + 1),
          );
    case 'result':
      if (value.shape === 'rows' && name === '0') return result(value.operation, 'row');
      if (value.shape === 'rows' && name === 'length') return result(value.operation, 'count');
      return member(value, name);
    case 'constant':
      return value.value === null || value.value === undefined ? undefinedValue : unknown;
    case 'unknown':
      return unknown;
    case 'parameter': {
      const declared = declaredOf(value);
      const found = declared && property(run, declared, name, depth + 1);
      // A field of a plain data class is part of what was given.
      const isGiven = !found || found.kind === 'unknown' || (found.kind === 'member' && found.object === declared);
      return isGiven ? member(value, name) : found;
    }
    default:
      return member(value, name);
  }
}

const declarations = new WeakMap<Value, () => Value | undefined>();

/** Says what a parameter's declared type makes of it, to be asked only when something is read from it. */
export function declareType(value: Value, type: () => Value | undefined): Value {
  let known: { readonly value: Value | undefined } | undefined;
  declarations.set(value, () => (known ??= { value: type() }).value);
  return value;
}

/** A library's client, a class of the project, or a row, that a parameter is declared to be. */
export function declaredOf(value: Value): Value | undefined {
  const declared = declarations.get(value)?.();
  return declared?.kind === 'handle' || declared?.kind === 'instance' || declared?.kind === 'result'
    ? declared
    : undefined;
}

/** `lodash.groupBy`, `Stripe.errors.StripeCardError`. */
function packageMember({ data }: Handle, name: string): Value {
  const from = data as { specifier: string; name: string };
  return handle('package', 'export', { ...from, name: from.name ? `${from.name}.${name}` : name });
}

/** Choices that are spread into one another share their sides: the ways through them are counted all along. */
function objectProperty(run: Run, value: ObjectValue, name: string, depth: number): Value {
  const own = value.entries.get(name);
  if (own) return own;
  for (const spread of [...value.spreads].reverse()) {
    const field = property(run, spread, name, depth);
    if (field !== undefinedValue) return field;
  }
  return value.open ? unknown : undefinedValue;
}

function classProperty(run: Run, value: ClassValue, name: string): Value {
  if (name === 'name') return nameOfClass(value);
  return classMember(run, value, name, { isStatic: true, self: value }) ?? member(value, name);
}

function instanceProperty(run: Run, value: Instance, name: string): Value {
  const field = value.fields.get(name) ?? instanceMember(run, value, name);
  if (field) return field;
  return value.base ? property(run, value.base, name) : member(value, name);
}
