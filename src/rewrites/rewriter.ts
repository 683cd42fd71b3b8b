import { adapters } from '../adapters/index.js';
import type { Engine } from '../analysis/engine.js';
import type { UnitOfWork } from '../analysis/unit-of-work.js';
import { rangeOf } from '../modules/range.js';
import type { SourceModule } from '../modules/source-module.js';
import { applyEdits } from '../edits/text-edit.js';
import type { Codemod, PlacedRewrite } from './codemod.js';
import type { RewriteTarget } from './rewrite.js';

export interface FileRewrite {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly done: readonly Outcome[];
  /** Findings left alone, each with its reason. */
  readonly left: readonly Outcome[];
}

export interface Outcome {
  readonly codemod: string;
  readonly line: number;
  /** What was done, or why nothing was. */
  readonly text: string;
}

/** More findings than anybody has in one file: a rewrite that does not silence its rule would never end. */
const MOST_REWRITES = 200;

/** Applies codemods to files of one project. Nothing is written: the new texts are answered. */
export class Rewriter {
  constructor(
    private readonly engine: Engine,
    private readonly codemods: readonly Codemod[],
  ) {}

  /** Every finding of the codemods in the file, one rewrite after the other, each on the text that the last one left. */
  rewrite(file: string, before: string): FileRewrite {
    const done: Outcome[] = [];
    let text = before;
    // What is put in moves the lines below: findings are named by where the user has them.
    const lines = this.linesOf(file, before);
    for (;;) {
      const found = this.rewritesIn(file, text);
      const next = found.find(({ rewrite }) => rewrite.kind === 'edits');
      if (next?.rewrite.kind !== 'edits' || done.length >= MOST_REWRITES) {
        return { file, before, after: text, done, left: this.leftIn(file, before) };
      }
      done.push({ codemod: next.codemod, line: lines[done.length] ?? next.loc.start.line, text: next.rewrite.title });
      text = applyEdits(text, next.rewrite.edits.filter(edit => edit.file === file));
    }
  }

  private linesOf(file: string, text: string): readonly number[] {
    const found = this.rewritesIn(file, text);
    return found.flatMap(({ loc, rewrite }) => (rewrite.kind === 'edits' ? [loc.start.line] : []));
  }

  private leftIn(file: string, text: string): readonly Outcome[] {
    return this.rewritesIn(file, text).flatMap(({ codemod, loc, rewrite }) =>
      rewrite.kind === 'refused' ? [{ codemod, line: loc.start.line, text: rewrite.reason }] : [],
    );
  }

  /** What the codemods have for each finding of a file, without doing it. */
  rewritesIn(file: string, text: string): readonly (PlacedRewrite & { readonly codemod: string })[] {
    const units = this.engine.units(file, text);
    const source = units.length > 0 ? this.engine.project.adopt(file, text) : undefined;
    if (!source) return [];
    const places = new Set<string>();
    return this.codemods.flatMap(codemod =>
      units
        .flatMap(unit => [...codemod.rewrites(targetOf(this.engine, source, unit))])
        .filter(({ loc }) => {
          const place = `${codemod.rule}:${String(loc.start.line)}:${String(loc.start.column)}`;
          return !places.has(place) && places.add(place);
        })
        .map(placed => ({ ...placed, codemod: codemod.name })),
    );
  }
}

/** A file whose findings are rewritten. */
export function targetOf({ project }: Engine, source: SourceModule, unit: UnitOfWork): RewriteTarget {
  const imported = source.ast.body.flatMap(statement =>
    statement.type === 'ImportDeclaration' ? [statement.source.value] : [],
  );
  const dependsOn = (packages: readonly string[]): boolean => project.dependsOn(source.file, packages);
  return {
    file: source.file,
    text: source.text,
    ast: source.ast,
    rangeOf,
    unit,
    adapter: library => adapters.find(({ name }) => name === library),
    dependsOn,
    specifierOf: packages => packages.find(name => imported.includes(name)) ?? packages.find(name => dependsOn([name])),
  };
}
