import path from 'node:path';
import { rulesIndex } from './rules-index.js';

export interface GeneratedFile {
  readonly file: string;
  readonly content: string;
}

/** Every generated file with the content it should have. */
export async function generatedFiles(root: string): Promise<readonly GeneratedFile[]> {
  return [{ file: 'rules/index.ts', content: rulesIndex(path.join(root, 'rules')) }];
}
