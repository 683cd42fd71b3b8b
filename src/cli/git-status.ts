import { execFileSync } from 'node:child_process';

/** Tracked files with changes that are not committed; none where there is no repository or no git. */
export function changedFiles(cwd: string): readonly string[] {
  try {
    const status = execFileSync('git', ['status', '--porcelain', '--untracked-files=no'], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return status.split('\n').flatMap(line => (line === '' ? [] : [line.slice(3)]));
  } catch {
    return [];
  }
}
