import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPrismaSchema, type PrismaSchema } from '../../../src/schema/prisma/read-prisma-schema.js';
import { tableText } from '../table-text.js';

const read = (text: string): PrismaSchema => readPrismaSchema([{ file: 'schema.prisma', text }]);
const keysOf = (text: string): readonly string[] => read(text).tables.map(table => tableText(table));
const datasource = (provider: string): string => `datasource db {\n  provider = "${provider}"\n}\n`;

describe('every form of a key', () => {
  it('reads PostgreSQL', () => {
    const folder = 'test/schema/fixtures/prisma';
    const { provider, tables, problems } = read(readFileSync(`${folder}/keys.prisma`, 'utf8'));
    expect(problems).toEqual([]);
    expect(provider).toBe('postgresql');
    expect(tables.map(table => tableText(table, 'columns'))).toEqual(
      readFileSync(`${folder}/keys.txt`, 'utf8').trimEnd().split('\n'),
    );
  });

  it('reads MySQL: keys over the beginning of a column, and its own name of the primary key', () => {
    expect(
      keysOf(`${datasource('mysql')}model Page {
  id  Int    @id
  url String @unique(length: 100) @db.Text
  a   String
  b   String

  @@unique([a(length: 10, sort: Desc), b])
  @@fulltext([a, b])
}`),
    ).toEqual([
      'Page: primary key PRIMARY (id) @5; unique Page_url_key (url(100)) @6; unique Page_a_b_key (a(10), b) @10',
    ]);
  });

  it('reads MongoDB: composite types, and no two rows without a value', () => {
    const { tables } = read(`${datasource('mongodb')}type Address {
  street String
  zip    String
}

model Shop {
  id      String  @id @default(auto()) @map("_id") @db.ObjectId
  name    String? @unique
  address Address

  @@unique([name, address.zip])
}`);
    expect(tables.map(table => tableText(table, 'columns').split('; '))).toEqual([
      [
        'Shop: id=_id! name? address',
        'primary key (id) @10',
        'unique Shop_name_key (name) nulls equal @11',
        'unique Shop_name_address.zip_key (name, address.zip) nulls equal @14',
      ],
    ]);
  });

  it.each([
    ['sqlite', 'primary key (id)', 'unique A_b_key (b)'],
    ['sqlserver', 'primary key A_pkey (id)', 'unique A_b_key (b) nulls equal'],
    ['cockroachdb', 'primary key A_pkey (id)', 'unique A_b_key (b)'],
  ])('names keys as %s has them', (provider, key, unique) => {
    expect(keysOf(`${datasource(provider)}model A {\n  id Int @id\n  b Int? @unique\n}`)).toEqual([
      `A: ${key} @5; ${unique} @6`,
    ]);
  });
});

describe('a folder of files', () => {
  it('is one schema: the relations of a file stand in another', () => {
    const { provider, tables } = readPrismaSchema([
      { file: 'user.prisma', text: 'model User {\n  id Int @id\n  posts Post[]\n}' },
      {
        file: 'post.prisma',
        text: 'model Post {\n  id Int @id\n  userId Int @unique\n  user User @relation(fields: [userId])\n}',
      },
      { file: 'schema.prisma', text: datasource('postgresql') },
    ]);
    expect(provider).toBe('postgresql');
    expect(tables.map(table => `${table.place.file} ${tableText(table, 'columns')}`)).toEqual([
      'user.prisma User: id; primary key User_pkey (id) @2',
      'post.prisma Post: id userId; primary key Post_pkey (id) @2; unique Post_userId_key (userId) @3',
    ]);
  });

  it('takes the first of several providers, and none from the environment', () => {
    expect(read('datasource db {\n  provider = ["postgresql", "sqlite"]\n}').provider).toBe('postgresql');
    expect(read('datasource db {\n  provider = env("PROVIDER")\n}').provider).toBeUndefined();
  });
});

describe('a broken file', () => {
  it.each([
    ['a line that is no field', 'model A {\n  id Int @id\n  what is this\n  b Int @unique\n}', 3],
    ['an attribute that ends early', 'model A {\n  id Int @id\n  c Int @unique(map:\n  b Int @unique\n}', 3],
    ['a text without its end', 'model A {\n  id Int @id\n  c Int @unique(map: "x)\n  b Int @unique\n}', 3],
    [
      'a conflict of a merge',
      'model A {\n  id Int @id\n<<<<<<< HEAD\n  b Int @unique\n=======\n>>>>>>> main\n}',
      3,
    ],
  ])('has one problem, and the rest of the block: %s', (_, text, line) => {
    const { problems, tables } = read(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ file: 'schema.prisma', line });
    expect(tables.map(table => tableText(table))).toEqual([
      expect.stringMatching(/^A\.\.\.: primary key \(id\) @2; unique A_b_key \(b\) @4$/u),
    ]);
  });

  it('goes on with the next block where one is not closed', () => {
    const { problems, tables } = read('model A {\n  id Int @id\n\nmodel B {\n  id Int @id\n}');
    expect(problems).toEqual([
      { file: 'schema.prisma', line: 1, message: expect.stringContaining('`A` is not closed') as string },
    ]);
    expect(tables.map(table => tableText(table))).toEqual([
      'A...: primary key (id) @2',
      'B: primary key (id) @5',
    ]);
  });

  it('says what it met instead of a block', () => {
    expect(read('modle A {\n  id Int @id\n}\nmodel B {\n  id Int @id\n}')).toMatchObject({
      problems: [{ line: 1, message: 'Expected a block, found `modle`.' }],
      tables: [{ name: 'B', isOpen: false }],
    });
  });

  it.each([
    '',
    '}',
    'model',
    'model A {',
    'model A {\n @@',
    'model A {\n @',
    '"',
    '/*',
    'datasource db {\n provider = \n}',
  ])('never throws: %j', text => {
    expect(() => read(text)).not.toThrow();
  });
});
