import type { TSESTree } from '@typescript-eslint/utils';
import type { Table, UniqueConstraint } from '../../schema/table.js';
import { handle } from '../../values/make.js';
import type { ClassValue, Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnsIn, constraintsIn, uniqueOf } from './constraints.js';
import type { PropertyBuilder } from './property-builder.js';
import { isTrue, namesIn, textIn, type PropertyFacts } from './property-options.js';

/** An entity without a decorated class: `new EntitySchema({ ... })`, `defineEntity({ ... })`. */
export interface EntitySchema {
  readonly name: string | undefined;
  readonly tableName: string | undefined;
  readonly class: ClassValue | undefined;
  readonly properties: readonly PropertyFacts[];
  readonly uniques: readonly UniqueConstraint[];
  readonly isVersioned: boolean;
  /** Some of it cannot be read. */
  readonly isOpen: boolean;
  readonly file: string;
  readonly line: number;
}

/**
 * https://mikro-orm.io/docs/entity-schema and https://mikro-orm.io/docs/define-entity; `properties` of the latter is
 * an object or a function that is given the property builders.
 */
export function entitySchema(options: Value | undefined, builders: Value, site: CallSite): Handle {
  const option = (name: string): Value | undefined =>
    options?.kind === 'object' ? options.entries.get(name) : undefined;
  const given = option('properties');
  const properties = given?.kind === 'function' ? site.run(given, [builders]) : given;
  const base = baseOf(option('extends'));
  const of = option('class');
  const entity = of?.kind === 'class' ? of : undefined;
  const own = properties?.kind === 'object' ? propertiesIn(properties, site) : [];
  const schema: EntitySchema = {
    name: textIn(option('name')) ?? entity?.name,
    tableName: textIn(option('tableName')) ?? textIn(option('collection')),
    class: entity,
    properties: withKey([...(base?.properties ?? []), ...own], namesIn(option('primaryKeys'))),
    uniques: [...(base?.uniques ?? []), ...uniquesIn(option('uniques'), site)],
    isVersioned: own.some(property => isTrue(property.options.get('version'))) || base?.isVersioned === true,
    isOpen:
      (option('extends') !== undefined && !base) ||
      properties?.kind !== 'object' ||
      properties.open ||
      properties.spreads.some(({ kind }) => kind !== 'object'),
    file: site.file,
    line: site.line,
  };
  return handle('mikro-orm', 'entity-schema', schema);
}

const baseOf = (value: Value | undefined): EntitySchema | undefined =>
  value?.kind === 'handle' && value.type === 'entity-schema' ? (value.data as EntitySchema) : undefined;

const withKey = (
  properties: readonly PropertyFacts[],
  key: readonly string[] | undefined,
): readonly PropertyFacts[] =>
  key
    ? properties.map(property => (key.includes(property.name) ? { ...property, kind: 'primary' } : property))
    : properties;

const KINDS: ReadonlyMap<string, PropertyFacts['kind']> = new Map([
  ['m:1', 'to-one'],
  ['1:1', 'one-to-one'],
  ['1:m', 'to-many'],
  ['m:n', 'to-many'],
  ['embedded', 'embedded'],
]);

function propertiesIn(properties: Value, site: CallSite): readonly PropertyFacts[] {
  if (properties.kind !== 'object') return [];
  const spread = properties.spreads.flatMap(part => propertiesIn(part, site));
  const own = [...properties.entries].map(([name, given]): PropertyFacts => {
    // `profile: () => p.oneToOne(Profile)` names what is declared further down.
    const value = given.kind === 'function' ? site.run(given, []) : given;
    const line = lineOfProperty(name, site) ?? site.line;
    if (value.kind === 'handle') return ofBuilder(name, value, site);
    const options = value.kind === 'object' ? value.entries : new Map<string, Value>();
    const kind = textIn(options.get('kind')) ?? textIn(options.get('reference')) ?? '';
    return {
      name,
      file: site.file,
      line,
      kind: KINDS.get(kind) ?? (options.has('entity') && !options.has('type') ? 'to-one' : 'scalar'),
      options,
      isOptional: false,
      type: textIn(options.get('type')) ?? typeNamed(options.get('type')),
    };
  });
  return [...new Map([...spread, ...own].map(property => [property.name, property])).values()];
}

function ofBuilder(name: string, { data }: Handle, site: CallSite): PropertyFacts {
  const {
    kind = 'scalar',
    options = new Map(),
    type,
    file = site.file,
    line = site.line,
  } = data as Partial<PropertyBuilder>;
  return { name, file, line, kind, options, isOptional: false, type };
}

/** `type: types.integer`, `type: Number`. */
const typeNamed = (value: Value | undefined): string | undefined =>
  value?.kind === 'parameter' || value?.kind === 'member' ? value.name.toLowerCase() : undefined;

function uniquesIn(list: Value | undefined, site: CallSite): readonly UniqueConstraint[] {
  if (list?.kind !== 'array') return [];
  const line = lineOfProperty('uniques', site) ?? site.line;
  return list.elements.flatMap(entry => uniqueOf(entry, undefined, { file: site.file, line }) ?? []);
}

/** Line of a property of the object literal that the call is given, however deep. */
function lineOfProperty(name: string, site: CallSite): number | undefined {
  const { node } = site;
  const args = node.type === 'NewExpression' || node.type === 'CallExpression' ? node.arguments : [];
  const found = args.map(argument => propertyIn(argument, name)).find(part => part !== undefined);
  return found && site.lineOf(found);
}

function propertyIn(node: TSESTree.Node, name: string, depth = 0): TSESTree.Node | undefined {
  if (node.type !== 'ObjectExpression' || depth > 1) return undefined;
  for (const part of node.properties) {
    if (part.type !== 'Property') continue;
    const key =
      part.key.type === 'Identifier'
        ? part.key.name
        : part.key.type === 'Literal'
          ? String(part.key.value)
          : '';
    // Columns stand in `properties`; the other options are those of the entity.
    if (key === name && (depth === 1 || name === 'uniques')) return part;
    const inner = key === 'properties' ? propertyIn(part.value, name, depth + 1) : undefined;
    if (inner) return inner;
  }
  return undefined;
}

export const schemaTable = (schema: EntitySchema): Table => ({
  name: schema.name ?? schema.tableName ?? '',
  databaseName: schema.tableName,
  columns: columnsIn(schema.properties),
  uniques: [...constraintsIn(schema.properties), ...schema.uniques],
  isOpen: schema.isOpen,
  place: { file: schema.file, line: schema.line },
});
