import type { ClassValue, Handle, Value } from '../../values/value.js';
import type { Table } from '../../schema/table.js';
import type { CallSite, TypeArguments } from '../adapter.js';
import { classTable, isStoredIn, relationsIn } from './class-table.js';
import { schemaTable, type EntitySchema } from './schema-table.js';

/** An entity as the code names it: by its class, by an `EntitySchema`, or by its name. */
export type Entity = ClassValue | Handle | string;

/** `undefined` where the value names no entity. */
export function entityOf(value: Value | undefined): Entity | undefined {
  switch (value?.kind) {
    case 'class':
      return value;
    case 'constant':
      return typeof value.value === 'string' ? value.value : undefined;
    case 'handle':
      return value.type === 'entity-schema' ? ((value.data as EntitySchema).class ?? value) : undefined;
    case 'choice':
      return entityOf(value.whenTrue) ?? entityOf(value.whenFalse);
    default:
      return undefined;
  }
}

/** `EntityRepository<User>`. */
export const entityOfType = (types: TypeArguments): Entity | undefined =>
  entityOf(types.value(0)) ?? types.resource(0);

/** The table as operations name it: `tableName` where it is given, else the name of the entity. */
export function tableName(entity: Entity | undefined, site: CallSite): string | undefined {
  if (entity === undefined || typeof entity === 'string') return entity;
  if (entity.kind === 'class') return site.resourceOf(entity);
  const { tableName: table, name } = entity.data as EntitySchema;
  return table ?? name;
}

/** By what the class closes over, which is made anew when a file changes. */
const tables = new WeakMap<object, Map<object, Table | undefined>>();

/** What the entity's class or schema declares. */
export function tableOf(entity: Entity | undefined, site: CallSite): Table | undefined {
  if (entity === undefined || typeof entity === 'string') return undefined;
  if (entity.kind === 'handle') return schemaTable(entity.data as EntitySchema);
  const known = tables.get(entity.environment) ?? new Map<object, Table | undefined>();
  tables.set(entity.environment, known);
  if (!known.has(entity.node)) {
    // An entity that refers to itself is asked for while its table is made.
    known.set(entity.node, undefined);
    known.set(entity.node, classTable(entity, site) ?? tableOf(schemaOf(entity, site), site));
  }
  return known.get(entity.node);
}

/** `class User extends UserSchema.class` */
function schemaOf(entity: ClassValue, site: CallSite): Handle | undefined {
  let schema: Handle | undefined;
  site.rebased(entity, base => {
    if (base.kind === 'handle' && base.type === 'schema-class')
      schema = (base.data as { schema: Handle }).schema;
    return base;
  });
  return schema;
}

/** Names of the primary key; `id` (MongoDB: `_id`) where the entity cannot be read. */
export function primaryKey(entity: Entity | undefined, site: CallSite): readonly string[] {
  const key = tableOf(entity, site)?.uniques.find(({ kind }) => kind === 'primary-key');
  const names = key?.parts.flatMap(({ column }) => column ?? []) ?? [];
  return names.length > 0 ? names : ['id'];
}

/** Properties that hold a row of another table, whose key is stored. */
export const relationsOf = (entity: Entity | undefined, site: CallSite): ReadonlySet<string> =>
  typeof entity === 'object' && entity.kind === 'class' ? relationsIn(entity, site) : new Set();

/** Whether `flush` writes the property; of a schema all are taken to be written. */
export const isStored = (entity: Entity | undefined, name: string, site: CallSite): boolean =>
  typeof entity !== 'object' || entity.kind !== 'class' || isStoredIn(entity, name, site);

/** Rows have a version that `flush` tests: `@Property({ version: true })`, `concurrencyCheck`. */
export function isVersioned(entity: Entity | undefined, site: CallSite): boolean {
  if (typeof entity !== 'object') return false;
  if (entity.kind === 'handle') return (entity.data as EntitySchema).isVersioned;
  return site
    .classesOf(entity)
    .flatMap(level => site.factsOf(level).members)
    .flatMap(({ decorators }) => decorators.flatMap(({ args }) => args))
    .some(options =>
      ['version', 'concurrencyCheck'].some(name => {
        const value = options.kind === 'object' ? options.entries.get(name) : undefined;
        return value?.kind === 'constant' && value.value === true;
      }),
    );
}
