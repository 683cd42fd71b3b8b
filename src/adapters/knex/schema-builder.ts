import { noColumns, type Frame } from '../../operations/operation.js';
import type { SchemaChange } from '../../schema/schema-change.js';
import { call, handle, undefinedValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { textIn } from '../options.js';
import type { Client } from './client.js';
import { performRaw } from './perform-raw.js';
import { readBindings } from './raw.js';
import { readTable } from './table.js';
import { alteredBy, createdBy } from './table-builder.js';

/**
 * `knex.schema`: its calls are put together and run when it is awaited.
 * https://knexjs.org/guide/schema-builder.html
 */
export interface SchemaBuilder {
  readonly client: Client;
  steps: Step[];
}

/** One statement, or what runs it. */
interface Step {
  readonly table: string | undefined;
  /** `undefined`: of a table whose name cannot be read. */
  readonly changes: readonly SchemaChange[] | undefined;
  readonly raw?: { readonly text: Value; readonly bindings: readonly Value[] } | undefined;
  readonly at: Frame;
}

export const schemaHandle = (client: Client): Handle =>
  handle('knex', 'schema', { client, steps: [] } satisfies SchemaBuilder);

/** What is no step: promises are made by `settle`, texts are no statements. */
const OUTSIDE = /^(?:then|catch|finally|toString|toSQL|toQuery|generateDdlCommands|asCallback)$/u;

/** `schema.name(...args)` */
export function schemaMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  if (OUTSIDE.test(name)) return undefined;
  const [first, second, third] = args;
  // A test of what is there; what it answers is not known.
  if (name === 'hasTable' || name === 'hasColumn') return call(name, undefined, args, site.node);
  const builder = target.data as SchemaBuilder;
  const at: Frame = { node: site.node, file: site.file };
  if (name === 'raw') {
    if (first)
      builder.steps.push({
        table: undefined,
        changes: undefined,
        raw: { text: first, bindings: readBindings(second) },
        at,
      });
    return target;
  }
  const table = first && readTable(first).name;
  const changes = (make: (table: string) => readonly SchemaChange[]): void => {
    builder.steps.push({ table, changes: table === undefined ? undefined : make(table), at });
  };
  switch (name) {
    case 'createTable':
    case 'createTableIfNotExists':
      changes(of => createdBy(of, second, site));
      break;
    case 'createTableLike':
      changes(of => createdBy(of, third, site, 'like another'));
      break;
    case 'alterTable':
    case 'table':
      changes(of => alteredBy(of, second, site));
      break;
    case 'dropTable':
    case 'dropTableIfExists':
      changes(of => [{ kind: 'drop-table', table: of }]);
      break;
    case 'renameTable': {
      const to = textIn(second);
      changes(of => (to === undefined ? [] : [{ kind: 'rename-table', table: of, to }]));
      break;
    }
    default:
  }
  return target;
}

/** Runs what was put together. */
export function performSchema({ data }: Handle, site: CallSite): Value {
  const builder = data as SchemaBuilder;
  const { client, steps } = builder;
  builder.steps = [];
  for (const { table, changes, raw, at } of steps) {
    if (raw) performRaw({ client, ...raw, at }, site);
    else
      site.record(
        {
          kind: 'define',
          resource: { kind: 'table', name: table },
          filter: noColumns,
          columns: noColumns,
          transaction: client.transaction,
          connection: client.connection,
          changes,
        },
        at,
      );
  }
  return undefinedValue;
}
