import { noColumns, type Operation } from '../../operations/operation.js';
import type { SchemaChange } from '../../schema/schema-change.js';
import type { CallSite } from '../adapter.js';
import { readSqlChanges } from './ddl/read-sql-changes.js';
import { inlinedIndex } from './markers.js';
import type { SqlDialect } from './parser.js';

const DEFINES = /\b(?:create|alter|drop|rename)\s/iu;

/**
 * Records what SQL text does to the schema (`queryRunner.query('ALTER TABLE ...')`), as one operation.
 * A change whose table or columns the code makes up at run time is left out.
 */
export function recordDefinition(
  text: string,
  dialect: SqlDialect | undefined,
  site: CallSite,
): Operation | undefined {
  if (!DEFINES.test(text)) return undefined;
  const { changes: read } = readSqlChanges(text, site.file, dialect, site.line);
  const changes = read.flatMap(change => knownPart(change) ?? []);
  const [first] = changes;
  if (!first) return undefined;
  const name = first.kind === 'create-table' ? first.table.name : first.table;
  return site.record({
    kind: 'define',
    resource: { kind: 'table', name },
    filter: noColumns,
    columns: noColumns,
    changes,
  });
}

/** The change without keys and columns that hold a spliced value; `undefined` where nothing is left of it. */
function knownPart(change: SchemaChange): SchemaChange | undefined {
  if (!isSpliced(change)) return change;
  if (change.kind !== 'create-table' || inlinedIndex(change.table.name) !== undefined) return undefined;
  const { columns, uniques } = change.table;
  return {
    ...change,
    table: {
      ...change.table,
      columns: columns.filter(column => !isSpliced(column)),
      uniques: uniques.filter(unique => !isSpliced(unique)),
      isOpen: true,
    },
  };
}

const isSpliced = (fact: object): boolean => inlinedIndex(JSON.stringify(fact)) !== undefined;
