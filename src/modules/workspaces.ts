import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Folders, Listing } from './folders.js';
import { type Freshness, Remembered } from './freshness.js';
import { declaresWorkspaces, type Manifest, type Manifests } from './manifest.js';
import { member } from './jsonc.js';
import type { Problems } from './problem.js';
import { isSourceFile } from './source-module.js';

/** What lies in a workspace. */
export interface Workspace {
  readonly root: string;
  /** Absolute paths, in order. */
  readonly sources: readonly string[];
  /** Files in which a database is described: `.prisma` and `.sql`, in order. */
  readonly schemas: readonly string[];
  readonly packages: ReadonlyMap<string, readonly Manifest[]>;
}

/** What lies in one folder. */
interface Content {
  readonly isInSource: boolean;
  readonly sources: readonly string[];
  readonly schemas: readonly string[];
  readonly folders: readonly string[];
  readonly hasManifest: boolean;
}

/** More files than a code base has: the root is a home folder or the like. */
const MOST_FILES = 60_000;

const rootFiles = ['pnpm-workspace.yaml', 'lerna.json', 'nx.json', 'rush.json', '.git'];

/** Build output, unless it lies in a `src` folder, where the word is one of the trade: `src/coverage`. */
const outputFolders = new Set(['dist', 'build', 'coverage', 'out']);

/** Finds the workspace that a file belongs to and what is in it. */
export class Workspaces {
  private readonly roots: Remembered<string, string | undefined>;
  private readonly surveys: Remembered<string, Workspace>;
  private readonly contents = new WeakMap<Listing, Content>();

  constructor(
    freshness: Freshness,
    private readonly cwd: string,
    private readonly folders: Folders,
    private readonly manifests: Manifests,
    private readonly problems: Problems,
  ) {
    this.roots = new Remembered(freshness);
    this.surveys = new Remembered(freshness);
  }

  of(file: string): Workspace {
    const root = this.rootOf(file);
    return this.surveys.get(root, () => this.survey(root));
  }

  rootOf(file: string): string {
    const folder = dirname(file);
    const marked = this.markedRoot(folder);
    if (marked !== undefined) return marked;
    const isInside = folder === this.cwd || folder.startsWith(this.cwd + sep);
    return isInside ? this.cwd : (this.manifests.near(folder)?.folder ?? folder);
  }

  private markedRoot(folder: string): string | undefined {
    return this.roots.get(folder, () => {
      if (this.isRoot(folder)) return folder;
      const parent = dirname(folder);
      return parent === folder ? undefined : this.markedRoot(parent);
    });
  }

  private isRoot(folder: string): boolean {
    const entries = this.folders.entries(folder);
    if (rootFiles.some(name => entries.has(name))) return true;
    if (entries.has('turbo.json') && !isPackageOfTurbo(join(folder, 'turbo.json'))) return true;
    const manifest = this.manifests.in(folder);
    return manifest !== undefined && declaresWorkspaces(manifest);
  }

  private survey(root: string): Workspace {
    const sources: string[] = [];
    const schemas: string[] = [];
    const packages = new Map<string, Manifest[]>();
    const queue = [root];
    for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
      const content = this.contentOf(folder, relative(root, folder).split(sep).includes('src'));
      sources.push(...content.sources);
      schemas.push(...content.schemas);
      queue.push(...content.folders);
      if (content.hasManifest) addPackage(packages, this.manifests.in(folder));
      if (sources.length > MOST_FILES) {
        this.problems.add({
          file: root,
          message: `The folder has more than ${MOST_FILES} source files; the others are not looked at.`,
          remedy: 'Run from the folder of the project, or put a pnpm-workspace.yaml or .git there.',
        });
        break;
      }
    }
    return { root, sources: sources.sort(), schemas: schemas.sort(), packages };
  }

  private contentOf(folder: string, isInSource: boolean): Content {
    const listing = this.folders.entries(folder);
    const known = this.contents.get(listing);
    if (known?.isInSource === isInSource) return known;
    const names = [...listing];
    const files = (isWanted: (name: string) => boolean): string[] =>
      names.flatMap(([name, kind]) => (kind === 'file' && isWanted(name) ? [join(folder, name)] : []));
    const content = {
      isInSource,
      sources: files(isHandwritten),
      schemas: files(isSchema),
      folders: names.flatMap(([name, kind]) =>
        kind === 'folder' && isProjectFolder(name, isInSource) ? [join(folder, name)] : [],
      ),
      hasManifest: listing.has('package.json'),
    };
    this.contents.set(listing, content);
    return content;
  }
}

function addPackage(packages: Map<string, Manifest[]>, manifest: Manifest | undefined): void {
  const name = manifest && member(manifest.json, 'name');
  if (manifest && typeof name === 'string') packages.set(name, [...(packages.get(name) ?? []), manifest]);
}

/** `extends` is only in the turbo.json of a package, not of the root. */
function isPackageOfTurbo(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').includes('"extends"');
  } catch {
    return true;
  }
}

function isHandwritten(name: string): boolean {
  return isSourceFile(name) && !/\.d\.[cm]?ts$|[.-]min\.[cm]?js$|\.bundle\.js$/u.test(name);
}

const isSchema = (name: string): boolean => /\.(?:prisma|sql)$/u.test(name);

function isProjectFolder(name: string, isInSource: boolean): boolean {
  return name !== 'node_modules' && !name.startsWith('.') && (isInSource || !outputFolders.has(name));
}
