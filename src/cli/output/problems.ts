import path from 'node:path';
import type { Problem } from '../problem.js';
import type { Terminal } from '../terminal.js';

/** One line a problem: where, what, and what to do. */
export function formatProblem({ file, line, message, remedy }: Problem, { cwd }: Terminal): string {
  const place = line === undefined ? '' : `:${line}`;
  return `${path.relative(cwd, file) || file}${place}: ${message} ${remedy}\n`;
}
