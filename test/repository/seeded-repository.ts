import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { removeFolder, temporaryFolder, writeFiles } from '../temporary-project.js';

const root = path.resolve(import.meta.dirname, '../..');
const CONFIGURATION = ['package.json', 'tsconfig.json', 'eslint.config.ts', '.dependency-cruiser.cjs'];

export interface Seed {
  /** Folders of the repository that the check needs. */
  readonly folders?: readonly string[];
  /** Files that the check is to judge. */
  readonly files: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** Runs an installed program in a copy of the repository's configuration, with files of a test's own. */
export function runSeeded({ folders = [], files }: Seed, program: string, ...args: readonly string[]): Outcome {
  const copy = temporaryFolder();
  try {
    for (const name of [...CONFIGURATION, ...folders]) {
      cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
    }
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    writeFiles(copy, files);
    const command = path.join(copy, 'node_modules/.bin', program);
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8' });
    return { code: status, output: stdout + stderr };
  } finally {
    removeFolder(copy);
  }
}
