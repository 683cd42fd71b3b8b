/** Functions whose answer no other row has, of databases and of Prisma. */
const MAKERS = [
  'auto',
  'autoincrement',
  'cuid2?',
  'gen_random_(?:bytes|ulid|uuid)',
  'generate_ulid',
  'nanoid',
  'new(?:sequential)?id',
  'nextval',
  'randomblob',
  'sequence',
  'ulid',
  'unique_rowid',
  String.raw`uuid(?:_generate_v\w+|_short|_?v?[147])?`,
].join('|');

const MADE = new RegExp(String.raw`\b(?:${MAKERS})\s*\(`, 'iu');

const STRING = /'(?:[^']|'')*'/gu;

/** A default that no two rows share: `gen_random_uuid()`, `nextval('users_id_seq')`, but not `now()`. */
export const isMadeValue = (expression: string): boolean => MADE.test(expression.replaceAll(STRING, "''"));
