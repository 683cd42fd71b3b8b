import { isBuiltin } from 'node:module';
import { dirname, isAbsolute, join, relative, resolve as resolvePath, sep } from 'node:path';
import type { Folders } from './folders.js';
import { type Freshness, Remembered } from './freshness.js';
import { member } from './jsonc.js';
import { dependencyRange, type Manifest, type Manifests, meansWorkspacePackage } from './manifest.js';
import { fill, findPackageEntry, findPackageImport, findTarget } from './package-entry.js';
import type { PathMappings, Tsconfigs } from './tsconfig.js';
import type { Workspaces } from './workspaces.js';

/** What a specifier means where it is imported. */
export type Resolution =
  /** A file of the project, absolute real path. */
  | { readonly kind: 'file'; readonly file: string }
  /** Code that is not the project's. Node's own modules have the prefix: `node:crypto`. */
  | { readonly kind: 'package'; readonly name: string; readonly subpath: string }
  /** A file of the project that is not there. */
  | { readonly kind: 'missing' };

/** Resolves imports without any package being installed. */
export class Resolver {
  /** By specifier; the files of a folder share theirs. */
  private readonly answers: Remembered<string, Map<string, Resolution>>;
  private readonly folderAnswers: Remembered<string, Map<string, Resolution>>;

  constructor(
    freshness: Freshness,
    private readonly folders: Folders,
    private readonly manifests: Manifests,
    private readonly workspaces: Workspaces,
    private readonly tsconfigs: Tsconfigs,
  ) {
    this.answers = new Remembered(freshness);
    this.folderAnswers = new Remembered(freshness);
  }

  resolve(specifier: string, fromFile: string): Resolution {
    const answers = this.answers.get(fromFile, () =>
      this.folderAnswers.get(dirname(fromFile), () => new Map<string, Resolution>()),
    );
    const known = answers.get(specifier);
    if (known) return known;
    const answer = this.find(specifier.replace(/[?].*$/u, ''), fromFile);
    answers.set(specifier, answer);
    return answer;
  }

  private find(specifier: string, fromFile: string): Resolution {
    if (specifier === '' || /^(?:data|https?|virtual):/u.test(specifier)) return packageOf(specifier);
    if (/^\.\.?(?:\/|$)/u.test(specifier) || isAbsolute(specifier)) {
      const file = this.folders.findSource(resolvePath(dirname(fromFile), specifier));
      return file === undefined ? { kind: 'missing' } : this.fileOf(file);
    }
    if (specifier.startsWith('node:')) return packageOf(specifier);
    const configurations = this.tsconfigs.near(dirname(fromFile), this.workspaces.rootOf(fromFile));
    const file = this.mapped(specifier, configurations) ?? this.ofPackage(specifier, fromFile);
    if (file !== undefined) return this.fileOf(file, specifier);
    if (isBuiltin(specifier)) return packageOf(`node:${specifier}`);
    if (this.dependsOn(split(specifier).name, fromFile)) return packageOf(specifier);
    const nearRoot = this.nearRoot(specifier, fromFile);
    if (nearRoot !== undefined) return this.fileOf(nearRoot, specifier);
    const isAlias = configurations.some(({ paths }) =>
      paths.some(({ pattern }) => pattern !== '*' && fill(pattern, specifier) !== undefined),
    );
    // No package has such a name: an alias that only a bundler knows, or a file that is yet to be generated.
    return isAlias || /^(?:#|[@~]?\/|src\/)/u.test(specifier) ? { kind: 'missing' } : packageOf(specifier);
  }

  /** Installed code stays a package, also where a path leads to it. */
  private fileOf(path: string, specifier?: string): Resolution {
    const file = this.folders.realPath(path);
    const inside = file.split(/[\\/]node_modules[\\/]/u);
    return inside.length > 1
      ? packageOf(specifier ?? (inside.at(-1) ?? '').replaceAll('\\', '/'))
      : { kind: 'file', file };
  }

  /** Through `paths` and `baseUrl`. */
  private mapped(specifier: string, configurations: readonly PathMappings[]): string | undefined {
    for (const mappings of configurations) {
      const file = this.throughMappings(mappings, specifier);
      if (file !== undefined) return file;
    }
    return undefined;
  }

  private dependsOn(name: string, fromFile: string): boolean {
    const root = this.workspaces.rootOf(fromFile);
    return [this.manifests.near(dirname(fromFile)), this.manifests.in(root)].some(
      manifest => manifest && dependencyRange(manifest, name) !== undefined,
    );
  }

  private throughMappings({ paths, baseUrl }: PathMappings, specifier: string): string | undefined {
    const fitting = paths
      .flatMap(({ pattern, targets }) => {
        const filling = fill(pattern, specifier);
        return filling === undefined
          ? []
          : [{ pattern, rank: pattern.includes('*') ? pattern.indexOf('*') : Infinity, targets, filling }];
      })
      .sort((a, b) => b.rank - a.rank);
    for (const { pattern, targets, filling } of fitting) {
      const file = this.ofTargets(targets.map(target => target.replace('*', () => filling)));
      if (file !== undefined && !(pattern === '*' && isDeclaration(file))) return file;
    }
    const file = baseUrl === undefined ? undefined : this.folders.findSource(join(baseUrl, specifier));
    return file !== undefined && isDeclaration(file) ? undefined : file;
  }

  /** A path may lead to a package folder (`["packages/db"]`) or its output (`["dist/libs/db"]`). */
  private ofTargets(targets: readonly string[]): string | undefined {
    for (const target of targets) {
      const manifest = this.folders.isFolder(target) ? this.manifests.in(target) : undefined;
      const file =
        this.folders.findSource(target) ?? (manifest && findPackageEntry(manifest, '', this.folders));
      if (file !== undefined) return file;
      const owner = this.manifests.near(dirname(target));
      const source =
        owner &&
        findTarget(owner.folder, [relative(owner.folder, target).replaceAll(sep, '/')], this.folders);
      if (source !== undefined) return source;
    }
    return undefined;
  }

  /** Through the names of the workspace's packages, `imports` of the own package, and module-alias. */
  private ofPackage(specifier: string, fromFile: string): string | undefined {
    const own = this.manifests.near(dirname(fromFile));
    if (specifier.startsWith('#')) return own && findPackageImport(own, specifier, this.folders);
    const { name, subpath } = split(specifier);
    const manifest = this.workspacePackage(name, fromFile);
    return (
      (manifest && findPackageEntry(manifest, subpath, this.folders)) ?? (own && this.aliased(own, specifier))
    );
  }

  /** The package of the workspace that the name means in the file. */
  workspacePackage(name: string, fromFile: string): Manifest | undefined {
    const { packages, root } = this.workspaces.of(fromFile);
    const named = packages.get(name);
    if (!named) return undefined;
    const importers = [this.manifests.near(dirname(fromFile)), this.manifests.in(root)];
    const range = importers
      .map(importer => importer && dependencyRange(importer, name))
      .find(found => found !== undefined);
    return named.find(manifest => meansWorkspacePackage(range, manifest));
  }

  /** `_moduleAliases` of the module-alias package: https://www.npmjs.com/package/module-alias */
  private aliased({ folder, json }: Manifest, specifier: string): string | undefined {
    const head = specifier.split('/')[0] ?? '';
    const target = member(member(json, '_moduleAliases'), head);
    return typeof target === 'string'
      ? this.folders.findSource(join(folder, target, specifier.slice(head.length)))
      : undefined;
  }

  /** From the package's folder (`src/users/user`) or its sources (`@/users/user`), configured or not. */
  private nearRoot(specifier: string, fromFile: string): string | undefined {
    const own = this.manifests.near(dirname(fromFile));
    if (!own || !specifier.includes('/')) return undefined;
    const alias = /^[@~]\/(.+)$/u.exec(specifier)?.[1];
    const paths = alias === undefined ? [specifier] : [`src/${alias}`, `app/${alias}`, alias];
    return paths
      .map(path => this.folders.findSource(join(own.folder, path)))
      .find(file => file !== undefined);
  }
}

/** `types/express.d.ts` only adds to the types of a package. */
function isDeclaration(file: string): boolean {
  return /\.d\.[cm]?ts$/u.test(file);
}

function packageOf(specifier: string): Resolution {
  return { kind: 'package', ...split(specifier) };
}

function split(specifier: string): { name: string; subpath: string } {
  const parts = specifier.split('/');
  const name = parts.splice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  return { name, subpath: parts.join('/') };
}
