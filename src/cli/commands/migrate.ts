import { readFileSync } from 'node:fs';
import type { CAC } from 'cac';
import { codemods } from '../../../codemods/index.js';
import { Engine } from '../../analysis/engine.js';
import type { Codemod } from '../../rewrites/codemod.js';
import { Rewriter, type FileRewrite } from '../../rewrites/rewriter.js';
import { changedFiles } from '../git-status.js';
import { formatMigration } from '../output/migration.js';
import { formatProblem } from '../output/problems.js';
import { Progress } from '../output/progress.js';
import type { Problem } from '../problem.js';
import { findSourceFiles } from '../source-files.js';
import { UsageError, type ExitCode, type Terminal } from '../terminal.js';
import { writeWhole } from '../write-whole.js';

interface MigrateOptions {
  readonly write?: boolean;
  readonly allowDirty?: boolean;
  readonly rule?: readonly (string | undefined)[];
}

/** `migrate [paths...]`: rewrites findings. Shows what it would do, and writes only when told to. */
export function addMigrateCommand(cli: CAC, terminal: Terminal): void {
  cli
    .command('migrate [...paths]', 'Rewrite what the rules find; shows the changes, and writes them with --write')
    .option('--write', 'Write the changes to the files')
    .option('--allow-dirty', 'Write also where files have changes that are not committed')
    .option('--rule <name>', 'Rewrite findings of this rule only; can be given more than once', { type: [String] })
    .action((paths: readonly string[], options: MigrateOptions) => migrate(paths, options, terminal));
}

function migrate(paths: readonly string[], options: MigrateOptions, terminal: Terminal): ExitCode {
  const chosen = selectCodemods(options);
  const { files, problems } = findSourceFiles(paths.length > 0 ? paths.map(String) : ['.'], terminal.cwd);
  const { rewrites, problems: failed } = rewriteAll(files, chosen, terminal);
  const changed = rewrites.filter(({ before, after }) => before !== after);
  if (options.write === true && options.allowDirty !== true) refuseDirty(changed, terminal);
  const written = options.write === true ? changed.flatMap(rewrite => write(rewrite)) : [];
  terminal.out(formatMigration(rewrites, options.write === true, terminal));
  const all = [...problems, ...failed, ...written];
  for (const problem of all) terminal.error(formatProblem(problem, terminal));
  return all.length > 0 ? 2 : 0;
}

function selectCodemods({ rule }: MigrateOptions): readonly Codemod[] {
  const names = (rule ?? []).flatMap(name => (name === undefined ? [] : [name.replace(/^idempotency\//u, '')]));
  const known = new Set(codemods.map(codemod => codemod.rule));
  const unknown = names.find(name => !known.has(name));
  if (unknown !== undefined)
    throw new UsageError(`--rule is "${unknown}"; rewrites exist for ${[...known].join(', ')}.`);
  return names.length === 0 ? codemods : codemods.filter(codemod => names.includes(codemod.rule));
}

function rewriteAll(
  files: readonly string[],
  chosen: readonly Codemod[],
  terminal: Terminal,
): { rewrites: readonly FileRewrite[]; problems: readonly Problem[] } {
  const rewriter = new Rewriter(new Engine(terminal.cwd), chosen);
  const progress = new Progress(terminal, files.length);
  const problems: Problem[] = [];
  const rewrites = files.flatMap((file, index) => {
    progress.update(index);
    try {
      const rewrite = rewriter.rewrite(file, readFileSync(file, 'utf8'));
      return rewrite.done.length + rewrite.left.length > 0 ? [rewrite] : [];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      problems.push({
        file,
        message: `It could not be rewritten: ${reason}.`,
        remedy: 'Report it with the code of this file; it is unchanged.',
      });
      return [];
    }
  });
  progress.finish();
  return { rewrites, problems };
}

/** Changes of the user's own must stay apart from these, so that these can be taken back. */
function refuseDirty(rewrites: readonly FileRewrite[], { cwd }: Terminal): void {
  if (rewrites.length === 0) return;
  const dirty = changedFiles(cwd);
  if (dirty.length === 0) return;
  const some = dirty.slice(0, 3).join(', ') + (dirty.length > 3 ? ', ...' : '');
  throw new UsageError(`Nothing was written: ${some} have changes that are not committed. Commit them, or add --allow-dirty.`);
}

function write({ file, before, after }: FileRewrite): readonly Problem[] {
  try {
    if (readFileSync(file, 'utf8') !== before) throw new Error('it was changed meanwhile');
    writeWhole(file, after);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ file, message: `It was not written: ${reason}.`, remedy: 'It is as it was; make it writable and run again.' }];
  }
}
