import type { Place } from '../../schema/table.js';
import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';

/** An entry of a table's third argument. */
export interface Constraint {
  /** `other`: an index that is not unique, a foreign key, a check, a policy. */
  readonly kind: 'unique' | 'unique-index' | 'primary-key' | 'other';
  readonly name: string | undefined;
  readonly parts: readonly Value[];
  readonly where: Value | undefined;
  readonly areNullsEqual: boolean;
  readonly place: Place;
}

const KINDS: Readonly<Record<string, Constraint['kind']>> = {
  unique: 'unique',
  uniqueIndex: 'unique-index',
  primaryKey: 'primary-key',
  index: 'other',
  foreignKey: 'other',
  check: 'other',
  pgPolicy: 'other',
  crudPolicy: 'other',
};

export const isConstraintName = (name: string): boolean => name in KINDS;

const constraintHandle = (constraint: Constraint): Handle => handle('drizzle', 'constraint', constraint);

export const constraintIn = (value: Value): Constraint | undefined =>
  value.kind === 'handle' && value.adapter === 'drizzle' && value.type === 'constraint'
    ? (value.data as Constraint)
    : undefined;

const textOf = (value: Value | undefined): string | undefined =>
  value?.kind === 'constant' && typeof value.value === 'string' ? value.value : undefined;

/**
 * `unique('name')`, `uniqueIndex('name')`, `primaryKey({ columns, name })`, and the older `primaryKey(a, b)`.
 */
export function newConstraint(name: string, args: readonly Value[], site: CallSite): Handle {
  const [first] = args;
  const kind = KINDS[name] ?? 'other';
  const isConfig = kind === 'primary-key' && first?.kind === 'object';
  const columns = isConfig ? site.property(first, 'columns') : undefined;
  return constraintHandle({
    kind,
    name: textOf(isConfig ? site.property(first, 'name') : first),
    parts: kind !== 'primary-key' ? [] : columns ? partsOf([columns]) : args,
    where: undefined,
    areNullsEqual: false,
    place: { file: site.file, line: site.line },
  });
}

const partsOf = (args: readonly Value[]): readonly Value[] =>
  args.flatMap(argument => (argument.kind === 'array' && !argument.open ? argument.elements : [argument]));

export function constraintMethod(target: Handle, name: string, args: readonly Value[]): Handle {
  const constraint = target.data as Constraint;
  switch (name) {
    case 'on':
    case 'onOnly':
      return constraintHandle({ ...constraint, parts: partsOf(args) });
    // The method of the index comes first: `using('btree', t.email)`; MySQL's takes no columns.
    case 'using':
      return args.length > 1 ? constraintHandle({ ...constraint, parts: partsOf(args.slice(1)) }) : target;
    case 'where':
      return constraintHandle({ ...constraint, where: args[0] });
    case 'nullsNotDistinct':
      return constraintHandle({ ...constraint, areNullsEqual: true });
    default:
      return target;
  }
}
