import path from 'node:path';
import { createTwoFilesPatch } from 'diff';
import pc from 'picocolors';
import type { FileRewrite, Outcome } from '../../rewrites/rewriter.js';
import type { Terminal } from '../terminal.js';

/** Each file's changes as a patch, then what was rewritten, what was left, and why. */
export function formatMigration(rewrites: readonly FileRewrite[], isWritten: boolean, terminal: Terminal): string {
  const colors = pc.createColors(terminal.hasColor);
  const changed = rewrites.filter(({ before, after }) => before !== after);
  const patches = changed.map(rewrite => colored(patchOf(rewrite, terminal), colors));
  return [...patches, summary(rewrites, isWritten, terminal)].map(block => `${block}\n`).join('\n');
}

function patchOf({ file, before, after }: FileRewrite, { cwd }: Terminal): string {
  const name = path.relative(cwd, file) || file;
  const patch = createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, { context: 3 });
  // The first line only underlines.
  return patch.slice(patch.indexOf('\n') + 1).trimEnd();
}

function colored(patch: string, colors: ReturnType<typeof pc.createColors>): string {
  const paint = (line: string): string => {
    if (line.startsWith('+++') || line.startsWith('---')) return colors.bold(line);
    if (line.startsWith('@@')) return colors.cyan(line);
    if (line.startsWith('+')) return colors.green(line);
    return line.startsWith('-') ? colors.red(line) : line;
  };
  return patch.split('\n').map(paint).join('\n');
}

function summary(rewrites: readonly FileRewrite[], isWritten: boolean, { cwd }: Terminal): string {
  const lines = (pick: (rewrite: FileRewrite) => readonly Outcome[]): readonly string[] =>
    rewrites.flatMap(rewrite =>
      pick(rewrite).map(({ line, codemod, text }) => `  ${path.relative(cwd, rewrite.file)}:${String(line)}  ${codemod}  ${text}`),
    );
  const done = lines(rewrite => rewrite.done);
  const left = lines(rewrite => rewrite.left);
  if (done.length + left.length === 0) return 'Nothing to rewrite.';
  const heading = isWritten ? 'Rewritten' : 'Would be rewritten (write with --write)';
  return [
    ...(done.length > 0 ? [`${heading}: ${String(done.length)}`, ...done] : []),
    ...(left.length > 0 ? [`Left alone: ${String(left.length)}`, ...left] : []),
  ].join('\n');
}
