/** Longest name of a constraint, in bytes. */
const LIMITS: Readonly<Record<string, number>> = {
  postgresql: 63,
  postgres: 63,
  cockroachdb: 63,
  mysql: 64,
  sqlserver: 128,
  mongodb: 127,
};

/**
 * The name that a key without `map` has in the database, and by which Prisma Migrate made it.
 * https://www.prisma.io/docs/orm/prisma-schema/data-model/database-mapping
 */
export const uniqueName = (table: string, columns: readonly string[], provider: string | undefined): string =>
  `${cut([table, ...columns].join('_'), '_key', provider)}_key`;

/** SQLite and MongoDB have no name for it. */
export function primaryKeyName(table: string, provider: string | undefined): string | undefined {
  if (provider === undefined || provider === 'sqlite' || provider === 'mongodb') return undefined;
  return provider === 'mysql' ? 'PRIMARY' : `${cut(table, '_pkey', provider)}_pkey`;
}

function cut(name: string, suffix: string, provider = ''): string {
  const room = (LIMITS[provider] ?? Infinity) - suffix.length;
  let end = name.length;
  while (Buffer.byteLength(name.slice(0, end)) > room) end--;
  return name.slice(0, end);
}
