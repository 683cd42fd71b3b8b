import { resolve } from 'node:path';
import { Engine } from '../analysis/engine.js';
import type { Codemod } from './codemod.js';
import { Rewriter } from './rewriter.js';

/** What jscodeshift hands to a transform. */
export interface TransformedFile {
  readonly path: string;
  readonly source: string;
}

/** The codemod as `jscodeshift -t` runs it: the new text, or nothing where the file stays as it is. */
export function transformOf(codemod: Codemod): (file: TransformedFile) => string | undefined {
  // One for each working folder: jscodeshift calls the transform once a file.
  const rewriters = new Map<string, Rewriter>();
  return ({ path, source }) => {
    const cwd = process.cwd();
    const rewriter = rewriters.get(cwd) ?? new Rewriter(new Engine(cwd), [codemod]);
    rewriters.set(cwd, rewriter);
    const { after } = rewriter.rewrite(resolve(path), source);
    return after === source ? undefined : after;
  };
}
