import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Folders, realPath } from './folders.js';
import { FileCache, Freshness, stampOf } from './freshness.js';
import { type Implementation, Implementations } from './implementations.js';
import { dependencyRange, Manifests } from './manifest.js';
import { type ModuleProblem, Problems } from './problem.js';
import { type Resolution, Resolver } from './resolve.js';
import {
  isParseFailure,
  isSourceFile,
  parseModule,
  type SourceModule,
  withoutByteOrderMark,
} from './source-module.js';
import { Tsconfigs } from './tsconfig.js';
import { Workspaces } from './workspaces.js';

export type { Implementation } from './implementations.js';
export type { ModuleProblem } from './problem.js';
export type { Resolution } from './resolve.js';

/** Characters of text whose trees are kept; a tree takes some thirty times the memory of its text. */
const KEPT_TEXT = 12_000_000;

interface Entry {
  /** State of the file on disk when the text was taken; `undefined` where there is no such file. */
  readonly stamp: string | undefined;
  readonly generation: number;
  readonly text: string;
  readonly module: SourceModule | undefined;
}

/** The files of a project: what an import means, and each file parsed once. */
export class Project {
  private readonly freshness = new Freshness();
  private readonly found = new Problems();
  /** The one asked for last comes last. */
  private readonly entries = new Map<string, Entry>();
  private keptText = 0;
  private readonly folders = new Folders(this.freshness);
  private readonly plainTexts = new FileCache(this.freshness, readPlainText);
  private readonly manifests: Manifests;
  private readonly workspaces: Workspaces;
  private readonly resolver: Resolver;
  private readonly implementers: Implementations;

  constructor(readonly root: string) {
    const { freshness, found, folders } = this;
    const manifests = new Manifests(freshness, folders, found);
    this.manifests = manifests;
    this.workspaces = new Workspaces(freshness, realPath(root), folders, manifests, found);
    const tsconfigs = new Tsconfigs(
      freshness,
      folders,
      found,
      (name, file) => this.resolver.workspacePackage(name, file)?.folder,
    );
    this.resolver = new Resolver(freshness, folders, manifests, this.workspaces, tsconfigs);
    this.implementers = new Implementations(freshness, this.workspaces, (specifier, file) =>
      this.resolve(specifier, file),
    );
  }

  /** The file as it is now; `undefined` if there is none or it cannot be parsed, which `problems` tells. */
  module(path: string): SourceModule | undefined {
    const file = this.folders.realPath(path);
    const known = this.entries.get(file);
    const { generation } = this.freshness;
    const stamp = known?.generation === generation ? known.stamp : stampOf(file);
    if (known && known.stamp === stamp) {
      this.keep(file, { ...known, generation });
      return known.module;
    }
    if (stamp === undefined) {
      this.drop(file);
      this.found.clear(file);
      return undefined;
    }
    return isSourceFile(file) ? this.read(file, stamp) : undefined;
  }

  /**
   * Takes the text for what the file is until the file is written: it may be unsaved, or not on disk at all.
   */
  adopt(path: string, source: string): SourceModule | undefined {
    const file = this.folders.realPath(path);
    const stamp = stampOf(file);
    const text = withoutByteOrderMark(source);
    this.implementers.adopt(file, stamp, text);
    const known = this.entries.get(file);
    // A tree that is there already stays: what was concluded from it still holds.
    const isKnown = known?.module && known.text === text;
    const module = isKnown ? known.module : this.parse(file, text);
    if (module) this.found.clear(file);
    this.keep(file, { stamp, generation: this.freshness.generation, text, module });
    return module;
  }

  resolve(specifier: string, fromFile: string): Resolution {
    return this.resolver.resolve(specifier, this.folders.realPath(fromFile));
  }

  /**
   * Classes that implement or extend the name, and those that a dependency injection container gives for it;
   * those nearest to the file first, those for tests last. A class that is only made by a call is not seen.
   */
  implementations(name: string, nearFile: string): readonly Implementation[] {
    return this.implementers.find(name, this.folders.realPath(nearFile));
  }

  /** The source files of the file's workspace, without what is installed, built or generated. */
  sources(nearFile: string): readonly string[] {
    return this.workspaces.of(this.folders.realPath(nearFile)).sources;
  }

  /** The files of the file's workspace that describe a database: `.prisma` and `.sql`. */
  schemas(nearFile: string): readonly string[] {
    return this.workspaces.of(this.folders.realPath(nearFile)).schemas;
  }

  /** Text of a file of any kind; `undefined` where there is none. The same string until the file changes. */
  plainText(file: string): string | undefined {
    return this.plainTexts.get(file);
  }

  /** A package.json from the file's folder up to the root of its workspace asks for one of the packages. */
  dependsOn(path: string, packages: readonly string[]): boolean {
    const file = this.folders.realPath(path);
    const root = this.workspaces.rootOf(file);
    for (let folder = dirname(file); ; folder = dirname(folder)) {
      const manifest = this.manifests.in(folder);
      if (manifest && packages.some(name => dependencyRange(manifest, name) !== undefined)) return true;
      if (folder === root || folder === dirname(folder)) return false;
    }
  }

  /** Folder of the package that the file is a part of. */
  packageFolder(path: string): string | undefined {
    return this.manifests.near(dirname(this.folders.realPath(path)))?.folder;
  }

  /** What could not be read so far. */
  problems(): readonly ModuleProblem[] {
    return this.found.list();
  }

  /** Text of a source file, without parsing it; `undefined` where there is none. */
  text(path: string): string | undefined {
    const file = this.folders.realPath(path);
    const known = this.entries.get(file);
    if (known?.generation === this.freshness.generation) return known.text;
    if (!isSourceFile(file) || stampOf(file) === undefined) return undefined;
    return withoutByteOrderMark(readFileSync(file, 'utf8'));
  }

  /** Grows when the disk is looked at again. */
  get generation(): number {
    return this.freshness.generation;
  }

  /** Whether the file still is what the module was read from. */
  isCurrent({ file, text }: SourceModule): boolean {
    const known = this.entries.get(file);
    const { generation } = this.freshness;
    const stamp = known?.generation === generation ? known.stamp : stampOf(file);
    if (known && known.stamp === stamp) {
      this.keep(file, { ...known, generation });
      return known.text === text;
    }
    return stamp !== undefined && withoutByteOrderMark(readFileSync(file, 'utf8')) === text;
  }

  /** To be called at the start of each lint: the disk is then looked at again, as soon as there was a pause. */
  refresh(): void {
    this.freshness.refresh();
  }

  /** To be called at the end of each lint. */
  ended(): void {
    this.freshness.ended();
  }

  private read(file: string, stamp: string): SourceModule | undefined {
    const known = this.entries.get(file);
    let text: string;
    try {
      text = withoutByteOrderMark(readFileSync(file, 'utf8'));
    } catch (error) {
      this.found.add({
        file,
        message: `The file cannot be read: ${String(error)}.`,
        remedy: 'Make the file readable.',
      });
      return undefined;
    }
    const module = known?.text === text ? known.module : this.parse(file, text);
    this.keep(file, { stamp, generation: this.freshness.generation, text, module });
    return module;
  }

  private keep(file: string, entry: Entry): void {
    this.drop(file);
    this.entries.set(file, entry);
    this.keptText += entry.text.length;
    for (const oldest of this.entries.keys()) {
      if (this.keptText <= KEPT_TEXT || oldest === file) break;
      this.drop(oldest);
    }
  }

  private drop(file: string): void {
    this.keptText -= this.entries.get(file)?.text.length ?? 0;
    this.entries.delete(file);
  }

  private parse(file: string, text: string): SourceModule | undefined {
    const parsed = parseModule(file, text);
    if (!isParseFailure(parsed)) {
      this.found.clear(file);
      return parsed;
    }
    const isFlow = /^\s*(?:\/\/|\/\*)[^\n]*@flow\b/mu.test(text.slice(0, 1000));
    this.found.add({
      file,
      line: parsed.line,
      message: `The file cannot be parsed: ${parsed.message}.`,
      remedy: isFlow
        ? 'Files with Flow types are left out.'
        : 'Correct the syntax; until then code in it is unknown.',
    });
    return undefined;
  }
}

function readPlainText(file: string): string | undefined {
  try {
    return withoutByteOrderMark(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
