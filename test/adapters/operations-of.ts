import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Engine } from '../../src/analysis/engine.js';
import type { Columns, Operation } from '../../src/operations/operation.js';
import type { Value } from '../../src/values/value.js';

/** Operations of every function of `entry`, in a project of the given files. */
export function operationsOf(files: Readonly<Record<string, string>>, entry: string): readonly Operation[] {
  const root = mkdtempSync(join(tmpdir(), 'operations-'));
  try {
    for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    return new Engine(root).units(join(root, entry), files[entry] ?? '').flatMap(({ operations }) => operations);
  } finally {
    rmSync(root, { recursive: true });
  }
}

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
