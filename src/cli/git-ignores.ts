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
   * Those that apply to a path the user named: its own folder's and, up to the root of the repository,
   * those above. One above that ignores the path itself does not count: it was asked for.
   */
  static around(target: string): GitIgnores {
    const above = foldersAbove(target).map(readIgnoreFile).filter(file => file !== undefined);
    const isNamed = (file: IgnoreFile): boolean => ignoredBy(file, target, true) !== true;
    return new GitIgnores(above.filter(isNamed));
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

function foldersAbove(target: string): string[] {
  const folders: string[] = [];
  for (let folder = target; !existsSync(path.join(folder, '.git')); ) {
    const parent = path.dirname(folder);
    // No repository: files far above the path say nothing about it.
    if (parent === folder) return [];
    folders.push(parent);
    folder = parent;
  }
  return folders;
}

function readIgnoreFile(folder: string): IgnoreFile | undefined {
  const file = path.join(folder, '.gitignore');
  if (!existsSync(file)) return undefined;
  return { folder, patterns: ignore({ allowRelativePaths: false }).add(readFileSync(file, 'utf8')) };
}

/** `undefined`: the file says nothing about the path. */
function ignoredBy({ folder, patterns }: IgnoreFile, target: string, isFolder: boolean): boolean | undefined {
  const relative = path.relative(folder, target).replaceAll(path.sep, '/');
  const { ignored, unignored } = patterns.test(isFolder ? `${relative}/` : relative);
  if (ignored) return true;
  return unignored ? false : undefined;
}
