import type { TSESTree } from '@typescript-eslint/utils';
import { Engine } from '../analysis/engine.js';
import type { UnitOfWork } from '../analysis/unit-of-work.js';
import type { Codemod, PlacedRewrite } from '../rewrites/codemod.js';
import { Rewriter } from '../rewrites/rewriter.js';
import { isMinified } from './is-minified.js';
import type { LintedFile } from './linted-file.js';

interface Analysis {
  readonly engine: Engine;
  readonly units: readonly UnitOfWork[];
}

/** Keeps one engine for each project and settings, and one analysis for each lint of a file. */
export class AnalysisHost {
  readonly #engines = new Map<string, Engine>();
  /** Keyed by the tree, not by `SourceCode`: oxlint has one `SourceCode` object for all files. */
  readonly #analyses = new WeakMap<TSESTree.Program, Analysis>();

  /** Units of work of a file: every rule that asks during one lint gets the same answer. */
  units(linted: LintedFile): readonly UnitOfWork[] {
    const engine = this.#engine(linted);
    const known = this.#analyses.get(linted.program);
    if (known?.engine === engine) return known.units;
    // Not the host's tree: parsers differ in what they leave out, kept trees hold all their tokens in memory,
    // and a file that was read as an import before would count as changed.
    const { file, text } = linted;
    const units = isMinified(file, text) ? [] : engine.units(file, text);
    this.#analyses.set(linted.program, { engine, units });
    return units;
  }

  /** What a codemod has for the findings of a file, by their places. */
  rewrites(linted: LintedFile, codemod: Codemod): readonly PlacedRewrite[] {
    const rewriter = new Rewriter(this.#engine(linted), [codemod]);
    return rewriter.rewritesIn(linted.file, linted.text);
  }

  #engine({ cwd, settings }: LintedFile): Engine {
    const key = JSON.stringify([cwd, settings]);
    const engine = this.#engines.get(key) ?? new Engine(cwd, settings);
    this.#engines.set(key, engine);
    return engine;
  }
}
