import { noColumns } from '../../operations/operation.js';
import type { SchemaChange } from '../../schema/schema-change.js';
import type { Place } from '../../schema/table.js';
import { array, constant, handle, object, undefinedValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { listOf, readOptions, textIn, textOf, textsIn } from '../options.js';
import { primaryKeyOn } from '../table-draft.js';
import { sourceOf } from './handles.js';
import { addedColumn, changedColumn, createdTable, keyOf } from './table-options.js';

/**
 * `new Table({ ... })`, `new TableColumn`, `new TableIndex`, `new TableUnique`: options, and where they
 * stand.
 */
export interface SchemaPart {
  readonly options: Value | undefined;
  readonly place: Place;
}

export const PARTS: ReadonlySet<string> = new Set([
  'Table',
  'TableColumn',
  'TableIndex',
  'TableUnique',
  'TableForeignKey',
  'TableCheck',
  'TableExclusion',
]);

export const schemaPart = (options: Value | undefined, site: CallSite): Handle =>
  handle('typeorm', 'schema-part', { options, place: placeOf(options, site) } satisfies SchemaPart);

/** Options as an object or as what was made of it. */
export function partIn(value: Value | undefined, site: CallSite): SchemaPart {
  return value?.kind === 'handle' && value.type === 'schema-part'
    ? (value.data as SchemaPart)
    : { options: value, place: placeOf(value, site) };
}

const placeOf = (value: Value | undefined, site: CallSite): Place =>
  (value && site.placeOf(value)) ?? { file: site.file, line: site.line };

const READS = /^(?:get|has)(?:Table|Tables|Column)$/u;

/**
 * Methods of a query runner that change the schema, each a statement of its own or several.
 * https://typeorm.io/docs/advanced-topics/query-runner-api
 */
export function schemaMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first, ...rest] = args;
  // A table that is read has the name it was asked for; what else it has is not known.
  if (name === 'getTable') return first && schemaPart(object([['name', first]], [], true), site);
  if (READS.test(name) || !first) return undefined;
  const table = tableIn(first, site);
  const make = CHANGES.get(name);
  if (!make) return undefined;
  const { transaction, connection } = sourceOf(target);
  site.record({
    kind: 'define',
    resource: { kind: 'table', name: table },
    filter: noColumns,
    columns: noColumns,
    transaction,
    connection,
    changes: table === undefined ? undefined : make(table, name === 'createTable' ? args : rest, site),
  });
  return undefinedValue;
}

type Make = (table: string, args: readonly Value[], site: CallSite) => readonly SchemaChange[];

const CHANGES: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['createTable', (table, [value], site) => [createdTable(table, partIn(value, site), site)]],
  ['dropTable', table => [{ kind: 'drop-table', table }]],
  [
    'renameTable',
    (table, [to]) => withText(to, name => ({ kind: 'rename-table', table, to: shortName(name) })),
  ],
  ['addColumn', each((table, value, site) => addedColumn(table, partIn(value, site), site))],
  ['addColumns', each((table, value, site) => addedColumn(table, partIn(value, site), site))],
  [
    'dropColumn',
    each((table, value, site) =>
      withText(nameIn(value, site), column => ({ kind: 'drop-column', table, column })),
    ),
  ],
  [
    'dropColumns',
    each((table, value, site) =>
      withText(nameIn(value, site), column => ({ kind: 'drop-column', table, column })),
    ),
  ],
  ['renameColumn', renamedColumn],
  [
    'changeColumn',
    (table, [from, to], site) => changedColumn(table, nameIn(from, site), partIn(to, site), site),
  ],
  [
    'changeColumns',
    each((table, value, site) => {
      const { entries } = readOptions(value);
      return changedColumn(
        table,
        nameIn(entries.get('oldColumn'), site),
        partIn(entries.get('newColumn'), site),
        site,
      );
    }),
  ],
  ['createPrimaryKey', createdPrimaryKey],
  ['updatePrimaryKeys', updatedPrimaryKey],
  ['dropPrimaryKey', table => [{ kind: 'drop-primary-key', table }]],
  ['createUniqueConstraint', each((table, value, site) => keyOf(table, partIn(value, site), 'unique'))],
  ['createUniqueConstraints', each((table, value, site) => keyOf(table, partIn(value, site), 'unique'))],
  ['createIndex', each((table, value, site) => keyOf(table, partIn(value, site), 'index'))],
  ['createIndices', each((table, value, site) => keyOf(table, partIn(value, site), 'index'))],
  ['dropUniqueConstraint', each(droppedKey)],
  ['dropUniqueConstraints', each(droppedKey)],
  ['dropIndex', each(droppedKey)],
  ['dropIndices', each(droppedKey)],
]);

/** One thing or a list of them. */
function each(make: (table: string, value: Value, site: CallSite) => readonly SchemaChange[]): Make {
  return (table, [value], site) => listOf(value).flatMap(part => make(table, part, site));
}

const withText = (
  value: Value | string | undefined,
  make: (text: string) => SchemaChange,
): readonly SchemaChange[] => {
  const text = typeof value === 'string' ? value : textIn(value);
  return text === undefined ? [] : [make(text)];
};

/** Name of a column, index or table: a text, or a part that has it. */
function nameIn(value: Value | undefined, site: CallSite): string | undefined {
  return textIn(value) ?? textOf(readOptions(partIn(value, site).options), 'name');
}

const tableIn = (value: Value, site: CallSite): string | undefined => {
  const name = nameIn(value, site);
  return name === undefined ? undefined : shortName(name);
};

/** Without its schema. */
const shortName = (name: string): string => name.split('.').at(-1) ?? name;

function renamedColumn(table: string, [from, to]: readonly Value[], site: CallSite): readonly SchemaChange[] {
  const [column, name] = [nameIn(from, site), nameIn(to, site)];
  return column === undefined || name === undefined || column === name
    ? []
    : [{ kind: 'rename-column', table, column, to: name }];
}

function createdPrimaryKey(
  table: string,
  [columns, name]: readonly Value[],
  site: CallSite,
): readonly SchemaChange[] {
  const names = textsIn(columns);
  const place = { file: site.file, line: site.line };
  return names ? [{ kind: 'add-unique', table, unique: primaryKeyOn(names, place, textIn(name)) }] : [];
}

function updatedPrimaryKey(
  table: string,
  [columns]: readonly Value[],
  site: CallSite,
): readonly SchemaChange[] {
  const names = array(listOf(columns).map(part => constant(nameIn(part, site))));
  return [{ kind: 'drop-primary-key', table }, ...createdPrimaryKey(table, [names], site)];
}

/** By name; one that is known by its columns alone is the constraint that was made on them. */
function droppedKey(table: string, value: Value, site: CallSite): readonly SchemaChange[] {
  const name = nameIn(value, site);
  if (name !== undefined) return [{ kind: 'drop-unique', table, name }];
  const columns = textsIn(readOptions(partIn(value, site).options).entries.get('columnNames'));
  return columns ? [{ kind: 'drop-unique-columns', table, columns }] : [];
}
