import type { Place, Table } from '../../schema/table.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { flagOf, listOf, noOptions, readOptions, textIn, textOf, type Options } from '../options.js';
import type { Schema } from './entity.js';
import { EntityReading, isMadeByDatabase, pathsIn, predicateOf } from './entity-reading.js';

const tables = new WeakMap<Schema, Table>();

/** `new EntitySchema({ ... })`: https://typeorm.io/docs/entity/separating-entity-definition */
export function schemaTable(schema: Schema, site: CallSite): Table {
  const known = tables.get(schema) ?? readSchema(schema, site);
  tables.set(schema, known);
  return known;
}

function readSchema({ options: given, place }: Schema, site: CallSite): Table {
  const options = readOptions(given);
  const reading = new EntityReading(site);
  const placeOf = (value: Value): Place => site.placeOf(value) ?? place;
  const parts = (name: string): readonly [string, Value][] => {
    const { entries, isWhole } = readOptions(options.entries.get(name));
    reading.draft.isOpen ||= !isWhole;
    return [...entries];
  };
  for (const [name, value] of parts('columns')) readColumn(name, value, reading, placeOf(value));
  for (const [name, value] of parts('relations')) readRelation(name, value, reading, placeOf(value));
  for (const value of listOf(options.entries.get('uniques')))
    readUnique(value, () => true, reading, placeOf(value));
  for (const value of listOf(options.entries.get('indices')))
    readUnique(value, index => flagOf(index, 'unique'), reading, placeOf(value));
  reading.finish();
  reading.draft.isOpen ||= !options.isWhole || options.entries.has('embeddeds');
  const name = textOf(options, 'name') ?? textOf(options, 'tableName') ?? '';
  return reading.draft.table(name, textOf(options, 'tableName'), place);
}

function readColumn(name: string, value: Value, reading: EntityReading, place: Place): void {
  const { draft, site } = reading;
  const options = readOptions(value);
  const isPrimary = flagOf(options, 'primary') === true || flagOf(options, 'objectId') === true;
  draft.addColumn({
    name,
    databaseName: textOf(options, 'name'),
    isNullable: isPrimary ? false : flagOf(options, 'deleteDate') === true || flagOf(options, 'nullable'),
    isGenerated:
      flagOf(options, 'generated') === true ||
      flagOf(options, 'objectId') === true ||
      isMadeByDatabase(options.entries.get('default'), site),
  });
  if (flagOf(options, 'objectId') === true) reading.isDocument = true;
  if (flagOf(options, 'deleteDate') === true) draft.softDeletedBy = name;
  if (isPrimary) draft.addToPrimaryKey(name, place, textOf(options, 'primaryKeyConstraintName'));
  const isUnique = flagOf(options, 'unique');
  if (isUnique === true) reading.addUnique({ columns: [name], place });
  else draft.isOpen ||= isUnique === undefined;
}

function readRelation(name: string, value: Value, reading: EntityReading, place: Place): void {
  const options = readOptions(value);
  const type = textOf(options, 'type');
  const join = options.entries.get('joinColumn');
  const isOwner = type === 'many-to-one' || (type === 'one-to-one' && isGivenTrue(join));
  if (!isOwner) return;
  const isPrimary = flagOf(options, 'primary') === true;
  const joins = listOf(join)
    .filter(({ kind }) => kind === 'object')
    .map(readOptions);
  reading.relations.push({
    path: name,
    keys: (joins.length > 0 ? joins : [noOptions]).map(part => ({
      name: textOf(part, 'name'),
      referenced: textOf(part, 'referencedColumnName') ?? 'id',
    })),
    isNullable: isPrimary ? false : options.entries.has('nullable') ? flagOf(options, 'nullable') : true,
    isPrimary,
    isUnique: type === 'one-to-one',
    place,
  });
}

const isGivenTrue = (join: Value | undefined): boolean =>
  join?.kind === 'object' || join?.kind === 'array' || (join?.kind === 'constant' && join.value === true);

function readUnique(
  value: Value,
  isUnique: (options: Options) => boolean | undefined,
  reading: EntityReading,
  place: Place,
): void {
  const options = readOptions(value);
  const columns = pathsIn(options.entries.get('columns'), reading.site);
  if (isUnique(options) === false) return;
  if (isUnique(options) === undefined || !columns) reading.draft.isOpen = true;
  else
    reading.addUnique({
      columns,
      place,
      name: textIn(options.entries.get('name')),
      where: predicateOf(options, columns),
    });
}
