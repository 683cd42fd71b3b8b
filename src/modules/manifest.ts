import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Folders } from './folders.js';
import { FileCache, type Freshness } from './freshness.js';
import { type Json, member, members, readJson } from './jsonc.js';
import type { Problems } from './problem.js';

/** A package.json. */
export interface Manifest {
  readonly folder: string;
  readonly json: Json;
}

const dependencyFields = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** The package.json files of the project. */
export class Manifests {
  private readonly cache: FileCache<Manifest | undefined>;

  constructor(
    freshness: Freshness,
    private readonly folders: Folders,
    private readonly problems: Problems,
  ) {
    this.cache = new FileCache(freshness, file => this.read(file));
  }

  /** The one in the folder itself. */
  in(folder: string): Manifest | undefined {
    return this.folders.isFile(join(folder, 'package.json'))
      ? this.cache.get(join(folder, 'package.json'))
      : undefined;
  }

  /** The one of the package that the folder is a part of. */
  near(folder: string): Manifest | undefined {
    for (let at = folder; ; at = dirname(at)) {
      const manifest = this.in(at);
      if (manifest || at === dirname(at)) return manifest;
    }
  }

  private read(file: string): Manifest | undefined {
    try {
      const parsed = readJson(readFileSync(file, 'utf8'));
      if ('value' in parsed) {
        this.problems.clear(file);
        return { folder: dirname(file), json: parsed.value };
      }
      const { line, message } = parsed;
      this.problems.add({
        file,
        line,
        message: `The package.json cannot be read: ${message}.`,
        remedy: 'Correct its JSON.',
      });
    } catch (error) {
      this.problems.add({
        file,
        message: `The package.json cannot be read: ${String(error)}.`,
        remedy: 'Make the file readable.',
      });
    }
    return undefined;
  }
}

/** What the manifest says where the package of the name comes from: `^1.2.0`, `workspace:*`. */
export function dependencyRange({ json }: Manifest, name: string): string | undefined {
  for (const field of dependencyFields) {
    const range = member(member(json, field), name);
    if (typeof range === 'string') return range;
  }
  return undefined;
}

/**
 * A folder's package is what the name means, and not the package of that name in the registry:
 * the range points into the workspace, or fits the version of the folder.
 */
export function meansWorkspacePackage(range: string | undefined, { json }: Manifest): boolean {
  if (range === undefined || range === '' || range === '*' || /^(?:workspace|file|link|portal):/u.test(range))
    return true;
  const wanted = /\d+/u.exec(/^[\^~<>=v\s]*\d/u.test(range) ? range : '')?.[0];
  const version = member(json, 'version');
  return wanted !== undefined && typeof version === 'string' && version.split('.')[0] === wanted;
}

/** Has the fields of a workspace root. */
export function declaresWorkspaces({ json }: Manifest): boolean {
  const workspaces = member(json, 'workspaces');
  return Array.isArray(workspaces) || members(workspaces).length > 0;
}
