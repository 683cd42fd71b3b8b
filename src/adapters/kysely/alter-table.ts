import type { SchemaChange } from '../../schema/schema-change.js';
import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { Client } from './client.js';
import { readAlteration, readColumn, readUnique } from './column.js';
import { newIndex } from './create-index.js';
import { nameIn, placeOf, tableName } from './schema-names.js';

/** `alterTable(...)`, `dropTable(...)` under construction. */
export interface Alteration {
  readonly client: Client;
  readonly table: string | undefined;
  readonly changes: readonly SchemaChange[];
}

export function onAlterTable(target: Handle, name: string, args: readonly Value[], site: CallSite): Value {
  const alteration = target.data as Alteration;
  const { client, table } = alteration;
  if (table === undefined) return target;
  if (name === 'addIndex')
    return handle('kysely', 'added-index', newIndex(client, nameIn(args[0]), table, site));
  const changes = changesOf(table, name, args, site);
  return handle('kysely', 'alteration', {
    ...alteration,
    changes: [...alteration.changes, ...changes],
  } satisfies Alteration);
}

function changesOf(
  table: string,
  name: string,
  args: readonly Value[],
  site: CallSite,
): readonly SchemaChange[] {
  const [first, second] = args;
  const text = nameIn(first);
  const to = nameIn(second);
  switch (name) {
    case 'addColumn': {
      const added = readColumn(args, site);
      if (!added) return [];
      const { column, unique } = added;
      const more: readonly SchemaChange[] = unique ? [{ kind: 'add-unique', table, unique }] : [];
      return [{ kind: 'add-column', table, column, place: placeOf(site) }, ...more];
    }
    // MySQL's MODIFY states the whole column anew, but for its keys.
    case 'modifyColumn': {
      const column = readColumn(args, site)?.column;
      if (!column) return [];
      const { isNullable = true, isGenerated } = column;
      return [{ kind: 'alter-column', table, column: column.name, isNullable, isGenerated }];
    }
    case 'alterColumn':
      return readAlteration(table, args, site);
    case 'addUniqueConstraint':
    case 'addPrimaryKeyConstraint': {
      const unique = readUnique(name === 'addUniqueConstraint' ? 'unique' : 'primary-key', args, site);
      return unique ? [{ kind: 'add-unique', table, unique }] : [];
    }
    case 'dropColumn':
      return text === undefined ? [] : [{ kind: 'drop-column', table, column: text }];
    case 'renameColumn':
      return text === undefined || to === undefined
        ? []
        : [{ kind: 'rename-column', table, column: text, to }];
    case 'renameTo': {
      const renamed = tableName(first);
      return renamed === undefined ? [] : [{ kind: 'rename-table', table, to: renamed }];
    }
    case 'dropConstraint':
    case 'dropIndex':
      return text === undefined ? [] : [{ kind: 'drop-unique', table, name: text }];
    case 'renameConstraint':
      return text === undefined || to === undefined ? [] : [{ kind: 'rename-unique', table, name: text, to }];
    default:
      return [];
  }
}
