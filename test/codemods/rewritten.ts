import path from 'node:path';
import { Engine } from '../../src/analysis/engine.js';
import type { Codemod } from '../../src/rewrites/codemod.js';
import { Rewriter, type FileRewrite } from '../../src/rewrites/rewriter.js';
import { temporaryProject } from '../temporary-project.js';

/** What a codemod makes of `app.ts` in a project of the files. */
export function rewritten(codemod: Codemod, files: Readonly<Record<string, string>>): FileRewrite {
  const root = temporaryProject({ 'package.json': '{}', ...files });
  return new Rewriter(new Engine(root), [codemod]).rewrite(path.join(root, 'app.ts'), files['app.ts'] ?? '');
}
