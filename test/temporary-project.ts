import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Writes the files into a folder of their own, which goes when the test ends. */
export function temporaryProject(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  onTestFinished(() => removeFolder(root));
  writeFiles(root, files);
  return root;
}

/** A new folder; whoever asks removes it. */
export function temporaryFolder(): string {
  return realpathSync(mkdtempSync(path.join(os.tmpdir(), 'idempotency-')));
}

export function removeFolder(root: string): void {
  rmSync(root, { recursive: true, force: true });
}

export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
}
