import type { Column, KeyPart, UniqueConstraint } from '../../schema/table.js';
import type { Value } from '../../values/value.js';
import {
  isGenerated,
  isTrue,
  isUniqueOption,
  namesIn,
  textIn,
  type PropertyFacts,
} from './property-options.js';

const STORED = new Set<PropertyFacts['kind']>(['scalar', 'primary', 'to-one', 'one-to-one']);

/** Owns its foreign key; the other side says `mappedBy`. */
const isOwner = ({ kind, options }: PropertyFacts): boolean =>
  kind !== 'one-to-one' || !options.has('mappedBy');

/** `fieldName`, and for relations also `joinColumn`. */
const fieldOf = ({ options }: PropertyFacts): string | undefined =>
  textIn(options.get('fieldName')) ?? textIn(options.get('name')) ?? textIn(options.get('joinColumn'));

export const isKey = ({ kind, options }: PropertyFacts): boolean =>
  kind === 'primary' || isTrue(options.get('primary'));

/** Columns that properties are stored in. */
export function columnsIn(properties: readonly PropertyFacts[]): readonly Column[] {
  const isOnlyKey = properties.filter(isKey).length === 1;
  return properties
    .filter(property => STORED.has(property.kind) && isOwner(property) && isStored(property))
    .map(property => ({
      name: property.name,
      databaseName: fieldOf(property),
      // A decorated `name?: string` is nullable by reflection; what an option says comes first.
      isNullable:
        isTrue(property.options.get('nullable')) ||
        (!property.options.has('nullable') && property.isOptional),
      isGenerated: isGenerated(property, isOnlyKey),
    }));
}

/** `persist: false` and formulas have no column. */
const isStored = ({ options }: PropertyFacts): boolean =>
  !options.has('formula') &&
  !(options.get('persist')?.kind === 'constant' && !isTrue(options.get('persist')));

/** Primary key and unique properties, in order. */
export function constraintsIn(properties: readonly PropertyFacts[]): readonly UniqueConstraint[] {
  const key = properties.filter(isKey);
  const [first] = key;
  const found: UniqueConstraint[] = [];
  if (first)
    found.push(
      unique(
        'primary-key',
        key.map(({ name }) => name),
        { file: first.file, line: first.line },
      ),
    );
  for (const property of properties) {
    const { name, file, line, kind, options } = property;
    if (!isStored(property)) continue;
    const given = options.get('unique');
    // The owning side of a one-to-one relation is unique unless it says `unique: false`.
    const isUnique = given
      ? isUniqueOption(given)
      : kind === 'one-to-one' && isOwner(property) && !isKey(property);
    if (isUnique) found.push({ ...unique('unique', [name], { file, line }), name: textIn(given) });
  }
  return found;
}

export const unique = (
  kind: UniqueConstraint['kind'],
  columns: readonly string[],
  place: UniqueConstraint['place'],
): UniqueConstraint => ({
  kind,
  name: undefined,
  parts: columns.map((column): KeyPart => ({ column, expression: undefined })),
  where: undefined,
  areNullsEqual: false,
  place,
});

/** `@Unique({ properties, name, where, expression })`, and the entries of `uniques`; `on`: the property decorated. */
export function uniqueOf(
  options: Value | undefined,
  on: string | undefined,
  place: UniqueConstraint['place'],
): UniqueConstraint | undefined {
  const option = (name: string): Value | undefined =>
    options?.kind === 'object' ? options.entries.get(name) : undefined;
  const expression = option('expression');
  const columns = namesIn(option('properties')) ?? (on === undefined ? undefined : [on]);
  const text = textIn(expression);
  if (expression) return text === undefined ? undefined : uniqueIndex(text, columns ?? [], place);
  if (!columns) return undefined;
  const where = option('where');
  return {
    ...unique('unique', columns, place),
    name: textIn(option('name')),
    where: where && (textIn(where) ?? 'not readable'),
  };
}

const INDEX =
  /\bcreate\s+unique\s+index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?["`]?(?<name>\w+)?["`]?\s*on\s+[\w".`]+\s*(?:using\s+\w+\s*)?\((?<parts>.*)\)(?<nulls>\s+nulls\s+not\s+distinct)?\s*(?:where\s+(?<where>.+?))?;?\s*$/isu;
const NAME = /^["`]?(\w+)["`]?$/u;
/** Parts are separated by commas outside of parentheses. */
const PART = /(?:[^,()]|\((?:[^()]|\([^()]*\))*\))+/gu;

/** `create unique index ... on "user" (lower(email)) where deleted_at is null` */
function uniqueIndex(
  sql: string,
  columns: readonly string[],
  place: UniqueConstraint['place'],
): UniqueConstraint | undefined {
  const groups = INDEX.exec(balanced(sql))?.groups;
  if (!groups) return undefined;
  const parts = (groups['parts']?.match(PART) ?? []).map((part): KeyPart => {
    const text = part.trim().replace(/\s+(?:asc|desc)$/iu, '');
    const name = NAME.exec(text)?.[1];
    if (name !== undefined) return { column: columnNamed(name, columns), expression: undefined };
    const used = text.match(/["`]?\b[a-z_]\w*\b["`]?(?!\s*\()/giu) ?? [];
    return {
      column: used.length === 1 ? columnNamed(used[0].replace(/["`]/gu, ''), columns) : undefined,
      expression: text,
    };
  });
  return {
    kind: 'unique',
    name: groups['name'],
    parts,
    where: groups['where']?.trim(),
    areNullsEqual: groups['nulls'] !== undefined,
    place,
  };
}

/** On one line, so that expressions compare. */
const balanced = (sql: string): string => sql.replaceAll(/\s+/gu, ' ').trim();

/** SQL has the column's own name, `user_id` for `userId` by the default naming strategy. */
const columnNamed = (name: string, columns: readonly string[]): string =>
  columns.find(column => column.toLowerCase() === name.replaceAll('_', '').toLowerCase()) ?? name;
