/** Which database's rules hold; MariaDB goes by MySQL's. */
export type SqlDialect = 'postgresql' | 'mysql' | 'sqlite';
