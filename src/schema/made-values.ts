const MAKERS = [
  'autoincrement', 'auto', 'sequence', 'nextval', 'unique_rowid',
  'gen_random_uuid', String.raw`gen_random_ulid`, String.raw`uuid_generate_v\w+`, String.raw`uuid_?v?[147]`, 'uuid', 'uuid_short',
  'cuid2?', 'nanoid', 'ulid', String.raw`generate_ulid`, 'gen_random_bytes', 'randomblob', 'newid', 'newsequentialid',
].join('|');

const MADE = new RegExp(String.raw`\b(?:${MAKERS})\s*\(`, 'iu');

/** A default that differs from row to row: `gen_random_uuid()`, `nextval('users_id_seq')`, but not `now()`. */
export const isMadeValue = (expression: string): boolean => MADE.test(expression.replaceAll(/'(?:[^']|'')*'/gu, "''"));
