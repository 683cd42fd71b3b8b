import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Engine } from '../../src/analysis/engine.js';
import type { Columns, Operation } from '../../src/operations/operation.js';
import type { SchemaChange } from '../../src/schema/schema-change.js';
import type { Table } from '../../src/schema/table.js';
import type { Value } from '../../src/values/value.js';

/** Operations of every function of `entry`, in a project of the given files. */
export const operationsOf = (files: Readonly<Record<string, string>>, entry: string): readonly Operation[] =>
  inProject(files, entry, operations => operations);

function inProject<T>(
  files: Readonly<Record<string, string>>,
  entry: string,
  read: (operations: readonly Operation[]) => T,
): T {
  const root = mkdtempSync(join(tmpdir(), 'operations-'));
  try {
    for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    const units = new Engine(root).units(join(root, entry), files[entry] ?? '');
    return read(units.flatMap(({ operations }) => operations));
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** What the code declares the tables of its operations to be, each once. */
export const declaredTables = (files: Readonly<Record<string, string>>, entry: string): readonly Table[] =>
  inProject(files, entry, operations => {
    const tables = operations.map(({ resource }) => resource.declared?.()).filter(table => table !== undefined);
    return [...new Map(tables.map(table => [table.name, table])).values()];
  });

/** Changes of the schema that the functions of a migration make, in order. */
export const changesOf = (files: Readonly<Record<string, string>>, entry: string): readonly SchemaChange[] =>
  operationsOf(files, entry).flatMap(({ changes = [] }) => changes);

/** `insert users (email, name) ignored`; `read users by email = email, expires~ locked`. */
export function summaryOf(operation: Operation): string {
  const { kind, resource, filter, columns, onConflict, rowLock, aggregate } = operation;
  const filtered = columnsText(filter, true);
  const written = columnsText(columns, false);
  return [
    kind,
    resource.name,
    filtered && `by ${filtered}`,
    written && `(${written})`,
    onConflict,
    rowLock && 'locked',
    aggregate && `of ${aggregate}`,
  ].filter(Boolean).join(' ');
}

function columnsText({ entries, rest, compared }: Columns, withValues: boolean): string {
  const equal = [...entries].map(([name, value]) => (withValues ? `${name} = ${valueText(value)}` : name));
  return [...equal, ...[...compared].map(name => `${name}~`), ...rest.map(() => '...')].join(', ');
}

function valueText(value: Value): string {
  switch (value.kind) {
    case 'constant':
      return String(value.value);
    case 'parameter':
      return value.name;
    case 'member':
      return `${valueText(value.object)}.${value.name}`;
    case 'result':
      return value.shape;
    case 'call':
      return `${value.callee}()`;
    default:
      return value.kind;
  }
}
