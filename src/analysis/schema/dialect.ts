export type Dialect = 'postgresql' | 'mysql' | 'sqlite';

/** The dialect that a migration is written in, by what only one of them has. */
export function guessDialect(text: string): Dialect {
  if (/`|\bAUTO_INCREMENT\b|\bENGINE\s*=|\bUNIQUE\s+KEY\b/iu.test(text) && !/\bAUTOINCREMENT\b/iu.test(text))
    return 'mysql';
  return /\bAUTOINCREMENT\b|\bPRAGMA\b|\bWITHOUT\s+ROWID\b/iu.test(text) ? 'sqlite' : 'postgresql';
}
