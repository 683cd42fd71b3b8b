import { readFileSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import {
  type DeclaredClass,
  type DeclaredClasses,
  type Provider,
  readDeclaredClasses,
} from './declared-classes.js';
import { FileCache, type Freshness } from './freshness.js';
import type { Resolution } from './resolve.js';
import type { Workspaces } from './workspaces.js';

/** A class that stands for an interface, an abstract class or a token. */
export interface Implementation {
  readonly file: string;
  readonly className: string;
}

interface Index {
  readonly generation: number;
  readonly adoptions: number;
  readonly contents: readonly (DeclaredClasses | undefined)[];
  readonly byName: ReadonlyMap<string, readonly Implementation[]>;
}

const nothing: DeclaredClasses = { classes: [], providers: [], tokens: [] };

/** Longer texts are generated or data. */
const LONGEST_TEXT = 1_000_000;

/** Which classes of a workspace stand for a name. One pass over the texts answers for all names. */
export class Implementations {
  private readonly cache: FileCache<DeclaredClasses>;
  private readonly indexes = new Map<string, Index>();
  private adoptions = 0;

  constructor(
    private readonly freshness: Freshness,
    private readonly workspaces: Workspaces,
    private readonly resolve: (specifier: string, fromFile: string) => Resolution,
  ) {
    this.cache = new FileCache(freshness, file => read(file));
  }

  /** The nearest to the file first, those that a test uses last. */
  find(name: string, nearFile: string): readonly Implementation[] {
    const found = this.index(nearFile).byName.get(name) ?? [];
    if (found.length < 2) return found;
    const ranked = found.map(implementation => ({
      implementation,
      rank: (isForTests(implementation) ? 0 : 1000) + commonFolders(implementation.file, nearFile),
    }));
    return ranked.sort((a, b) => b.rank - a.rank).map(({ implementation }) => implementation);
  }

  /** The text is what the file is, whatever the disk says. */
  adopt(file: string, stamp: string | undefined, text: string): void {
    const declared = readText(text);
    if (JSON.stringify(declared) === JSON.stringify(this.cache.peek(file))) return;
    this.cache.put(file, stamp, declared);
    this.adoptions += 1;
  }

  private index(nearFile: string): Index {
    const root = this.workspaces.rootOf(nearFile);
    const known = this.indexes.get(root);
    const { generation } = this.freshness;
    if (known?.generation === generation && known.adoptions === this.adoptions) return known;
    const { sources } = this.workspaces.of(nearFile);
    const contents = sources.map(file => this.cache.get(file));
    const isSame =
      known?.contents.length === contents.length &&
      contents.every((content, at) => content === known.contents[at]);
    const byName = isSame ? known.byName : this.build(sources, contents);
    const index = { generation, adoptions: this.adoptions, contents, byName };
    this.indexes.set(root, index);
    return index;
  }

  private build(sources: readonly string[], contents: Index['contents']): Index['byName'] {
    const classes = new Map<string, Implementation[]>();
    const tokens = new Map<string, Set<string>>();
    const byName = new Map<string, Implementation[]>();
    const each = (visit: (file: string, declared: DeclaredClasses) => void): void => {
      for (const [at, file] of sources.entries()) visit(file, contents[at] ?? nothing);
    };
    each((file, declared) => {
      for (const { className, bases } of declared.classes) addClass({ file, className }, bases);
      for (const [name, value] of declared.tokens)
        tokens.set(name, (tokens.get(name) ?? new Set()).add(value));
    });
    each((file, { providers }) => {
      for (const provider of providers) {
        const names = new Set(provider.tokens.flatMap(token => [token, ...(tokens.get(token) ?? [])]));
        for (const implementation of this.provided(provider, file, classes)) {
          for (const name of names)
            if (name !== implementation.className) append(byName, name, implementation);
        }
      }
    });
    return byName;

    function addClass(implementation: Implementation, bases: DeclaredClass['bases']): void {
      append(classes, implementation.className, implementation);
      for (const base of bases) append(byName, base, implementation);
    }
  }

  private provided(
    provider: Provider,
    file: string,
    classes: ReadonlyMap<string, readonly Implementation[]>,
  ): Implementation[] {
    return provider.classes.flatMap(({ className, specifier }) => {
      const candidates = classes.get(className) ?? [];
      if (candidates.length < 2) return candidates;
      const resolution = specifier === undefined ? undefined : this.resolve(specifier, file);
      const target = resolution?.kind === 'file' ? resolution.file : file;
      const exact = candidates.find(candidate => candidate.file === target);
      return (
        exact ??
        [...candidates].sort((a, b) => commonFolders(b.file, target) - commonFolders(a.file, target))[0] ??
        []
      );
    });
  }
}

function read(file: string): DeclaredClasses {
  try {
    return readText(readFileSync(file, 'utf8'));
  } catch {
    // Reported when the module is asked for; a file that nothing asks for is no problem.
    return nothing;
  }
}

function readText(text: string): DeclaredClasses {
  return text.length > LONGEST_TEXT ? nothing : readDeclaredClasses(text);
}

function append(map: Map<string, Implementation[]>, name: string, implementation: Implementation): void {
  const known = map.get(name);
  if (!known) map.set(name, [implementation]);
  else if (
    !known.some(
      ({ file, className }) => file === implementation.file && className === implementation.className,
    )
  ) {
    known.push(implementation);
  }
}

function commonFolders(a: string, b: string): number {
  const others = dirname(b).split(sep);
  const different = dirname(a)
    .split(sep)
    .findIndex((part, at) => part !== others[at]);
  return different < 0 ? others.length : different;
}

const testFolder = /(?:^|[\\/])(?:tests?|__tests__|__mocks__|mocks?|fakes?|stubs?|e2e|fixtures)[\\/]/iu;
const testFile = /\.(?:spec|test|mock|fake|stub)\.\w+$/iu;
const testName = /^(?:Mock|Fake|Stub|InMemory|Dummy)|(?:Mock|Fake|Stub)$/u;

function isForTests({ file, className }: Implementation): boolean {
  return testFolder.test(file) || testFile.test(file) || testName.test(className);
}
