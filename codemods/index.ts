import type { Codemod } from '../src/rewrites/codemod.js';
import { codemod as insertFirst } from './insert-first.js';

export const codemods: readonly Codemod[] = [insertFirst];
