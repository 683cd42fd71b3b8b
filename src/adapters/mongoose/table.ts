import type { Place, Table } from '../../schema/table.js';
import { constant } from '../../values/make.js';
import type { Resource } from '../../operations/operation.js';
import type { ClassValue, Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { readOptions, textIn } from '../options.js';
import { classDefinitions, schemaOfClass } from './class-schema.js';
import type { Model } from './handles.js';
import { schemaIn, type Schema } from './schema.js';
import { definitionsIn, SchemaReading, type Sources } from './schema-reading.js';

/** The collection of a model; what its schema declares is read when it is asked for. */
export function collectionOf(on: Handle, site: CallSite): Resource {
  const of = on.data as Model;
  return { kind: 'table', name: of.name, receiver: on, declared: () => modelTable(of, site) };
}

const tables = new WeakMap<object, { readonly table: Table | undefined }>();

function modelTable(model: Model, site: CallSite): Table | undefined {
  const source = model.source();
  // One model is injected in many places.
  const key = source?.kind === 'class' ? source : model;
  const known = tables.get(key) ?? { table: source && readModel(model, source, site.aside()) };
  tables.set(key, known);
  return known.table;
}

/** Names of what changes a schema, or makes one, at the top level of a file. */
const CHANGES = /^(?:index|plugin|add|path|set|createForClass|buildSchema)$/u;
const isChange = (name: string): boolean => CHANGES.test(name);

function readModel(model: Model, source: Value, site: CallSite): Table | undefined {
  const schema = schemaOf(source, model, site);
  if (!schema) return undefined;
  const base = model.base && sourceSchema(model.base, site);
  const reading = new SchemaReading(site, sourcesOf(site));
  const { draft } = reading;
  const own = schemaOptions(schema);
  if (base) {
    reading.read(base);
    const key = textIn(schemaOptions(base).get('discriminatorKey')) ?? '__t';
    reading.discriminator = [key, model.value ?? constant(model.name)];
  }
  reading.read(schema);
  reading.finish();
  const name = model.base?.name ?? model.name ?? '';
  addId(reading, schema.place);
  const { collection } = model;
  // https://mongoosejs.com/docs/guide.html#autoIndex: indexes are made by hand then, and may differ.
  const isByHand = [own, ...(base ? [schemaOptions(base)] : [])].some(options =>
    isOff(options.get('autoIndex')),
  );
  if (isByHand) draft.isOpen = true;
  const databaseName = collection ?? textIn(own.get('collection'));
  const table = draft.table(name, databaseName, schema.place);
  return isByHand ? { ...table, uniques: table.uniques.filter(({ kind }) => kind === 'primary-key') } : table;
}

/** Every document has an `_id`, which the driver makes unless the schema declares one. */
function addId({ draft }: SchemaReading, place: Place): void {
  if (!draft.column('_id'))
    draft.addColumn({ name: '_id', databaseName: '_id', isNullable: false, isGenerated: true });
  draft.addToPrimaryKey('_id', place);
}

const isOff = (value: Value | undefined): boolean => value?.kind === 'constant' && value.value === false;

/** Options as given to the constructor and by `schema.set(...)`. */
function schemaOptions({ options, changes }: Schema): ReadonlyMap<string, Value> {
  const given = new Map(readOptions(options).entries);
  for (const change of changes) {
    const name = change.kind === 'set' ? textIn(change.option) : undefined;
    if (name !== undefined && change.kind === 'set' && change.value) given.set(name, change.value);
  }
  return given;
}

const sourceSchema = (model: Model, site: CallSite): Schema | undefined => {
  const source = model.source();
  return source && schemaOf(source, model, site);
};

function schemaOf(source: Value, { file }: Model, site: CallSite): Schema | undefined {
  const made = schemaIn(source);
  if (made && file !== undefined && file !== made.place.file) site.topLevel(file, isChange);
  if (made) return whole(made, site);
  if (source.kind === 'object')
    return {
      versioned: false,
      definition: source,
      options: undefined,
      class: undefined,
      place: site.placeOf(source) ?? { file: file ?? site.file, line: 1 },
      changes: [],
    };
  if (source.kind !== 'class') return undefined;
  const factory = factoryMade(source, site);
  return factory ? whole(factory, site) : schemaOfClass(source, site);
}

const wholes = new WeakMap<Schema, Schema | undefined>();

/** With what later statements add to it and, where a factory made it, what its class says. */
function whole(made: Schema, site: CallSite): Schema | undefined {
  site.topLevel(made.place.file, isChange);
  if (!made.class) return made;
  if (!wholes.has(made)) {
    const own = schemaOfClass(made.class, site);
    wholes.set(made, own && { ...own, changes: [...own.changes, ...made.changes] });
  }
  return wholes.get(made);
}

/** `export const UserSchema = SchemaFactory.createForClass(User)`, which later statements add indexes to. */
const factoryMade = (value: ClassValue, site: CallSite): Schema | undefined =>
  site
    .topLevel(value.file, isChange)
    .map(schemaIn)
    .find(schema => schema?.class?.node === value.node);

function sourcesOf(site: CallSite): Sources {
  return {
    definitionsOf(schema, reading) {
      const own = schema.definition ? definitionsIn(schema.definition, schema.place, reading) : [];
      return schema.class ? [...classDefinitions(schema.class, site), ...own] : own;
    },
    schemaOf(type) {
      const made = schemaIn(type);
      if (made) return whole(made, site);
      const value = type.kind === 'function' ? site.run(type, []) : type;
      return value.kind === 'class' ? schemaOfClass(value, site) : undefined;
    },
  };
}
