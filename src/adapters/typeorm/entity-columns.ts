import type { Column, Place } from '../../schema/table.js';
import type { ClassFacts, DecoratorUse, MemberFacts } from '../adapter.js';
import { flagOf, listOf, noOptions, readOptions, textIn, textOf, type Options } from '../options.js';
import { primaryKey } from './entity.js';
import {
  classIn,
  isMadeByDatabase,
  ownDecorators,
  pathsIn,
  predicateOf,
  type EntityReading,
} from './entity-reading.js';
import { foreignKey } from './where.js';

/** Where in the entity a class stands: at its top, or embedded under a property. */
export interface Part {
  /** `address.` */
  readonly path: string;
  /** Names of its columns in the database are made up with a prefix. */
  readonly isPrefixed: boolean;
  /** The table holds rows of other classes too, which leave its columns empty. */
  readonly isOfChild: boolean;
}

const COLUMN =
  /^(?:(?:Primary|PrimaryGenerated|ObjectId|CreateDate|UpdateDate|DeleteDate|Version|View)?Column)$/u;
const PRIMARY = /^(?:PrimaryColumn|PrimaryGeneratedColumn|ObjectIdColumn)$/u;
const RELATION = /^(?:ManyToOne|OneToOne|TreeParent)$/u;

/** Embedded classes that embed others. */
const DEEPEST = 5;

/** Reads the columns and constraints that one class declares. https://typeorm.io/docs/entity/entities */
export function readLevel(facts: ClassFacts, part: Part, reading: EntityReading): void {
  for (const member of facts.members) {
    const decorators = ownDecorators(member.decorators);
    const column = decorators.find(({ name }) => COLUMN.test(name));
    const relation = decorators.find(({ name }) => RELATION.test(name));
    if (column?.name === 'Column' && column.args[0]?.kind === 'function')
      readEmbedded(member, column, part, reading);
    else if (column) readColumn(facts, member, column, part, reading);
    if (relation) readRelation(facts, member, relation, part, reading);
    for (const use of decorators)
      readConstraint(use, [`${part.path}${member.name}`], part, reading, placeIn(facts, use));
  }
  for (const use of ownDecorators(facts.decorators))
    readConstraint(use, undefined, part, reading, placeIn(facts, use));
}

const placeIn = ({ file }: ClassFacts, { line }: { readonly line: number }): Place => ({ file, line });

/** What stands last is options, unless it is a type: `@Column(String)`. */
function optionsIn({ args }: DecoratorUse): Options {
  const last = args.at(-1);
  return last && /^(?:object|choice|call|member|unknown)$/u.test(last.kind) ? readOptions(last) : noOptions;
}

function readColumn(
  facts: ClassFacts,
  member: MemberFacts,
  use: DecoratorUse,
  part: Part,
  reading: EntityReading,
): void {
  const options = optionsIn(use);
  const place = placeIn(facts, use);
  const name = `${part.path}${member.name}`;
  const isPrimary = PRIMARY.test(use.name) || flagOf(options, 'primary') === true;
  const isNullable = use.name === 'DeleteDateColumn' || part.isOfChild || flagOf(options, 'nullable');
  const given = textOf(options, 'name');
  const column: Column = {
    name,
    databaseName: part.isPrefixed ? undefined : given,
    isNullable: isPrimary ? false : isNullable,
    isGenerated:
      /^(?:PrimaryGenerated|ObjectId)Column$/u.test(use.name) ||
      ownDecorators(member.decorators).some(other => other.name === 'Generated') ||
      flagOf(options, 'generated') === true ||
      isMadeByDatabase(options.entries.get('default'), reading.site),
  };
  reading.draft.addColumn(part.path === '' ? column : { ...column, aliases: [flatName(name)] });
  if (use.name === 'ObjectIdColumn') reading.isDocument = true;
  if (use.name === 'DeleteDateColumn') reading.draft.softDeletedBy = name;
  if (isPrimary) reading.draft.addToPrimaryKey(name, place, textOf(options, 'primaryKeyConstraintName'));
  const isUnique = use.name === 'Column' ? flagOf(options, 'unique') : false;
  if (isUnique === true) reading.addUnique({ columns: [name], place });
  else if (isUnique === undefined) reading.draft.isOpen = true;
}

/** `address.city` is also met as `addressCity`, as a filter on `{ address: { city } }` is read. */
const flatName = (path: string): string => path.split('.').reduce(foreignKey);

function readEmbedded(member: MemberFacts, use: DecoratorUse, part: Part, reading: EntityReading): void {
  const embedded = classIn(use.args[0], reading.site);
  const path = `${part.path}${member.name}.`;
  if (!embedded || path.split('.').length > DEEPEST) {
    reading.draft.isOpen = true;
    return;
  }
  const prefix = optionsIn(use).entries.get('prefix');
  const isFlat = prefix?.kind === 'constant' && (prefix.value === false || prefix.value === '');
  for (const level of [...reading.site.classesOf(embedded)].reverse())
    readLevel(
      reading.site.factsOf(level),
      { ...part, path, isPrefixed: part.isPrefixed || !isFlat },
      reading,
    );
}

/**
 * The table of a `@ManyToOne`, and of a `@OneToOne` with `@JoinColumn`, holds the key; the latter gets a
 * unique constraint, unless it has no foreign key.
 * https://typeorm.io/docs/relations/one-to-one-relations
 */
function readRelation(
  facts: ClassFacts,
  member: MemberFacts,
  use: DecoratorUse,
  part: Part,
  reading: EntityReading,
): void {
  const decorators = ownDecorators(member.decorators);
  const join = decorators.find(({ name }) => name === 'JoinColumn');
  if (use.name === 'OneToOne' && !join) return;
  const options = optionsIn(use);
  const { entries } = options;
  const isOptional = entries.has('nullable') ? flagOf(options, 'nullable') : options.isWhole || undefined;
  const isPrimary =
    flagOf(options, 'primary') === true || decorators.some(({ name }) => name === 'PrimaryColumn');
  const hasForeignKey = flagOf(options, 'createForeignKeyConstraints') ?? true;
  reading.relations.push({
    path: `${part.path}${member.name}`,
    keys: keysOf(use, join, reading),
    isNullable: isPrimary ? false : isOptional,
    isPrimary,
    isUnique: use.name === 'OneToOne' && (hasForeignKey || !entries.has('createForeignKeyConstraints')),
    place: placeIn(facts, use),
  });
}

function keysOf(
  { args: [type] }: DecoratorUse,
  join: DecoratorUse | undefined,
  { site }: EntityReading,
): readonly { name: string | undefined; referenced: string }[] {
  const joins = listOf(join?.args[0]).map(readOptions);
  const isNamed = joins.some(options => options.entries.has('referencedColumnName'));
  const target = isNamed ? undefined : classIn(type, site);
  const referenced = target ? primaryKey({ name: undefined, class: target }, site).names : ['id'];
  if (isNamed || referenced[1] === '_id' || referenced.length === 1)
    return (joins.length > 0 ? joins : [noOptions]).map(options => ({
      name: textOf(options, 'name'),
      referenced: textIn(options.entries.get('referencedColumnName')) ?? referenced[0] ?? 'id',
    }));
  return referenced.map(key => ({ name: undefined, referenced: key }));
}

/** `@Unique(...)`, and `@Index(...)` where it is unique; `own`: the property that it stands on. */
function readConstraint(
  { name, args }: DecoratorUse,
  own: readonly string[] | undefined,
  part: Part,
  reading: EntityReading,
  place: Place,
): void {
  if (name !== 'Unique' && name !== 'Index') return;
  const given = textIn(args[0]);
  const [fields, more] = given === undefined ? args : args.slice(1);
  const options = readOptions([fields, more].find(value => value?.kind === 'object'));
  const isUnique = name === 'Unique' || flagOf(options, 'unique');
  if (isUnique === false) return;
  const paths = pathsIn(options.entries.get('columns') ?? fields, reading.site);
  const columns = own ?? paths?.map(path => `${part.path}${path}`);
  if (isUnique === undefined || !columns) {
    reading.draft.isOpen = true;
    return;
  }
  const where = predicateOf(options, columns);
  reading.addUnique({ columns, place, name: given ?? textOf(options, 'name'), where });
}
