import type { SchemaChange } from '../../schema/schema-change.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { flagOf, readOptions, textIn, textOf } from '../options.js';
import { primaryKeyOn, uniqueOn } from '../table-draft.js';
import { builderIn } from './builder.js';
import { rawIn } from './raw.js';
import type { TableBuilder } from './table-builder.js';

/** Knex's own name of an index: `users_tenant_id_email_unique`. */
export const madeUpName = (table: string, columns: readonly string[], type: string): string =>
  [table.replace(/[.-]/gu, '_'), ...columns, type].join('_').toLowerCase();

/**
 * `table.unique(columns, name | options)`, `table.primary(...)`, `table.index(columns, name, { indexType:
 * 'unique' })`
 */
export function addKey(
  builder: TableBuilder,
  method: string,
  [first, second, third]: readonly Value[],
  site: CallSite,
): void {
  const { table, parts } = builder;
  const options = readOptions([second, third].find(value => value?.kind === 'object'));
  const isUniqueIndex =
    method !== 'index' || /unique/iu.test(textOf(options, 'indexType') ?? textIn(third) ?? '');
  if (!isUniqueIndex) return;
  const columns = namesIn(first);
  if (!columns) {
    builder.isOpen = true;
    return;
  }
  const place = { file: site.file, line: site.line };
  const given = textIn(second) ?? textOf(options, method === 'primary' ? 'constraintName' : 'indexName');
  if (method === 'primary') {
    parts.push({ kind: 'add-unique', table, unique: primaryKeyOn(columns, place, given) });
    return;
  }
  const name = given ?? madeUpName(table, columns, method);
  const where = predicateText(options.entries.get('predicate'));
  parts.push({ kind: 'add-unique', table, unique: uniqueOn({ columns, place, name, where }) });
}

/**
 * `knex.whereNull('deleted_at')`, `knex.whereRaw('deleted_at is null')`; `?` stands for what cannot be read.
 */
function predicateText(predicate: Value | undefined): string | undefined {
  const filter = predicate && builderIn(predicate)?.filter;
  if (!predicate) return undefined;
  if (!filter) return textIn(rawIn(predicate)?.text) ?? '?';
  const tests = [...filter.entries].map(([column, value]) => {
    if (value.kind !== 'constant') return `${column} = ?`;
    return value.value === null ? `${column} is null` : `${column} = ${JSON.stringify(value.value)}`;
  });
  return [...tests, ...[...filter.compared].map(column => `${column} ?`), ...filter.rest.map(() => '?')].join(
    ' and ',
  );
}

/** Methods that only an existing table has. */
export function alter({ table, parts }: TableBuilder, method: string, args: readonly Value[]): void {
  const [first, second] = args;
  const column = textIn(first);
  const name = textIn(second);
  const push = (...changes: readonly SchemaChange[]): void => void parts.push(...changes);
  switch (method) {
    case 'dropColumn':
    case 'dropColumns':
      for (const dropped of args.flatMap(part => namesIn(part) ?? []))
        push({ kind: 'drop-column', table, column: dropped });
      return;
    case 'dropTimestamps': {
      const isCamelCase =
        first?.kind === 'object'
          ? flagOf(readOptions(first), 'useCamelCase') === true
          : first?.kind === 'constant' && first.value === true;
      for (const dropped of isCamelCase ? ['createdAt', 'updatedAt'] : ['created_at', 'updated_at'])
        push({ kind: 'drop-column', table, column: dropped });
      return;
    }
    case 'renameColumn':
      if (column !== undefined && name !== undefined)
        push({ kind: 'rename-column', table, column, to: name });
      return;
    case 'setNullable':
    case 'dropNullable':
      if (column !== undefined)
        push({ kind: 'alter-column', table, column, isNullable: method === 'setNullable' });
      return;
    case 'dropPrimary':
    case 'dropPrimaryIfExists':
      return push({ kind: 'drop-primary-key', table });
    case 'dropUnique':
    case 'dropUniqueIfExists':
    case 'dropIndex':
      return push(...dropped(table, method === 'dropIndex' ? 'index' : 'unique', namesIn(first), name));
    default:
  }
}

/** By its name, given or made up: it is looked for under no other. */
function dropped(
  table: string,
  type: 'index' | 'unique',
  columns: readonly string[] | undefined,
  given: string | undefined,
): readonly SchemaChange[] {
  const name = given ?? (columns && madeUpName(table, columns, type));
  return name === undefined ? [] : [{ kind: 'drop-unique', table, name }];
}

/** Columns, one or several. */
const namesIn = (value: Value | undefined): readonly string[] | undefined => {
  const values = value?.kind === 'array' && !value.open ? value.elements : value ? [value] : [];
  const names = values.map(textIn);
  return names.length > 0 && names.every(name => name !== undefined) ? names : undefined;
};
