import type { SqlDialect } from '../sql/parser.js';

/** What follows from the driver under a Drizzle client. */
export interface Driver {
  readonly dialect: SqlDialect | undefined;
  /**
   * It works inside the process and without waiting: between two of its calls nothing else of the process
   * runs.
   */
  readonly isSync: boolean;
  /** D1 and Neon over HTTP have no transaction but the one of a batch. */
  readonly hasTransactions: boolean;
  /** `execute` answers the list of rows itself, not an object that holds them. */
  readonly answersRows: boolean;
}

const SQLITE = /sqlite|libsql|sql-?js|d1/u;
const MYSQL = /mysql|planetscale|tidb|singlestore/u;
const POSTGRESQL = /^pg|postgres|neon|vercel|xata|pglite|nodepg|awsdataapi|aws-data-api|bun-?sql/u;
const SYNC = /better-?sqlite|bun-?sqlite|expo-?sqlite|durable-?sqlite|sqlitedo|sql-?js|node-?sqlite/u;
const NO_TRANSACTIONS = /^(?:drizzle)?d1|neon-?http/u;
const ROWS = /postgres-?js|bun-?sql(?!ite)/u;

/** From a subpath (`node-postgres`) or the name of a type (`PostgresJsDatabase`). */
export function driverOf(name: string): Driver {
  const text = name.toLowerCase();
  const dialect =
    SQLITE.test(text) ? 'sqlite'
    : MYSQL.test(text) ? 'mysql'
    : POSTGRESQL.test(text) ? 'postgresql'
    : undefined;
  return {
    dialect,
    isSync: SYNC.test(text),
    hasTransactions: !NO_TRANSACTIONS.test(text),
    answersRows: ROWS.test(text),
  };
}
