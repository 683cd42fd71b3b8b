import type { TSESTree } from '@typescript-eslint/utils';
import type { Scope } from './scope.js';

/** A type as written, with the scope in which its names mean something. */
export interface TypeReference {
  readonly node: TSESTree.TypeNode;
  readonly scope: Scope;
}
