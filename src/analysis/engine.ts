import type { TSESTree } from '@typescript-eslint/utils';
import type { IdempotencySettings } from './settings.js';
import type { UnitOfWork } from './unit-of-work.js';

/** Reads files of one project and answers their units of work. */
export class Engine {
  constructor(
    readonly cwd: string,
    readonly settings: IdempotencySettings = {},
  ) {}

  /** `ast`: the host's syntax tree of `text`, where it has parsed it already. */
  units(_file: string, _text: string, _ast?: TSESTree.Program): readonly UnitOfWork[] {
    return [];
  }
}
