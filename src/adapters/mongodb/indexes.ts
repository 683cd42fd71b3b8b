import { noColumns } from '../../operations/operation.js';
import type { SchemaChange } from '../../schema/schema-change.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { isTrue } from '../mongoose/handles.js';

/**
 * Records a unique index; others guarantee nothing. A document without the field counts as one with null, so that two
 * of them collide, unless the index is sparse.
 * https://www.mongodb.com/docs/manual/core/index-unique/
 */
export function defineIndex(
  table: string | undefined,
  keys: Value | undefined,
  options: Value | undefined,
  site: CallSite,
): void {
  const columns = keysIn(keys);
  const option = (name: string): Value | undefined => options && site.property(options, name);
  if (table === undefined || columns.length === 0 || !isTrue(option('unique'))) return;
  const filter = option('partialFilterExpression');
  const name = option('name');
  record(table, site, {
    kind: 'add-unique',
    table,
    unique: {
      kind: 'unique',
      name: name?.kind === 'constant' && typeof name.value === 'string' ? name.value : undefined,
      parts: columns.map(column => ({ column, expression: undefined })),
      where: filter && filter.kind !== 'constant' ? textOf(filter) : undefined,
      areNullsEqual: !isTrue(option('sparse')),
      place: { file: site.file, line: site.line },
    },
  });
}

export function dropIndex(table: string | undefined, name: Value | undefined, site: CallSite): void {
  if (table === undefined || name?.kind !== 'constant') return;
  record(table, site, { kind: 'drop-unique', table, name: String(name.value) });
}

const record = (name: string, site: CallSite, change: SchemaChange): void =>
  void site.record({
    kind: 'define',
    resource: { kind: 'table', name },
    filter: noColumns,
    columns: noColumns,
    changes: [change],
  });

/** `{ email: 1 }`, `'email'`, `['email', 'tenant']`, `[['email', 1]]`. */
function keysIn(keys: Value | undefined): readonly string[] {
  switch (keys?.kind) {
    case 'constant':
      return typeof keys.value === 'string' ? [keys.value] : [];
    case 'object':
      return keys.open || keys.spreads.length > 0 ? [] : [...keys.entries.keys()];
    case 'array': {
      if (keys.open) return [];
      const parts = keys.elements.map(part =>
        part.kind === 'array' ? keysIn(part.elements[0]) : keysIn(part),
      );
      return parts.some(part => part.length === 0) ? [] : parts.flat();
    }
    default:
      return [];
  }
}

/** `{"deletedAt": null}`, with `?` for what cannot be read. */
function textOf(value: Value): string {
  switch (value.kind) {
    case 'constant':
      return JSON.stringify(value.value) ?? 'undefined';
    case 'object':
      return `{${[...value.entries].map(([name, entry]) => `${JSON.stringify(name)}: ${textOf(entry)}`).join(', ')}}`;
    case 'array':
      return `[${value.elements.map(textOf).join(', ')}]`;
    default:
      return '?';
  }
}

/** `createIndexes([{ key, unique }])`; before version 4 `key` could be an array too. */
export function defineIndexes(table: string | undefined, list: Value | undefined, site: CallSite): void {
  for (const index of list?.kind === 'array' ? list.elements : [])
    defineIndex(table, site.property(index, 'key'), index, site);
}
