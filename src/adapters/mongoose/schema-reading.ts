import type { Place } from '../../schema/table.js';
import { object } from '../../values/make.js';
import { isFresh } from '../../values/traits.js';
import type { ObjectValue, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { readOptions, textIn, textOf, type Options } from '../options.js';
import { TableDraft, uniqueOn } from '../table-draft.js';
import { givenFlag, indexFacts } from './index-facts.js';
import type { Schema } from './schema.js';

/** What a class or an object says of the paths of a schema. */
export interface PathDefinition {
  readonly name: string;
  readonly value: Value;
  readonly place: Place;
}

/** How classes become definitions; it needs this file, so it is handed in. */
export interface Sources {
  definitionsOf(schema: Schema, reading: SchemaReading): readonly PathDefinition[];
  /** A schema, or that of a class, which is the type of a path; `undefined` where it is none. */
  schemaOf(type: Value): Schema | undefined;
}

/** Subdocuments in subdocuments. */
const DEEPEST = 6;

/** A schema while its paths and indexes are read. */
export class SchemaReading {
  readonly draft = new TableDraft();
  /** Fields of indexes by their name: paths that give one name share one index. */
  /**
   * What the documents of a discriminator have that those of its base have not: its indexes hold these alone.
   */
  discriminator: readonly [key: string, value: Value] | undefined;
  private readonly pending: { paths: string[]; options: Options; place: Place }[] = [];

  constructor(
    readonly site: CallSite,
    readonly sources: Sources,
  ) {}

  /** Paths and indexes of a schema and of the schemas in it, whose indexes it gets. */
  read(schema: Schema, prefix = '', depth = 0): void {
    if (depth > DEEPEST) return;
    for (const definition of this.sources.definitionsOf(schema, this))
      this.readPath(definition, prefix, depth);
    // Plugins add changes while they run.
    for (let index = 0; index < schema.changes.length; index++) {
      const change = schema.changes[index];
      if (change?.kind === 'index')
        this.readIndex(readOptions(change.fields), readOptions(change.options), prefix, change.place);
      else if (change?.kind === 'add') {
        const under = prefix + (textIn(change.prefix) ?? '');
        for (const part of definitionsIn(change.definition, change.place, this))
          this.readPath(part, under, depth);
      } else if (change?.kind === 'plugin') this.runPlugin(change, schema);
      else if (change?.kind === 'path') this.readPathOption(change, prefix);
    }
    const timestamps = readOptions(schema.options).entries.get('timestamps');
    if (prefix === '' && timestamps && !(timestamps.kind === 'constant' && !timestamps.value))
      for (const name of ['createdAt', 'updatedAt']) this.addColumn(`${prefix}${name}`, false, false);
  }

  /** Constraints of the indexes that were found. */
  finish(): void {
    for (const { paths, options, place } of this.pending)
      this.draft.addUnique(uniqueOn({ columns: paths, place, ...indexFacts(options, paths) }));
  }

  /** https://mongoosejs.com/docs/discriminators.html */
  private addIndex(paths: string[], { entries, isWhole }: Options, place: Place): void {
    const partial = entries.get('partialFilterExpression');
    const own =
      this.discriminator && !entries.has('sparse')
        ? object([this.discriminator], partial ? [partial] : [])
        : undefined;
    const all = own ? new Map([...entries, ['partialFilterExpression', flat(own)] as const]) : entries;
    this.pending.push({ paths, options: { entries: all, isWhole }, place });
  }

  private addColumn(name: string, isNullable: boolean | undefined, isGenerated: boolean): void {
    this.draft.addColumn({ name, databaseName: name, isNullable, isGenerated });
  }

  /** https://mongoosejs.com/docs/schematypes.html */
  private readPath({ name, value, place }: PathDefinition, prefix: string, depth: number): void {
    const path = `${prefix}${name}`;
    const given = value.kind === 'array' && value.elements[0] ? value.elements[0] : value;
    const inner = this.sources.schemaOf(given);
    if (inner) {
      this.addColumn(path, true, false);
      return this.readSubdocument(inner, path, depth);
    }
    if (given.kind !== 'object') return this.addColumn(path, name !== '_id', false);
    const options = readOptions(given);
    const type = options.entries.get('type');
    if (!type || hasOwnType(type)) {
      if (given !== value) this.addColumn(path, true, false);
      for (const part of definitionsIn(given, place, this)) this.readPath(part, `${path}.`, depth + 1);
      return;
    }
    const required = givenFlag(options, 'required');
    this.addColumn(
      path,
      required === undefined ? undefined : !required && path !== '_id',
      this.isMade(options, path),
    );
    const element = type.kind === 'array' ? type.elements[0] : type;
    const subdocument = element && this.sources.schemaOf(element);
    if (subdocument && givenFlag(options, 'excludeIndexes') !== true)
      this.readSubdocument(subdocument, path, depth);
    else if (element?.kind === 'object')
      for (const part of definitionsIn(element, place, this)) this.readPath(part, `${path}.`, depth + 1);
    this.readPathIndex(path, options, place);
  }

  private readSubdocument(schema: Schema, path: string, depth: number): void {
    if (givenFlag(readOptions(schema.options), 'excludeIndexes') !== true)
      this.read(schema, `${path}.`, depth + 1);
  }

  /** An `_id` that is declared without `auto` is made by the code. */
  private isMade(options: Options, path: string): boolean {
    if (path === '_id' && givenFlag(options, 'auto') === true) return true;
    const made = options.entries.get('default');
    if (made?.kind === 'function') return isFresh(this.site.run(made, []));
    const name = made?.kind === 'handle' && 'name' in made.data ? String(made.data.name) : '';
    return /^(?:v[147]|uuid\w*|nanoid|ulid|cuid2?|createId|randomUUID|ObjectId)$/u.test(name);
  }

  /** `{ unique: true }`, `{ index: { unique: true, sparse: true } }` */
  private readPathIndex(path: string, options: Options, place: Place): void {
    const index = options.entries.get('index');
    const own = readOptions(index?.kind === 'object' ? index : undefined);
    const flags = [options, own].map(part => givenFlag(part, 'unique'));
    const name = textOf(own, 'name');
    const shared = this.pending.find(known => name !== undefined && textOf(known.options, 'name') === name);
    const sparse = options.entries.get('sparse');
    const entries = new Map([...(sparse ? [['sparse', sparse] as const] : []), ...own.entries]);
    if (shared) shared.paths.push(path);
    else if (flags.includes(true)) this.addIndex([path], { ...own, entries }, place);
    else if (flags.includes(undefined)) this.draft.isOpen = true;
  }

  private readIndex(fields: Options, options: Options, prefix: string, place: Place): void {
    const isUnique = givenFlag(options, 'unique');
    if (isUnique === false) return;
    const paths = [...fields.entries.keys()].map(path => `${prefix}${path}`);
    if (isUnique === undefined || !fields.isWhole || paths.length === 0) this.draft.isOpen = true;
    else this.addIndex(paths, options, place);
  }

  private readPathOption(
    { path, option, value, place }: Extract<Schema['changes'][number], { kind: 'path' }>,
    prefix: string,
  ): void {
    const name = textIn(path);
    if (name === undefined) return;
    const entries = new Map(value ? [[option, value] as const] : []);
    const column = this.draft.column(`${prefix}${name}`);
    if (option !== 'required') this.readPathIndex(`${prefix}${name}`, { entries, isWhole: true }, place);
    else if (column && givenFlag({ entries, isWhole: false }, option) !== false)
      this.draft.addColumn({ ...column, isNullable: false });
  }

  private runPlugin(change: Extract<Schema['changes'][number], { kind: 'plugin' }>, schema: Schema): void {
    const { plugin, options } = change;
    if (softDeletes(plugin) && options && readOptions(options).entries.has('overrideMethods'))
      this.draft.softDeletedBy = 'deleted';
    if (change.isDone || plugin.kind !== 'function') return;
    change.isDone = true;
    const target = { kind: 'handle' as const, adapter: 'mongoose', type: 'schema', data: schema };
    this.site.run(plugin, options ? [target, options] : [target]);
  }
}

const flat = (value: ObjectValue): Value => object([...readOptions(value).entries]);

/** `{ type: { type: String } }` is a path that is called `type`. */
const hasOwnType = (type: Value): boolean => type.kind === 'object' && type.entries.has('type');

/** mongoose-delete sets `deleted`; with `overrideMethods` its reads leave such documents out. */
const softDeletes = (plugin: Value): boolean =>
  plugin.kind === 'handle' && 'specifier' in plugin.data && plugin.data.specifier === 'mongoose-delete';

/** Paths of an object of definitions. */
export function definitionsIn(
  definition: Value,
  place: Place,
  { site, draft }: SchemaReading,
): readonly PathDefinition[] {
  const { entries, isWhole } = readOptions(definition);
  draft.isOpen ||= !isWhole;
  return [...entries].map(([name, value]) => {
    const inner = value.kind === 'array' ? value.elements[0] : value;
    return { name, value, place: (inner && site.placeOf(inner)) ?? place };
  });
}
