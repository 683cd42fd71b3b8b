import path from 'node:path';
import { Engine } from '../../src/analysis/engine.js';
import { sideOf } from '../../src/analysis/absence.js';
import type { UnitOfWork } from '../../src/analysis/unit-of-work.js';
import { rangeOf } from '../../src/modules/range.js';
import type { Operation } from '../../src/operations/operation.js';
import { Assumption } from '../../src/values/evaluate.js';
import { temporaryProject } from '../temporary-project.js';

const PRISMA = "import { PrismaClient } from '@prisma/client';\nconst db = new PrismaClient();\n";

/**
 * What an async function with the given body does, an entry an operation: `insert user if user absent` where it depends
 * on a read before it, `insert user if maybe` where it depends on what cannot be decided.
 */
export const traceOf = (body: string, before = ''): readonly string[] =>
  traceOfFiles({
    'app.ts': `${PRISMA}${before}\nexport async function run(email: string, input: Input) {\n${body}\n}`,
  });

/** The same for the function or method `run`, the last of the first file. */
export function traceOfFiles(files: Readonly<Record<string, string>>): readonly string[] {
  return unitsOf(files).flatMap(({ operations }) => operations.map(operation => told(operation, operations)));
}

/** Units of work in `run`. */
export function unitsOf(files: Readonly<Record<string, string>>): readonly UnitOfWork[] {
  const [[entry, text] = ['', '']] = Object.entries(files);
  const root = temporaryProject({ 'package.json': '{}', ...files });
  const file = path.join(root, entry);
  const start = text.search(/(?:async|function) run\b/u);
  return new Engine(root).units(file, text).filter(({ operations: [first] }) => {
    const outermost = first?.frames[0] ?? first;
    return outermost?.file === file && rangeOf(outermost.node)[0] >= start;
  });
}

/** A file that exports a client as `db`. */
export const clientFile = PRISMA.replace('const db', 'export const db');

function told(operation: Operation, operations: readonly Operation[]): string {
  const { kind, resource, order } = operation;
  const reads = operations.filter(other => other.kind === 'read' && other.order < order);
  const sides = reads
    .map(read => ({ read, side: sideOf(read, operation) }))
    .filter(({ side }) => side !== 'either')
    .map(({ read, side }) => `${read.resource.name ?? '?'} ${side}`);
  const known = new Assumption(undefined, false);
  const isConditional = operation.guards.some(guard => known.truth(guard) !== true);
  const condition = sides.length > 0 ? sides.join(', ') : isConditional ? 'maybe' : '';
  return [kind, resource.name, condition && `if ${condition}`].filter(Boolean).join(' ');
}
