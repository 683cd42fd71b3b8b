import { noColumns } from '../../operations/operation.js';
import type { SchemaChange } from '../../schema/schema-change.js';
import { handle, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { onAlterTable, type Alteration } from './alter-table.js';
import type { Client } from './client.js';
import { onColumn } from './column.js';
import { createdTable, newTable, onCreateTable, type CreateTable } from './create-table.js';
import { indexChange, newIndex, onCreateIndex, type CreateIndex } from './create-index.js';
import { nameIn, tableName } from './schema-names.js';

/**
 * The schema builder, as migrations use it: each statement is one operation with the changes it makes.
 * Nothing runs before `execute`. https://kysely-org.github.io/kysely-apidoc/classes/SchemaModule.html
 */
export function onSchema(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const call = args[0];
  if (name === '$call') return call && site.run(call, [target]);
  const { data } = target;
  switch (target.type) {
    case 'schema':
      return onModule(target, name, args, site);
    case 'create-table':
      return name === 'execute'
        ? define((data as CreateTable).client, createdTable(data as CreateTable), site)
        : onCreateTable(target, name, args, site);
    case 'create-index':
    case 'added-index':
      return name === 'execute'
        ? define((data as CreateIndex).client, indexChange(data as CreateIndex), site)
        : onCreateIndex(target, name, args, site);
    case 'alteration':
      return name === 'execute'
        ? define((data as Alteration).client, (data as Alteration).changes, site)
        : onAlterTable(target, name, args, site);
    case 'dropped-index':
      return onDroppedIndex(target, name, args, site);
    case 'column':
    case 'altered-column':
    case 'unique':
      return onColumn(target, name, args);
    default:
      return undefined;
  }
}

function onModule(
  target: Handle,
  name: string,
  [first]: readonly Value[],
  site: CallSite,
): Value | undefined {
  const client = target.data as Client;
  const text = nameIn(first);
  const table = tableName(first);
  const alteration = (changes: readonly SchemaChange[]): Handle =>
    handle('kysely', 'alteration', { client, table, changes } satisfies Alteration);
  switch (name) {
    case 'createTable':
      return handle('kysely', 'create-table', newTable(client, table, site));
    case 'createIndex':
      return handle('kysely', 'create-index', newIndex(client, text, undefined, site));
    case 'alterTable':
      return alteration([]);
    case 'dropTable':
      return alteration(table === undefined ? [] : [{ kind: 'drop-table', table }]);
    case 'dropIndex':
      return handle('kysely', 'dropped-index', {
        client,
        name: text,
        table: undefined,
      } satisfies DroppedIndex);
    case 'withSchema':
    case 'withPlugin':
    case 'withoutPlugins':
      return target;
    default:
      return undefined;
  }
}

interface DroppedIndex {
  readonly client: Client;
  readonly name: string | undefined;
  readonly table: string | undefined;
}

function onDroppedIndex(target: Handle, name: string, [first]: readonly Value[], site: CallSite): Value {
  const dropped = target.data as DroppedIndex;
  if (name === 'on') return handle('kysely', 'dropped-index', { ...dropped, table: tableName(first) });
  if (name !== 'execute') return target;
  const { client, table } = dropped;
  return define(
    client,
    dropped.name === undefined ? [] : [{ kind: 'drop-unique', table, name: dropped.name }],
    site,
  );
}

function define(
  { transaction, connection }: Client,
  changes: readonly SchemaChange[],
  site: CallSite,
): Value {
  const [first] = changes;
  const table = first?.kind === 'create-table' ? first.table.name : first?.table;
  site.record({
    kind: 'define',
    resource: { kind: 'table', name: table },
    filter: noColumns,
    columns: noColumns,
    changes,
    transaction,
    connection,
  });
  return unknown;
}
