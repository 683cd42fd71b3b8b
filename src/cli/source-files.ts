import { readdirSync, statSync, type Stats } from 'node:fs';
import path from 'node:path';
import { isSourceFile } from '../modules/source-module.js';
import type { Problem } from './problem.js';
import { GitIgnores } from './git-ignores.js';
import { isFileIgnoredByDefault, isFolderIgnoredByDefault } from './ignored-by-default.js';

export interface SourceFiles {
  /** Absolute, in order of their path, each once. */
  readonly files: readonly string[];
  /** Paths that name nothing to check. */
  readonly problems: readonly Problem[];
}

/** Source files under the paths that a user named. A path that was named is never ignored itself. */
export function findSourceFiles(paths: readonly string[], cwd: string): SourceFiles {
  const files = new Set<string>();
  const problems: Problem[] = [];
  for (const named of paths) {
    const target = path.resolve(cwd, named);
    const stats = statSync(target, { throwIfNoEntry: false });
    const problem = problemOf(target, stats);
    if (problem) problems.push(problem);
    else if (stats?.isDirectory()) collect(target, GitIgnores.above(target, cwd), files);
    else files.add(target);
  }
  return { files: [...files].sort(), problems };
}

function problemOf(target: string, stats: Stats | undefined): Problem | undefined {
  if (!stats) return { file: target, message: 'There is no such file or folder.', remedy: 'Correct the path.' };
  if (stats.isDirectory() || isSourceFile(target)) return undefined;
  return {
    file: target,
    message: 'This is neither TypeScript nor JavaScript.',
    remedy: 'Name a folder, or a file that ends in .ts, .tsx, .mts, .cts, .js, .jsx, .mjs or .cjs.',
  };
}

function collect(folder: string, above: GitIgnores, files: Set<string>): void {
  const ignores = above.within(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const target = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!isFolderIgnoredByDefault(entry.name) && !ignores.ignores(target, true)) collect(target, ignores, files);
    } else if (entry.isFile() && isSourceFile(target) && !isFileIgnoredByDefault(target)) {
      if (!ignores.ignores(target, false)) files.add(target);
    }
  }
}
