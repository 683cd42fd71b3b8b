import type { Place } from '../../schema/table.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { expressionIn, isFalse, isTrue, textOf } from './handles.js';

/** One attribute of a model, as `define` or decorators declare it. */
export interface Attribute {
  readonly name: string;
  readonly field: string | undefined;
  readonly isPrimaryKey: boolean;
  readonly isNullable: boolean | undefined;
  readonly isGenerated: boolean;
  /** `true`: a constraint of its own; a name: one with the other attributes of that name. */
  readonly unique: true | string | undefined;
  readonly place: Place;
}

export interface Attributes {
  readonly list: readonly Attribute[];
  /** There may be more than listed. */
  readonly isOpen: boolean;
}

/** `{ id: { type, primaryKey: true }, email: DataTypes.STRING }` */
export function readAttributes(value: Value | undefined, place: Place, site: CallSite): Attributes {
  if (value?.kind !== 'object') return { list: [], isOpen: value !== undefined };
  const inherited = value.spreads.map(spread => readAttributes(spread, place, site));
  const own = [...value.entries].map(([name, definition]) => readAttribute(name, definition, place, site));
  const all = new Map(
    [...inherited.flatMap(({ list }) => list), ...own].map(attribute => [attribute.name, attribute]),
  );
  return { list: [...all.values()], isOpen: value.open || inherited.some(({ isOpen }) => isOpen) };
}

function readAttribute(name: string, definition: Value, place: Place, site: CallSite): Attribute {
  const part = (key: string): Value | undefined =>
    definition.kind === 'object' ? site.property(definition, key) : undefined;
  const nullable = part('allowNull');
  return {
    name,
    field: textOf(part('field')) ?? textOf(part('columnName')),
    isPrimaryKey: isTrue(part('primaryKey')),
    isNullable: isTrue(part('primaryKey')) || isFalse(nullable) ? false : true,
    isGenerated: isTrue(part('autoIncrement')) || isMadeUp(part('defaultValue')),
    unique: uniqueOf(part('unique'), site),
    place: site.placeOf(definition) ?? place,
  };
}

/**
 * `true`, `'name'`, `{ name, msg }`:
 * https://sequelize.org/api/v6/class/src/model.js~model#static-method-init
 */
export function uniqueOf(value: Value | undefined, site: CallSite): Attribute['unique'] {
  if (!value) return undefined;
  if (value.kind === 'object') return textOf(site.property(value, 'name')) ?? true;
  return isTrue(value) ? true : textOf(value) || undefined;
}

/** A default that differs from row to row: `DataTypes.UUIDV4`, a function, `gen_random_uuid()`. */
export function isMadeUp(value: Value | undefined): boolean {
  if (!value) return false;
  const expression = expressionIn(value);
  if (expression) return /uuid|nextval/iu.test(textOf(expression.args[0]) ?? '');
  if (value.kind === 'member') return /^UUIDV\d$/u.test(value.name);
  if (value.kind !== 'handle') return value.kind === 'function';
  return value.type === 'data-type' ? /^UUIDV\d$/u.test(typeName(value)) : value.adapter === 'package';
}

export const typeName = (value: Value | undefined): string =>
  value?.kind === 'handle' && 'name' in value.data ? String(value.data.name) : '';
