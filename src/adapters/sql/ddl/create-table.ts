import type { SchemaChange } from '../../../schema/schema-change.js';
import type { Column, UniqueConstraint } from '../../../schema/table.js';
import { get, listOf, type Tree } from '../tree.js';
import { isInteger, readColumnDefinition } from './columns.js';
import type { DefinitionReader } from './definition-reader.js';
import { KeyMaker } from './keys.js';

/** One tree of CREATE TABLE, and the reader of its names. */
export interface CreateTable {
  readonly body: Tree;
  readonly reader: DefinitionReader;
}

/** CREATE TABLE; several trees where it was read item by item. `isOpen`: some of it could not be read. */
export function createTable(trees: readonly CreateTable[], isOpen: boolean): readonly SchemaChange[] {
  const [first] = trees;
  const name = first && first.reader.nameOf(get(first.body, 'name'));
  // A temporary table lasts as long as the connection.
  if (!first || name === undefined || get(first.body, 'temporary') === true) return [];
  const { body, reader } = first;
  const keys = new KeyMaker(name, reader);
  const definitions = trees.flatMap(({ body: tree, reader: names }) =>
    listOf(get(tree, 'columns')).map(column => ({
      facts: readColumnDefinition(column, names),
      tree: column,
      names,
    })),
  );
  const inline = definitions.flatMap(({ facts, tree, names }) =>
    keys.ofColumn(facts, names.placeOf(get(tree, 'name'))),
  );
  const separate = trees.flatMap(({ body: tree, reader: names }) =>
    listOf(get(tree, 'constraints')).flatMap(constraint => keys.ofConstraint(constraint, names) ?? []),
  );
  const uniques = [...inline, ...separate];
  const columns = definitions.map(({ facts, tree }) =>
    keyed(facts.column, uniques, isInteger(get(tree, 'data_type')), first),
  );
  const table = {
    name,
    databaseName: name,
    columns,
    uniques,
    isOpen: isOpen || copiesKeys(body, reader),
    place: reader.place,
  };
  const change: SchemaChange = { kind: 'create-table', table };
  return get(body, 'or_replace') === true ? [{ kind: 'drop-table', table: name }, change] : [change];
}

/** `LIKE b` in MySQL takes the keys along, and a partition has those of its table. */
function copiesKeys(body: Tree, { dialect }: DefinitionReader): boolean {
  const isSet = (field: string): boolean => (get(body, field) ?? undefined) !== undefined;
  return isSet('partition_of') || (isSet('like') && dialect === 'mysql');
}

/** A column of a primary key is never null; a single INTEGER in SQLite is the number of the row. */
function keyed(
  column: Column,
  uniques: readonly UniqueConstraint[],
  isNumber: boolean,
  { body, reader }: CreateTable,
): Column {
  const key = uniques.find(({ kind }) => kind === 'primary-key');
  if (!key?.parts.some(part => part.column === column.name)) return column;
  if (reader.dialect !== 'sqlite') return { ...column, isNullable: false };
  // An old mistake that SQLite keeps: https://www.sqlite.org/lang_createtable.html#the_primary_key
  const isStrict = get(body, 'without_rowid') === true || get(body, 'strict') === true;
  const isRowId = key.parts.length === 1 && isNumber && get(body, 'without_rowid') !== true;
  return {
    ...column,
    isNullable: column.isNullable === true && !isStrict && !isRowId,
    isGenerated: column.isGenerated || isRowId,
  };
}
