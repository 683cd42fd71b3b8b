import type { SchemaChange } from '../../schema/schema-change.js';
import type { Column, Place } from '../../schema/table.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { flagOf, listOf, readOptions, textIn, textOf, textsIn, type Options } from '../options.js';
import { primaryKeyOn, TableDraft, uniqueOn } from '../table-draft.js';
import { isMadeByDatabase } from './entity-reading.js';
import type { SchemaPart } from './schema-changes.js';

/** `new Table({ name, columns, uniques, indices })` */
export function createdTable(
  name: string,
  { options: given, place }: SchemaPart,
  site: CallSite,
): SchemaChange {
  const draft = new TableDraft();
  const options = readOptions(given);
  draft.isOpen = !options.isWhole || isOpenList(options.entries.get('columns'));
  for (const value of listOf(options.entries.get('columns'))) {
    const part = partOf(value, place, site);
    const column = columnOf(part, site);
    if (!column) {
      draft.isOpen = true;
      continue;
    }
    draft.addColumn(column);
    const facts = readOptions(part.options);
    if (flagOf(facts, 'isPrimary') === true)
      draft.addToPrimaryKey(column.name, part.place, textOf(facts, 'primaryKeyConstraintName'));
    if (flagOf(facts, 'isUnique') === true)
      draft.addUnique(uniqueOn({ columns: [column.name], place: part.place }));
  }
  for (const [list, kind] of [
    ['uniques', 'unique'],
    ['indices', 'index'],
  ] as const) {
    for (const value of listOf(options.entries.get(list)))
      for (const change of keyOf(name, partOf(value, place, site), kind))
        if (change.kind === 'add-unique') draft.addUnique(change.unique);
  }
  const short = name.split('.').at(-1) ?? name;
  return { kind: 'create-table', table: draft.table(short, short, place) };
}

const isOpenList = (value: Value | undefined): boolean =>
  value !== undefined && (value.kind !== 'array' || value.open);

function partOf(value: Value, within: Place, site: CallSite): SchemaPart {
  if (value.kind === 'handle' && value.type === 'schema-part') return value.data as SchemaPart;
  return { options: value, place: site.placeOf(value) ?? within };
}

/** https://typeorm.io/docs/migrations/api: nullable only where it is said. */
function columnOf({ options: given }: SchemaPart, site: CallSite): Column | undefined {
  const options = readOptions(given);
  const name = textOf(options, 'name');
  if (name === undefined) return undefined;
  const isPrimary = flagOf(options, 'isPrimary') === true;
  return {
    name,
    databaseName: name,
    isNullable: isPrimary ? false : flagOf(options, 'isNullable'),
    isGenerated: isMade(options, site),
  };
}

const GENERATES = /uuid|gen_random|nextval|newid|unique_rowid/iu;

/** In a migration a default is SQL. */
const isMade = (options: Options, site: CallSite): boolean =>
  flagOf(options, 'isGenerated') === true ||
  options.entries.has('generationStrategy') ||
  /serial/iu.test(textOf(options, 'type') ?? '') ||
  GENERATES.test(textIn(options.entries.get('default')) ?? '') ||
  isMadeByDatabase(options.entries.get('default'), site);

/** A column with its own constraints. */
export function addedColumn(table: string, part: SchemaPart, site: CallSite): readonly SchemaChange[] {
  const column = columnOf(part, site);
  if (!column) return [];
  const { place } = part;
  const options = readOptions(part.options);
  const changes: SchemaChange[] = [{ kind: 'add-column', table, column, place }];
  if (flagOf(options, 'isPrimary') === true)
    changes.push({ kind: 'add-unique', table, unique: primaryKeyOn([column.name], place) });
  if (flagOf(options, 'isUnique') === true)
    changes.push({ kind: 'add-unique', table, unique: uniqueOn({ columns: [column.name], place }) });
  return changes;
}

/** The old column becomes the new one, with its constraint or without. */
export function changedColumn(
  table: string,
  from: string | undefined,
  part: SchemaPart,
  site: CallSite,
): readonly SchemaChange[] {
  const options = readOptions(part.options);
  const name = textOf(options, 'name') ?? from;
  if (from === undefined || name === undefined) return [];
  const changes: SchemaChange[] =
    from === name ? [] : [{ kind: 'rename-column', table, column: from, to: name }];
  const isNullable = flagOf(options, 'isNullable');
  const isUnique = flagOf(options, 'isUnique');
  changes.push({
    kind: 'alter-column',
    table,
    column: name,
    ...(isNullable !== undefined && { isNullable }),
    ...(isMade(options, site) && { isGenerated: true }),
  });
  if (isUnique === true)
    changes.push({ kind: 'add-unique', table, unique: uniqueOn({ columns: [name], place: part.place }) });
  else if (isUnique === false) changes.push({ kind: 'drop-unique-columns', table, columns: [name] });
  return changes;
}

/** `new TableUnique({ columnNames })`, `new TableIndex({ columnNames, isUnique, where })` */
export function keyOf(
  table: string,
  { options: given, place }: SchemaPart,
  kind: 'unique' | 'index',
): readonly SchemaChange[] {
  const options = readOptions(given);
  const columns = textsIn(options.entries.get('columnNames'));
  if (!columns || (kind === 'index' && flagOf(options, 'isUnique') !== true)) return [];
  const where =
    textOf(options, 'where') ??
    (flagOf(options, 'isNullFiltered') === true
      ? columns.map(column => `${column} IS NOT NULL`).join(' AND ')
      : undefined);
  const unique = uniqueOn({ columns, place, name: textOf(options, 'name'), where });
  return [{ kind: 'add-unique', table, unique }];
}
