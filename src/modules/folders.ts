import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Freshness, Remembered } from './freshness.js';
import { sourceExtensions } from './source-module.js';

/** Links are told apart so that a walk of the folders ends and meets each file once. */
export type EntryKind = 'file' | 'folder' | 'linked file' | 'linked folder';

/** The names in a folder. The same object as long as nothing is added to the folder, removed or renamed. */
export type Listing = ReadonlyMap<string, EntryKind>;

/** The coarsest clock of a file system in use, in milliseconds. */
const CLOCK_TICK = 2000;

const emptyListing: Listing = new Map();

/** What lies in the folders of the disk; each is looked at once a generation. */
export class Folders {
  private readonly listings = new Map<string, { modified: number; listing: Listing }>();
  private readonly current: Remembered<string, Listing>;
  private readonly real: Remembered<string, string>;
  private readonly files: Remembered<string, string>;

  constructor(freshness: Freshness) {
    this.current = new Remembered(freshness);
    this.real = new Remembered(freshness);
    this.files = new Remembered(freshness);
  }

  /** Empty where there is no such folder. */
  entries(folder: string): Listing {
    return this.current.get(folder, () => this.list(folder));
  }

  /** The absolute path without links, also of a file that is not there yet. */
  realPath(path: string): string {
    return this.files.get(path, () => {
      const folder = this.real.get(dirname(path), () => realPath(dirname(path)));
      const file = join(folder, basename(path));
      return this.entries(folder).get(basename(path)) === 'linked file' ? realPath(file) : file;
    });
  }

  private list(folder: string): Listing {
    const modified = modifiedAt(folder);
    if (modified === undefined) {
      this.listings.delete(folder);
      return emptyListing;
    }
    const known = this.listings.get(folder);
    if (known?.modified === modified) return known.listing;
    const listing = list(folder);
    // Another change in the same tick of the file system's clock would leave no trace.
    if (Date.now() - modified > CLOCK_TICK) this.listings.set(folder, { modified, listing });
    return listing;
  }

  isFile(path: string): boolean {
    return isFile(this.entries(dirname(path)).get(basename(path)));
  }

  isFolder(path: string): boolean {
    const kind = this.entries(dirname(path)).get(basename(path));
    return kind === 'folder' || kind === 'linked folder';
  }

  /** The file that an import of the path means, which may lack its extension or be a folder. */
  findSource(path: string): string | undefined {
    return (
      this.findFile(path) ??
      (this.isFolder(path) || path === dirname(path) ? this.findFile(join(path, 'index')) : undefined)
    );
  }

  private findFile(path: string): string | undefined {
    const entries = this.entries(dirname(path));
    const name = basename(path);
    const found = namesOf(name, entries).next().value;
    return found === undefined ? undefined : join(dirname(path), found);
  }
}

const implied = [...sourceExtensions, '.d.ts'];

/** Written for the compiled file, the TypeScript file first. */
const compiled: ReadonlyMap<string, readonly string[]> = new Map([
  ['.js', ['.ts', '.tsx', '.js', '.jsx']],
  ['.jsx', ['.tsx', '.jsx']],
  ['.mjs', ['.mts', '.mjs']],
  ['.cjs', ['.cts', '.cjs']],
]);

/** The files that the name may mean, the likeliest first. */
function* namesOf(name: string, entries: Listing): Generator<string, undefined> {
  const dot = name.lastIndexOf('.');
  const stem = name.slice(0, Math.max(dot, 0));
  for (const extension of compiled.get(name.slice(stem.length)) ?? [])
    if (isFile(entries.get(stem + extension))) yield stem + extension;
  if (isFile(entries.get(name))) yield name;
  for (const extension of implied) if (isFile(entries.get(name + extension))) yield name + extension;
}

function list(folder: string): Listing {
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

function modifiedAt(folder: string): number | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  } catch {
    return undefined;
  }
}

/** The path itself, made absolute, where there is nothing. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
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
