import { isMadeValue } from '../../../schema/made-values.js';
import type { Column } from '../../../schema/table.js';
import { bodyOf, findAll, get, kindOf, listOf, nameOf, type Tree } from '../tree.js';
import type { DefinitionReader } from './definition-reader.js';
import { NULLS_EQUAL } from './rewrites.js';

/** A column's definition. */
export interface ColumnFacts {
  readonly column: Column;
  /** Keys of this column alone, declared with it. */
  readonly keys: readonly ColumnKey[];
}

export interface ColumnKey {
  readonly kind: 'primary-key' | 'unique';
  readonly name: string | undefined;
  readonly areNullsEqual: boolean;
}

/** MySQL: SERIAL is short for BIGINT UNSIGNED NOT NULL AUTO_INCREMENT UNIQUE. */
const SERIAL_KEY: ColumnKey = { kind: 'unique', name: undefined, areNullsEqual: false };

const SERIAL = /^(?:big|small)?serial[248]?$/iu;

/** `name` and its type and options, which the tree has in several shapes. */
export function readColumn(
  name: string,
  type: Tree,
  options: readonly Tree[],
  reader: DefinitionReader,
): ColumnFacts {
  const given = options.map(option => get(option, 'option') ?? option);
  const has = (kind: string): boolean => given.some(option => kindOf(option) === kind);
  const isSerial = SERIAL.test(typeName(type));
  const isNumbered = isSerial || given.some(option => isIdentity(option) || isAutoIncrement(option));
  const areNullsEqual = commentOf(given) === NULLS_EQUAL;
  const keys = options.flatMap((option, index) => keyOf(option, given[index], areNullsEqual, reader));
  // SQLite numbers an INTEGER PRIMARY KEY, and no other. https://www.sqlite.org/rowidtable.html
  const isRowId = reader.dialect === 'sqlite' && has('PrimaryKey') && isInteger(type);
  const isKey = has('PrimaryKey') && (reader.dialect !== 'sqlite' || isRowId);
  return {
    column: {
      name,
      databaseName: name,
      isNullable: !(has('NotNull') || isKey || isNumbered),
      isGenerated:
        isNumbered || isRowId || given.some(option => kindOf(option) === 'Default' && isMade(bodyOf(option))),
    },
    keys: isSerial && reader.dialect === 'mysql' ? [...keys, SERIAL_KEY] : keys,
  };
}

/** The column definition of CREATE TABLE and ADD COLUMN. */
export const readColumnDefinition = (tree: Tree, reader: DefinitionReader): ColumnFacts =>
  readColumn(
    reader.nameOf(get(tree, 'name')) ?? '',
    get(tree, 'data_type'),
    listOf(get(tree, 'options')),
    reader,
  );

function keyOf(
  option: Tree,
  given: Tree,
  areNullsEqual: boolean,
  reader: DefinitionReader,
): readonly ColumnKey[] {
  const name = reader.nameOf(get(option, 'name'));
  if (kindOf(given) === 'Unique') return [{ kind: 'unique', name, areNullsEqual }];
  return kindOf(given) === 'PrimaryKey' ? [{ kind: 'primary-key', name, areNullsEqual: false }] : [];
}

/** `nextval('users_id_seq')`: an expression whose value no other row has. */
export const isMade = (expression: Tree): boolean =>
  findAll(expression, 'Function').some(call => isMadeValue(`${nameOf(get(call, 'name')) ?? ''}()`));

/** SQLite: the type must be this word. */
export const isInteger = (type: Tree): boolean => kindOf(type) === 'Integer';

const typeName = (type: Tree): string =>
  kindOf(type) === 'Custom' ? (nameOf(listOf(bodyOf(type))[0]) ?? '') : '';

/** `GENERATED ALWAYS AS IDENTITY`; with an expression it is a computed column. */
const isIdentity = (option: Tree): boolean =>
  kindOf(option) === 'Generated' && (get(bodyOf(option), 'generation_expr') ?? undefined) === undefined;

const isAutoIncrement = (option: Tree): boolean =>
  kindOf(option) === 'DialectSpecific' &&
  listOf(bodyOf(option)).some(token => {
    const word = get(token, 'Word', 'value');
    return typeof word === 'string' && /^auto_?increment$/iu.test(word);
  });

const commentOf = (options: readonly Tree[]): Tree =>
  bodyOf(options.find(option => kindOf(option) === 'Comment'));
