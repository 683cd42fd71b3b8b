/** Where a command reads its surroundings from and writes to. */
export interface Terminal {
  readonly cwd: string;
  readonly version: string;
  readonly hasColor: boolean;
  /** Standard error is a terminal, so that a line on it can be overwritten. */
  readonly isInteractive: boolean;
  out(text: string): void;
  error(text: string): void;
}

/** 0: nothing found; 1: findings; 2: something could not be done. */
export type ExitCode = 0 | 1 | 2;

/** A wrong use of the command line: unknown option, unknown rule. */
export class UsageError extends Error {}
