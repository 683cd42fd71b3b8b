import type { Expressed, ExpressTarget } from './express.js';

/** What the errors of drivers carry for a unique violation, as code tests it. */
const CODES: readonly { readonly packages: readonly string[]; readonly test: (error: string) => string }[] = [
  // https://www.postgresql.org/docs/current/errcodes-appendix.html
  {
    packages: ['pg', 'postgres', '@neondatabase/serverless', '@vercel/postgres', 'pg-promise', 'slonik', '@electric-sql/pglite'],
    test: error => `${error}.code === '23505'`,
  },
  // https://mariadb.com/kb/en/mariadb-error-codes/
  { packages: ['mysql2', 'mysql', 'mariadb'], test: error => `${error}.code === 'ER_DUP_ENTRY'` },
  // https://www.sqlite.org/rescode.html: a primary key has a code of its own.
  {
    packages: ['better-sqlite3', 'sqlite3', '@libsql/client'],
    test: error => `/^SQLITE_CONSTRAINT(?:_UNIQUE|_PRIMARYKEY)?$/.test(String(${error}.code))`,
  },
];

/** The test of the one driver that the project has; `undefined` with several, or with none that is known. */
export function driverCodeTest(error: string, { dependsOn }: ExpressTarget): string | undefined {
  const found = CODES.filter(({ packages }) => dependsOn(packages));
  return found.length === 1 ? found[0]?.test(error) : undefined;
}

/** The driver's own error, as clients let it through that do not wrap it. */
export function driverViolationTest(error: string, target: ExpressTarget): Expressed | undefined {
  const test = driverCodeTest(error, target);
  return test === undefined ? undefined : { code: `${error} instanceof Error && 'code' in ${error} && ${test}`, imports: [] };
}

/** A library that has a class of its own for unique violations. */
export const classViolationTest =
  (name: string, packages: readonly string[]) =>
  (error: string, { specifierOf }: ExpressTarget): Expressed | undefined => {
    const specifier = specifierOf(packages);
    return specifier === undefined ? undefined : { code: `${error} instanceof ${name}`, imports: [{ specifier, name }] };
  };
