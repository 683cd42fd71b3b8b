import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';

interface IgnoreFile {
  readonly folder: string;
  readonly patterns: Ignore;
}

/** The `.gitignore` files that apply in a folder, the nearest first. Git itself is not needed. */
export class GitIgnores {
  private constructor(private readonly files: readonly IgnoreFile[]) {}

  /**
   * Those above a path that the user named, up to the root of the repository, or without one up to `cwd`.
   * One that ignores the path itself does not count: it was asked for.
   */
  static above(target: string, cwd: string): GitIgnores {
    const above = foldersAbove(target, cwd).map(readIgnoreFile).filter(file => file !== undefined);
    return new GitIgnores(above.filter(file => ignoredBy(file, target, true) !== true));
  }

  /** Those that apply in a folder below. */
  within(folder: string): GitIgnores {
    const own = readIgnoreFile(folder);
    return own ? new GitIgnores([own, ...this.files]) : this;
  }

  ignores(target: string, isFolder: boolean): boolean {
    for (const file of this.files) {
      const answer = ignoredBy(file, target, isFolder);
      if (answer !== undefined) return answer;
    }
    return false;
  }
}

/** The nearest first. */
function foldersAbove(target: string, cwd: string): string[] {
  const folders: string[] = [];
  const hasRepository = (folder: string): boolean => existsSync(path.join(folder, '.git'));
  let folder = target;
  while (!hasRepository(folder) && path.dirname(folder) !== folder) {
    folder = path.dirname(folder);
    folders.push(folder);
  }
  if (hasRepository(folder)) return folders;
  // Files far above the path say nothing about it.
  return folders.slice(0, folders.indexOf(cwd) + 1);
}

function readIgnoreFile(folder: string): IgnoreFile | undefined {
  const file = path.join(folder, '.gitignore');
  if (!existsSync(file)) return undefined;
  return { folder, patterns: ignore().add(readFileSync(file, 'utf8')) };
}

/** `undefined`: the file says nothing about the path. */
function ignoredBy({ folder, patterns }: IgnoreFile, target: string, isFolder: boolean): boolean | undefined {
  const relative = path.relative(folder, target).replaceAll(path.sep, '/');
  const { ignored, unignored } = patterns.test(isFolder ? `${relative}/` : relative);
  if (ignored) return true;
  return unignored ? false : undefined;
}
