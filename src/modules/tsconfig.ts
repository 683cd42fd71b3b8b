import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Folders } from './folders.js';
import { FileCache, type Freshness, Remembered } from './freshness.js';
import { type Json, member, members, readJson, strings } from './jsonc.js';
import type { Problems } from './problem.js';

/** How a tsconfig, with all it extends, maps specifiers that are not relative. */
export interface PathMappings {
  /** Absolute folder. */
  readonly baseUrl: string | undefined;
  /** `@app/*` and the absolute paths it stands for, each with at most one `*`. */
  readonly paths: readonly { readonly pattern: string; readonly targets: readonly string[] }[];
}

const noMappings: PathMappings = { baseUrl: undefined, paths: [] };

/** The tsconfig and jsconfig files of the project. */
export class Tsconfigs {
  private readonly cache: FileCache<Json>;
  private readonly chains: Remembered<string, readonly PathMappings[]>;

  constructor(
    freshness: Freshness,
    private readonly folders: Folders,
    private readonly problems: Problems,
    /** Folder of a package of the workspace. */
    private readonly packageFolder: (name: string, fromFile: string) => string | undefined,
  ) {
    this.cache = new FileCache(freshness, file => this.read(file));
    this.chains = new Remembered(freshness);
  }

  /**
   * What holds for the files of the folder, the nearest first. The compiler would stop there; those
   * further up and those it refers to often hold the paths that a bundler or test runner goes by.
   */
  near(folder: string, root: string): readonly PathMappings[] {
    return this.chains.get(folder, () => {
      const own = this.filesIn(folder)
        .flatMap(file => this.withReferences(file))
        .filter(hasMappings);
      const parent = dirname(folder);
      return folder === root || parent === folder ? own : [...own, ...this.near(parent, root)];
    });
  }

  private filesIn(folder: string): string[] {
    const entries = this.folders.entries(folder);
    const own = entries.has('tsconfig.json') ? 'tsconfig.json' : 'jsconfig.json';
    return [own, 'tsconfig.base.json']
      .filter(name => entries.get(name) === 'file')
      .map(name => join(folder, name));
  }

  /** Also the configurations beside it that a solution refers to: `{ "path": "./tsconfig.app.json" }`. */
  private withReferences(file: string): PathMappings[] {
    const references = member(this.cache.get(file), 'references');
    const beside = (Array.isArray(references) ? references : [])
      .flatMap(reference => strings(member(reference as Json, 'path')))
      .map(path => join(dirname(file), path))
      .filter(path => dirname(path) === dirname(file) && this.folders.isFile(path));
    return [file, ...beside].map(path => this.mappings(path, dirname(path), []));
  }

  private mappings(file: string, configFolder: string, extended: readonly string[]): PathMappings {
    const config = this.cache.get(file);
    if (config === undefined || extended.includes(file)) return noMappings;
    const inherited = strings(member(config, 'extends'))
      .flatMap(specifier => this.extendedFile(specifier, file) ?? [])
      .map(base => this.mappings(base, configFolder, [...extended, file]))
      .reduce(
        (older, newer) => ({
          baseUrl: newer.baseUrl ?? older.baseUrl,
          paths: newer.paths.length > 0 ? newer.paths : older.paths,
        }),
        noMappings,
      );
    const options = member(config, 'compilerOptions');
    const absolute = (path: string, folder: string): string => {
      const filled = path.replace('${configDir}', configFolder);
      return isAbsolute(filled) ? filled : join(folder, filled);
    };
    const [ownBase] = strings(member(options, 'baseUrl'));
    const baseUrl = ownBase === undefined ? inherited.baseUrl : absolute(ownBase, dirname(file));
    const ownPaths = member(options, 'paths');
    if (ownPaths === undefined) return { baseUrl, paths: inherited.paths };
    const paths = members(ownPaths).map(([pattern, targets]) => ({
      pattern,
      targets: strings(targets).map(target => absolute(target, baseUrl ?? dirname(file))),
    }));
    return { baseUrl, paths };
  }

  /** A package from outside the workspace gives nothing: such configurations have no paths of the project. */
  private extendedFile(specifier: string, file: string): string | undefined {
    const path =
      isAbsolute(specifier) || /^\.\.?(?:[\\/]|$)/u.test(specifier)
        ? join(isAbsolute(specifier) ? '' : dirname(file), specifier)
        : this.packagePath(specifier, file);
    if (path === undefined) return undefined;
    const found = [path, `${path}.json`, join(path, 'tsconfig.json')].find(candidate =>
      this.folders.isFile(candidate),
    );
    if (found !== undefined) this.problems.clear(file, specifier);
    else {
      const problem = {
        file,
        message: `It extends \`${specifier}\`, which does not exist.`,
        remedy: 'Correct the path, or run the tool that writes that file; without it its paths are unknown.',
      };
      this.problems.add(problem, specifier);
    }
    return found;
  }

  private packagePath(specifier: string, file: string): string | undefined {
    const parts = specifier.split('/');
    const name = parts.splice(0, specifier.startsWith('@') ? 2 : 1).join('/');
    const folder = this.packageFolder(name, file);
    return folder === undefined ? undefined : join(folder, ...parts);
  }

  private read(file: string): Json {
    this.problems.clear(file);
    try {
      const parsed = readJson(readFileSync(file, 'utf8'));
      if ('value' in parsed) return parsed.value;
      const { line, message } = parsed;
      this.problems.add({
        file,
        line,
        message: `The configuration cannot be read: ${message}.`,
        remedy: 'Correct its JSON; until then imports through its paths are unknown.',
      });
    } catch (error) {
      this.problems.add({
        file,
        message: `The configuration cannot be read: ${String(error)}.`,
        remedy: 'Make the file readable.',
      });
    }
    return null;
  }
}

function hasMappings({ baseUrl, paths }: PathMappings): boolean {
  return baseUrl !== undefined || paths.length > 0;
}
