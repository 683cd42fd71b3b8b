/** `settings.idempotency` in an ESLint config: names what cannot be traced. */
export interface IdempotencySettings {
  /**
   * Clients that come from where the code cannot be read:
   * `{ module: '@acme/db', export: 'db', library: 'prisma' }`.
   */
  readonly clients?: readonly ClientSetting[];
  /**
   * Files and folders that describe the database, relative to the project root, where those that are found by
   * themselves are not the right ones: `['packages/db/prisma', 'migrations']`.
   */
  readonly schema?: readonly string[];
  /** State of the project's files, which makes a cached result of another state void; `withProjectDigest` puts it here. */
  readonly digest?: string;
  /** Functions that run their callback inside a transaction or lock, or that retry it. */
  readonly wrappers?: readonly WrapperSetting[];
}

export interface ClientSetting {
  /** Import specifier as written, or a path relative to the project root. */
  readonly module: string;
  readonly export: string;
  /** Adapter name. */
  readonly library: string;
  /** Library type of the client where it has several (`EntityManager`); default: the library's client. */
  readonly type?: string;
}

export interface WrapperSetting {
  /** Last name of the callee: `withLock`. */
  readonly name: string;
  readonly kind: 'transaction' | 'serializable-transaction' | 'lock' | 'retry';
}
