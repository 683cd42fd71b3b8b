import type { Place, UniqueConstraint } from '../../schema/table.js';
import type { Attribute } from './attributes.js';

export const newConstraint = (
  kind: UniqueConstraint['kind'],
  columns: readonly string[],
  place: Place,
  name?: string,
): UniqueConstraint => ({
  kind,
  name,
  parts: columns.map(column => ({ column, expression: undefined })),
  where: undefined,
  areNullsEqual: false,
  place,
});

/** The primary key, then what attributes declare unique: those that give one name make up one constraint. */
export function attributeConstraints(
  attributes: readonly Attribute[],
  place: Place,
  columnOf: (attribute: Attribute) => string,
): readonly UniqueConstraint[] {
  const keys = attributes.filter(({ isPrimaryKey }) => isPrimaryKey);
  const groups = new Map<string, Attribute[]>();
  for (const attribute of attributes) {
    if (attribute.unique === undefined) continue;
    const key = attribute.unique === true ? `attribute ${attribute.name}` : `name ${attribute.unique}`;
    groups.set(key, [...(groups.get(key) ?? []), attribute]);
  }
  return [
    ...(keys.length > 0 ? [newConstraint('primary-key', keys.map(columnOf), keys[0]?.place ?? place)] : []),
    ...[...groups.values()].map(group => {
      const name = group[0]?.unique;
      const at = group[0]?.place ?? place;
      return newConstraint('unique', group.map(columnOf), at, name === true ? undefined : name);
    }),
  ];
}
