import type { Table, UniqueConstraint } from '../../schema/table.js';
import { isFresh } from '../../values/traits.js';
import type { ClassValue, Value } from '../../values/value.js';
import type { CallSite, ClassFacts, DecoratorUse, MemberFacts } from '../adapter.js';
import { columnsIn, constraintsIn, uniqueOf } from './constraints.js';
import { isFalse, textIn, type PropertyFacts } from './property-options.js';

const KINDS: ReadonlyMap<string, PropertyFacts['kind']> = new Map([
  ['Property', 'scalar'],
  ['Enum', 'scalar'],
  ['PrimaryKey', 'primary'],
  ['ManyToOne', 'to-one'],
  ['OneToOne', 'one-to-one'],
  ['Embedded', 'embedded'],
  ['OneToMany', 'to-many'],
  ['ManyToMany', 'to-many'],
  // Another name of MongoDB's `_id`, without a column of its own.
  ['SerializedPrimaryKey', 'none'],
]);

const isOwn = ({ from }: DecoratorUse): boolean => from?.startsWith('@mikro-orm/') === true;

/**
 * What the decorators of an entity and its base classes declare.
 * https://mikro-orm.io/docs/decorators
 */
export function classTable(value: ClassValue, site: CallSite): Table | undefined {
  const levels = site.classesOf(value).map(level => site.factsOf(level));
  const [own] = levels;
  if (!own) return undefined;
  const entity = own.decorators.find(decorator => decorator.name === 'Entity' && isOwn(decorator));
  if (!entity) return undefined;
  const properties = propertiesOf(value, site);
  return {
    name: own.name,
    databaseName: tableNameIn(entity) ?? inherited(levels),
    columns: columnsIn(properties),
    uniques: [...constraintsIn(properties), ...levels.toReversed().flatMap(uniquesOf)],
    isOpen: isBaseUnread(value, site),
    place: { file: own.file, line: own.line },
  };
}

function tableNameIn({ args: [options] }: DecoratorUse): string | undefined {
  const given = (name: string): string | undefined =>
    options?.kind === 'object' ? textIn(options.entries.get(name)) : undefined;
  return given('tableName') ?? given('collection');
}

/** Single table inheritance: rows of a subclass stand in the table of the class with `discriminatorColumn`. */
function inherited([, ...bases]: readonly ClassFacts[]): string | undefined {
  for (const { decorators } of bases) {
    const entity = decorators.find(decorator => decorator.name === 'Entity' && isOwn(decorator));
    const [options] = entity?.args ?? [];
    if (entity && options?.kind === 'object' && options.entries.has('discriminatorColumn'))
      return tableNameIn(entity);
  }
  return undefined;
}

/** Properties of the class and its bases, the bases' first; embedded ones spread out. */
function propertiesOf(value: ClassValue, site: CallSite, depth = 0): readonly PropertyFacts[] {
  const found = new Map<string, PropertyFacts>();
  for (const level of site.classesOf(value).toReversed()) {
    const { file, members } = site.factsOf(level);
    for (const member of members) {
      for (const property of propertyOf(member, file, site, depth)) found.set(property.name, property);
    }
  }
  return [...found.values()];
}

function propertyOf(
  member: MemberFacts,
  file: string,
  site: CallSite,
  depth: number,
): readonly PropertyFacts[] {
  const decorator = member.decorators.find(use => KINDS.has(use.name) && isOwn(use));
  if (!decorator) return [];
  const kind = KINDS.get(decorator.name) ?? 'none';
  const options = optionsOf(decorator, site);
  // `id = randomUUID()` does what `onCreate` does.
  if (member.initial && isFresh(member.initial)) options.set('onCreate', member.initial);
  const { name, line, isOptional, type } = member;
  const property = { name, file, line, kind, options, isOptional, type };
  return kind === 'embedded' ? embedded(property, decorator, site, depth) : [property];
}

/** `@ManyToOne(() => Author, { primary: true })`, `@ManyToOne({ entity: () => Author, primary: true })`. */
function optionsOf({ args }: DecoratorUse, site: CallSite): Map<string, Value> {
  const given = args.filter(argument => argument.kind === 'object');
  const target = args[0]?.kind === 'object' ? undefined : args[0];
  const entries = new Map(given.flatMap(part => [...part.entries]));
  if (target && site.property(target, 'name').kind !== 'unknown') entries.set('entity', target);
  return entries;
}

const MAX_DEPTH = 3;

/** Columns of an embeddable stand in the table of its owner, under `owner_column`. */
function embedded(
  { name, file, line, isOptional, options }: PropertyFacts,
  { args: [first] }: DecoratorUse,
  site: CallSite,
  depth: number,
): readonly PropertyFacts[] {
  if (depth > MAX_DEPTH || options.has('array') || options.has('object')) return [];
  const target = first?.kind === 'function' ? site.run(first, []) : (options.get('entity') ?? first);
  const of = target?.kind === 'function' ? site.run(target, []) : target;
  if (of?.kind !== 'class') return [];
  return propertiesOf(of, site, depth + 1).map(part => ({
    ...part,
    name: `${name}.${part.name}`,
    file,
    line,
    isOptional: part.isOptional || isOptional,
  }));
}

function uniquesOf({ file, members, decorators }: ClassFacts): readonly UniqueConstraint[] {
  const read = (uses: readonly DecoratorUse[], on: string | undefined): readonly UniqueConstraint[] =>
    uses
      .filter(use => use.name === 'Unique' && isOwn(use))
      .flatMap(({ args: [options], line }) => uniqueOf(options, on, { file, line }) ?? []);
  return [...members.flatMap(member => read(member.decorators, member.name)), ...read(decorators, undefined)];
}

/** A base class that is no class of the project may declare more; the library's own has methods alone. */
function isBaseUnread(value: ClassValue, site: CallSite): boolean {
  const { superClass } = (site.classesOf(value).at(-1) ?? value).node;
  return superClass !== null && !(superClass.type === 'Identifier' && superClass.name === 'BaseEntity');
}

/** Whether `flush` writes a property: what has no decorator, or says `persist: false`, is never written. */
export function isStoredIn(value: ClassValue, name: string, site: CallSite): boolean {
  const properties = propertiesOf(value, site);
  const found = properties.filter(property => (property.name.split('.')[0] ?? '') === name);
  if (found.length > 0) return found.some(({ options }) => !isFalse(options.get('persist')));
  return properties.length === 0 || isBaseUnread(value, site);
}

/** Properties that hold a row of another table. */
export const relationsIn = (value: ClassValue, site: CallSite): ReadonlySet<string> =>
  new Set(
    propertiesOf(value, site).flatMap(({ name, kind }) =>
      kind === 'to-one' || kind === 'one-to-one' ? [name] : [],
    ),
  );
