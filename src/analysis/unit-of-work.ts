import type { Operation } from '../operations/operation.js';

/** One function body with everything it reaches, in order of execution. */
export interface UnitOfWork {
  readonly file: string;
  readonly operations: readonly Operation[];
}
