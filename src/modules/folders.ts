import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Freshness, Remembered } from './freshness.js';
import { sourceExtensions } from './source-module.js';

/** Links are told apart so that a walk of the folders ends and meets each file once. */
export type EntryKind = 'file' | 'folder' | 'linked file' | 'linked folder';

/** What lies in the folders of the disk; each is listed once a generation. */
export class Folders {
  private readonly listings: Remembered<string, ReadonlyMap<string, EntryKind>>;

  constructor(freshness: Freshness) {
    this.listings = new Remembered(freshness);
  }

  /** Empty where there is no such folder. */
  entries(folder: string): ReadonlyMap<string, EntryKind> {
    return this.listings.get(folder, () => list(folder));
  }

  isFile(path: string): boolean {
    return isFile(this.entries(dirname(path)).get(basename(path)));
  }

  isFolder(path: string): boolean {
    const kind = this.entries(dirname(path)).get(basename(path));
    return kind === 'folder' || kind === 'linked folder';
  }

  /** The file that an import of the path means: with the extension left out or of the compiled file, or a folder's index. */
  findSource(path: string): string | undefined {
    return this.findFile(path) ?? (this.isFolder(path) || path === dirname(path) ? this.findFile(join(path, 'index')) : undefined);
  }

  private findFile(path: string): string | undefined {
    const entries = this.entries(dirname(path));
    const name = basename(path);
    return namesOf(name).flatMap(candidate => (isFile(entries.get(candidate)) ? [join(dirname(path), candidate)] : []))[0];
  }
}

/** Written for the compiled file, the TypeScript file first. */
const compiled: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
};

function namesOf(name: string): string[] {
  const dot = name.lastIndexOf('.');
  const aliases = (dot > 0 && compiled[name.slice(dot)]) || [];
  return [
    ...aliases.map(extension => name.slice(0, dot) + extension),
    name,
    ...sourceExtensions.map(extension => name + extension),
    `${name}.d.ts`,
  ];
}

function list(folder: string): ReadonlyMap<string, EntryKind> {
  const entries = new Map<string, EntryKind>();
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const kind = entry.isSymbolicLink() ? linkKind(join(folder, entry.name)) : kindOf(entry);
      if (kind) entries.set(entry.name, kind);
    }
  } catch {
    // Not a folder, or not ours to read: nothing in it can be imported.
  }
  return entries;
}

function linkKind(path: string): EntryKind | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  const kind = stats && kindOf(stats);
  return kind && `linked ${kind}`;
}

function isFile(kind: EntryKind | undefined): boolean {
  return kind === 'file' || kind === 'linked file';
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean }): 'file' | 'folder' | undefined {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'folder' : undefined;
}
