import { noColumns } from '../../operations/operation.js';
import type { SchemaChange } from '../../schema/schema-change.js';
import type { Column, KeyPart, Place, Table, UniqueConstraint } from '../../schema/table.js';
import { undefinedValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { attributeConstraints } from './attribute-constraints.js';
import { readAttributes, type Attribute } from './attributes.js';
import { connection, isFalse, option, textOf } from './handles.js';
import { newIndex, uniqueIndex } from './indexes.js';

/** https://sequelize.org/api/v6/class/src/dialects/abstract/query-interface.js~queryinterface */
export function queryInterfaceMethod(
  _target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const changes = changesOf(name, args, site);
  if (!changes) return undefined;
  if (changes.length > 0)
    site.record({
      kind: 'define',
      resource: { kind: 'table', name: tableName(args[0], site) },
      filter: noColumns,
      columns: noColumns,
      changes,
    });
  return undefinedValue;
}

export const queryInterfaceMember = (name: string): Value | undefined =>
  name === 'sequelize' ? connection() : undefined;

const CHANGES =
  /^(?:(?:create|drop|rename)Table|(?:add|remove|change|rename)Column|(?:add|remove)(?:Index|Constraint))$/u;

/** `undefined`: no change of the schema; `[]`: one that cannot be read or does not matter. */
function changesOf(
  name: string,
  args: readonly Value[],
  site: CallSite,
): readonly SchemaChange[] | undefined {
  const [first, second, third] = args;
  const table = tableName(first, site);
  const place: Place = { file: site.file, line: site.line };
  if (name === 'dropAllTables' || name === 'dropSchema') return [];
  if (!CHANGES.test(name)) return undefined;
  if (table === undefined) return [];
  const text = textOf(second);
  switch (name) {
    case 'createTable':
      return [{ kind: 'create-table', table: createdTable(table, second, third, place, site) }];
    case 'dropTable':
      return [{ kind: 'drop-table', table }];
    case 'renameTable': {
      const to = tableName(second, site);
      return to === undefined ? [] : [{ kind: 'rename-table', table, to }];
    }
    case 'addColumn':
      return text === undefined ? [] : addedColumn(table, text, third, place, site);
    case 'removeColumn':
      return text === undefined ? [] : [{ kind: 'drop-column', table, column: text }];
    case 'renameColumn': {
      const to = textOf(third);
      return text === undefined || to === undefined
        ? []
        : [{ kind: 'rename-column', table, column: text, to }];
    }
    case 'changeColumn':
      return text === undefined ? [] : changedColumn(table, text, third, place, site);
    case 'addIndex':
      return addedIndex(table, args, place, site);
    case 'addConstraint':
      return addedConstraint(table, args, place, site);
    case 'removeIndex':
    case 'removeConstraint':
      return dropped(table, second);
    default:
      return [];
  }
}

/** `'users'`, `{ tableName: 'users', schema }`. */
function tableName(value: Value | undefined, site: CallSite): string | undefined {
  return textOf(value) ?? (value?.kind === 'object' ? textOf(site.property(value, 'tableName')) : undefined);
}

const columnOf = ({ name, field, isNullable, isGenerated }: Attribute): Column => ({
  name: field ?? name,
  databaseName: field ?? name,
  isNullable,
  isGenerated,
});

const parts = (columns: readonly string[]): readonly KeyPart[] =>
  columns.map(column => ({ column, expression: undefined }));

const unique = (columns: readonly string[], place: Place, name?: string): UniqueConstraint => ({
  kind: 'unique',
  name,
  parts: parts(columns),
  where: undefined,
  areNullsEqual: false,
  place,
});

/** In `createTable` attributes that give one name make up one constraint, as in a model. */
function createdTable(
  name: string,
  columns: Value | undefined,
  options: Value | undefined,
  place: Place,
  site: CallSite,
): Table {
  const { list, isOpen } = readAttributes(columns, place, site);
  return {
    name,
    databaseName: name,
    columns: list.map(columnOf),
    uniques: [
      ...attributeConstraints(list, place, ({ name: own, field }) => field ?? own),
      ...uniqueKeys(option(options, 'uniqueKeys', site), place, site),
    ],
    isOpen,
    place,
  };
}

/** `uniqueKeys: { name: { fields: ['a', 'b'] } }` */
function uniqueKeys(value: Value | undefined, place: Place, site: CallSite): readonly UniqueConstraint[] {
  if (value?.kind !== 'object') return [];
  return [...value.entries].flatMap(([name, key]) => {
    const columns = textsOf(option(key, 'fields', site));
    return columns.length > 0 ? [unique(columns, site.placeOf(key) ?? place, name)] : [];
  });
}

const textsOf = (value: Value | undefined): readonly string[] =>
  value?.kind === 'array' ? value.elements.flatMap(element => textOf(element) ?? []) : [];

function readColumn(
  name: string,
  definition: Value | undefined,
  place: Place,
  site: CallSite,
): Attribute | undefined {
  if (!definition) return undefined;
  const columns: Value = { kind: 'object', entries: new Map([[name, definition]]), spreads: [], open: false };
  return readAttributes(columns, place, site).list[0];
}

function addedColumn(
  table: string,
  name: string,
  definition: Value | undefined,
  place: Place,
  site: CallSite,
): readonly SchemaChange[] {
  const attribute = readColumn(name, definition, place, site);
  if (!attribute) return [];
  return [
    { kind: 'add-column', table, column: { ...columnOf(attribute), name, databaseName: name }, place },
    ...constraintsOf(table, name, attribute, place),
  ];
}

const constraintsOf = (
  table: string,
  name: string,
  attribute: Attribute,
  place: Place,
): readonly SchemaChange[] =>
  attribute.unique === undefined ? [] : [{ kind: 'add-unique', table, unique: unique([name], place) }];

function changedColumn(
  table: string,
  name: string,
  definition: Value | undefined,
  place: Place,
  site: CallSite,
): readonly SchemaChange[] {
  const attribute = readColumn(name, definition, place, site);
  if (!attribute) return [];
  const nullable = definition?.kind === 'object' ? option(definition, 'allowNull', site) : undefined;
  return [
    {
      kind: 'alter-column',
      table,
      column: name,
      // Without `allowNull` the column comes to be nullable.
      isNullable: !isFalse(nullable),
    },
    ...constraintsOf(table, name, attribute, place),
  ];
}

/** `addIndex(table, fields, options)`, `addIndex(table, { fields, unique, where })`. */
function addedIndex(
  table: string,
  args: readonly Value[],
  place: Place,
  site: CallSite,
): readonly SchemaChange[] {
  const [, second, third] = args;
  const options = second?.kind === 'array' ? third : second;
  const fields = second?.kind === 'array' ? second : option(options, 'fields', site);
  const index = newIndex(options, fields?.kind === 'array' ? fields.elements : [], place, site);
  const name = index.name ?? textOf(option(options, 'indexName', site));
  const constraint = uniqueIndex({ ...index, name }, field => field, site);
  return constraint ? [{ kind: 'add-unique', table, unique: constraint }] : [];
}

/** `addConstraint(table, { type: 'unique', fields, name })`; before version 6 the fields came second. */
function addedConstraint(
  table: string,
  args: readonly Value[],
  place: Place,
  site: CallSite,
): readonly SchemaChange[] {
  const [, second, third] = args;
  const options = second?.kind === 'array' ? third : second;
  const columns = textsOf(second?.kind === 'array' ? second : option(options, 'fields', site));
  const type = textOf(option(options, 'type', site))?.toLowerCase();
  if (columns.length === 0 || (type !== 'unique' && type !== 'primary key')) return [];
  const constraint = unique(columns, place, textOf(option(options, 'name', site)));
  return [
    {
      kind: 'add-unique',
      table,
      unique: { ...constraint, kind: type === 'unique' ? 'unique' : 'primary-key' },
    },
  ];
}

/** By name, or an index by its columns, from which Sequelize makes the name. */
function dropped(table: string, by: Value | undefined): readonly SchemaChange[] {
  const name = textOf(by);
  if (name !== undefined) return [{ kind: 'drop-unique', table, name }];
  const columns = textsOf(by);
  return columns.length > 0 ? [{ kind: 'drop-unique-columns', table, columns }] : [];
}
