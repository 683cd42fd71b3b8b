import type { SchemaChange } from '../../schema/schema-change.js';
import type { Column, Place } from '../../schema/table.js';
import { namesLike } from '../../syntax/names-like.js';
import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { primaryKeyOn, TableDraft } from '../table-draft.js';
import { newColumn, type ColumnDraft } from './column-builder.js';
import { addKey, alter } from './table-changes.js';

/** The builder that a callback of `createTable` or `alterTable` is given. */
export interface TableBuilder {
  readonly table: string;
  readonly place: Place;
  /** In order. A column is finished when the callback has ended. */
  readonly parts: (ColumnDraft | SchemaChange)[];
  /** A column, or the columns of a key, could not be read. */
  isOpen: boolean;
}

export function createdBy(
  table: string,
  callback: Value | undefined,
  site: CallSite,
  how?: 'like another',
): readonly SchemaChange[] {
  const builder = fill(table, callback, site);
  const draft = new TableDraft();
  draft.isOpen = builder.isOpen || callback?.kind !== 'function' || how !== undefined;
  let counted: ColumnDraft | undefined;
  for (const part of builder.parts) {
    if (!('kind' in part)) {
      draft.addColumn(part.column);
      if (part.isPrimary) counted ??= part;
    } else if (part.kind === 'add-unique' && part.unique.kind === 'primary-key')
      draft.setPrimaryKey(part.unique);
    else if (part.kind === 'add-unique') draft.addUnique(part.unique);
  }
  // `increments()` is the primary key unless the table names another.
  if (counted && !draft.hasPrimaryKey)
    draft.setPrimaryKey(primaryKeyOn([counted.column.name], counted.place));
  return [{ kind: 'create-table', table: draft.table(table, table, builder.place) }];
}

export function alteredBy(
  table: string,
  callback: Value | undefined,
  site: CallSite,
): readonly SchemaChange[] {
  return fill(table, callback, site).parts.flatMap((part): readonly SchemaChange[] => {
    if ('kind' in part) return [part];
    const { column, place, isAltered, altersNull, isPrimary } = part;
    if (isAltered)
      return [
        {
          kind: 'alter-column',
          table,
          column: column.name,
          ...(altersNull && column.isNullable !== undefined && { isNullable: column.isNullable }),
          ...(column.isGenerated && { isGenerated: true }),
        },
      ];
    const added: SchemaChange = { kind: 'add-column', table, column, place };
    return isPrimary
      ? [added, { kind: 'add-unique', table, unique: primaryKeyOn([column.name], place) }]
      : [added];
  });
}

function fill(table: string, callback: Value | undefined, site: CallSite): TableBuilder {
  const place = { file: site.file, line: site.line };
  const builder: TableBuilder = { table, place, parts: [], isOpen: false };
  if (callback?.kind !== 'function') return builder;
  const target = handle('knex', 'table-builder', builder);
  const isArrow = callback.node.type === 'ArrowFunctionExpression';
  site.run(isArrow ? callback : { ...callback, self: callback.self ?? target }, [target]);
  return builder;
}

/** https://knexjs.org/guide/schema-builder.html#column */
const TYPES = namesLike(
  'u',
  '(?:tiny|small|medium|big)?int(?:eger)?|bigInteger|decimal|float|double|real|bit|bool(?:ean)?|serial',
  'date(?:time)?|dateTime|timestamp|time|year|geometry|geography|point|char|varchar|string',
  '(?:tiny|medium|long)?(?:text|Text|blob|Blob)|(?:var)?binary|enu|enum|set|jsonb?|uuid|specificType',
  '(?:big)?increments|bigIncrements',
);

/** `table.name(...args)` */
export function tableMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const builder = target.data as TableBuilder;
  if (TYPES.test(name)) return newColumn(builder, name, args, site);
  if (name === 'timestamps') addTimestamps(builder, args, site);
  else if (/^(?:unique|primary|index)$/u.test(name)) addKey(builder, name, args, site);
  else alter(builder, name, args);
  return name === 'foreign'
    ? handle('knex', 'column-builder', { builder, draft: undefined, isCounter: false })
    : target;
}

/** `timestamps(true, true)`, `timestamps({ defaultToNow: true })`: with a default they are not null. */
function addTimestamps(
  { parts }: TableBuilder,
  [first, second, third]: readonly Value[],
  site: CallSite,
): void {
  const option = (value: Value | undefined, name: string): boolean => {
    const given = first?.kind === 'object' ? site.property(first, name) : value;
    return given?.kind === 'constant' && given.value === true;
  };
  const isNullable = !option(second, 'defaultToNow');
  const names = option(third, 'useCamelCase') ? ['createdAt', 'updatedAt'] : ['created_at', 'updated_at'];
  const place = { file: site.file, line: site.line };
  for (const name of names) {
    const column: Column = { name, databaseName: name, isNullable, isGenerated: false };
    parts.push({ column, place, isPrimary: false, isAltered: false, altersNull: true });
  }
}
