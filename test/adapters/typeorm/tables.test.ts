import { describe, expect, it } from 'vitest';
import { tableText } from '../../schema/table-text.js';
import { declaredTables } from '../operations-of.js';

const IMPORTS = `import {
  BaseEntity, ChildEntity, Column, CreateDateColumn, DeleteDateColumn, Entity, Generated, Index, JoinColumn, ManyToOne,
  ObjectIdColumn, OneToMany, OneToOne, PrimaryColumn, PrimaryGeneratedColumn, TableInheritance, Unique, VersionColumn, ViewEntity,
} from 'typeorm';`;

const SERVICE = `import { DataSource } from 'typeorm';
import { Row } from './row';
export class Service {
  constructor(private readonly dataSource: DataSource) {}
  run(values) { return this.dataSource.getRepository(Row).insert(values); }
}`;

/** The entity `Row`, declared from line 5 on, after `before`. */
function declared(entity: string, before = '', more: Readonly<Record<string, string>> = {}): readonly string[] {
  const row = `${IMPORTS}\n${entity}`;
  const files = { 'row.ts': before ? `${IMPORTS}\n${before}\n${entity}` : row, 'app.ts': SERVICE, ...more };
  return declaredTables(files, 'app.ts').map(table => tableText(table));
}

const row = (members: string, decorators = '@Entity()'): string =>
  `${decorators}\nexport class Row {\n  @PrimaryGeneratedColumn() id: number;\n${members}\n}`;

describe('constraints of a TypeORM entity, on its columns', () => {
  it.each([
    ['@Column({ unique: true }) email: string;', 'unique (email) @8'],
    ["@Column('varchar', { unique: true, length: 80 }) email: string;", 'unique (email) @8'],
    ['@Column(String, { unique: true }) email: string;', 'unique (email) @8'],
    ["@Column({ type: 'text', name: 'mail', unique: true }) email: string;", 'unique (email) @8'],
    ['@Unique() @Column() email: string;', 'unique (email) @8'],
    ["@Unique('users_email') @Column() email: string;", 'unique users_email (email) @8'],
    ['@Index({ unique: true }) @Column() email: string;', 'unique (email) @8'],
    ["@Index('email_index', { unique: true }) @Column() email: string;", 'unique email_index (email) @8'],
    [
      "@Index({ unique: true, where: '\"deletedAt\" IS NULL' }) @Column() email: string;",
      'unique (email) where "deletedAt" IS NULL @8',
    ],
    [
      '@Index({ unique: true, nullFiltered: true }) @Column() email: string;',
      'unique (email) where email IS NOT NULL @8',
    ],
    ['@Column({ unique: true }) @Index({ unique: true }) email: string;', 'unique (email) @8'],
    ['@Column() get email(): string { return ""; }', ''],
    ['@Column({ unique: true }) get email(): string { return ""; }', 'unique (email) @8'],
    ['@Column({ unique: false }) email: string;', ''],
    ['@Index() @Column() email: string;', ''],
    ['@OneToOne(() => Row) @JoinColumn() parent: Row;', 'unique (parent) @8'],
    ["@OneToOne(() => Row) @JoinColumn({ name: 'up' }) parent: Row;", 'unique (parent) @8'],
    ['@OneToOne(() => Row, { createForeignKeyConstraints: false }) @JoinColumn() parent: Row;', ''],
    ['@OneToOne(() => Row, row => row.child) parent: Row;', ''],
    ['@Column() parentId: number; @OneToOne(() => Row) @JoinColumn() parent: Row;', 'unique (parentId) @8'],
    ['@ManyToOne(() => Row) parent: Row;', ''],
  ])('%s', (member, expected) => {
    expect(declared(row(member))).toEqual([
      `Row: primary key (id) @7${expected === '' ? '' : `; ${expected}`}`,
    ]);
  });

  it('is not known where the options are not', () => {
    expect(declared(row('@Column(columnOptions()) email: string;'))).toEqual(['Row...: primary key (id) @7']);
  });

  it('comes with a decorator of the project', () => {
    const before = `import { applyDecorators } from '@nestjs/common';
      const UniqueColumn = () => applyDecorators(Column({ unique: true }));
      function Code(length) { return (target, key) => { Column({ length })(target, key); Index({ unique: true })(target, key); }; }`;
    expect(declared(row('@UniqueColumn() email: string;\n@Code(8) code: string;'), before)).toEqual([
      'Row: primary key (id) @10; unique (email) @11; unique (code) @12',
    ]);
  });

  it('comes from decorators that are imported as a namespace or under other names', () => {
    const entity = `import * as orm from 'typeorm'; import { Unique as Once } from 'typeorm';
      @orm.Entity() @Once(['a']) export class Row { @orm.PrimaryColumn() @orm.Generated('uuid') id: string; @Column() a: string; }`;
    expect(declared(entity)).toEqual(['Row: primary key (id) @6; unique (a) @6']);
  });

  it('does not come from decorators of other libraries', () => {
    const entity = `import { Unique as Matches } from 'class-rules'; ${row('@Matches() @Column() email: string;')}`;
    expect(declared(entity)).toEqual(['Row: primary key (id) @7']);
  });
});

describe('constraints of a TypeORM entity, on the class', () => {
  it.each([
    ["@Unique(['a', 'b'])", 'unique (a, b) @5'],
    ["@Unique('row_key', ['a', 'b'])", 'unique row_key (a, b) @5'],
    ["@Unique('row_key', (row: Row) => [row.a, row.b])", 'unique row_key (a, b) @5'],
    ['@Unique(row => ({ a: 1, b: 1 }))', 'unique (a, b) @5'],
    ["@Unique({ name: 'row_key', columns: ['a'] })", 'unique row_key (a) @5'],
    ["@Unique(['parent', 'a'], { deferrable: 'INITIALLY DEFERRED' })", 'unique (parent, a) @5'],
    ["@Index(['a', 'b'], { unique: true })", 'unique (a, b) @5'],
    ["@Index('row_key', ['a'], { unique: true, where: 'b IS NULL' })", 'unique row_key (a) where b IS NULL @5'],
    ["@Index('row_key', (row: Row) => [row.a], { unique: true })", 'unique row_key (a) @5'],
    ["@Index(['a'])", ''],
    ["@Index('row_key', { synchronize: false })", ''],
    ["@Unique([`a`, 'b'])", 'unique (a, b) @5'],
  ])('%s', (decorator, expected) => {
    const entity = row('@Column() a: string; @Column() b: string; @ManyToOne(() => Row) parent: Row;', `@Entity() ${decorator}`);
    expect(declared(entity)).toEqual([`Row: primary key (id) @7${expected === '' ? '' : `; ${expected}`}`]);
  });

  it('names the column of a relation as the database does', () => {
    const entity = row('@ManyToOne(() => Row) parent: Row; @EntityId() parentId: number;', "@Entity() @Unique(['parentId'])");
    expect(declared(entity)).toEqual(['Row: primary key (id) @7; unique (parent) @5']);
  });

  it('is not known where the names are not', () => {
    expect(declared(row('@Column() a: string;', '@Entity() @Unique(KEYS)'))).toEqual(['Row...: primary key (id) @7']);
  });
});

describe('primary keys of a TypeORM entity', () => {
  it.each([
    ['@PrimaryColumn() tenant: string; @PrimaryColumn() code: string;', 'primary key (tenant, code) @5'],
    ["@PrimaryColumn({ primaryKeyConstraintName: 'pk' }) code: string;", 'primary key pk (code) @5'],
    ['@Column({ primary: true }) code: string;', 'primary key (code) @5'],
    [
      '@ManyToOne(() => Row, { primary: true }) up: Row; @PrimaryColumn() code: string;',
      'primary key (code, up) @5',
    ],
    [
      '@PrimaryColumn() upId: number; @ManyToOne(() => Row) @JoinColumn() up: Row; @PrimaryColumn() code: string;',
      'primary key (upId, code) @5',
    ],
    ['@ObjectIdColumn() id: string; @Index({ unique: true }) @Column() a: string;', 'primary key (id) @5; unique (a) nulls equal @5'],
  ])('%s', (members, expected) => {
    expect(declared(`@Entity() export class Row { ${members} }`)).toEqual([`Row: ${expected}`]);
  });
});

describe('TypeORM tables', () => {
  const columnsOf = (entity: string): readonly string[] =>
    declaredTables({ 'row.ts': `${IMPORTS}\n${entity}`, 'app.ts': SERVICE }, 'app.ts').map(table => tableText(table, 'columns'));

  it('have the names that are given', () => {
    expect(columnsOf(row("@Column({ name: 'mail', nullable: true }) email?: string;", "@Entity({ name: 'users', schema: 'app' })"))).toEqual([
      'Row = users: id! email=mail?; primary key (id) @7',
    ]);
    expect(columnsOf(row('', "@Entity('app.users')"))).toEqual(['Row = users: id!; primary key (id) @7']);
  });

  it('say what makes a value', () => {
    const members = `@PrimaryColumn({ default: () => 'gen_random_uuid()' }) id: string; @Column() @Generated('increment') serial: number;
      @Column({ default: () => 'now()' }) at: Date; @VersionColumn() version: number; @CreateDateColumn() made: Date;`;
    expect(columnsOf(`@Entity() export class Row { ${members} }`)).toEqual([
      'Row: id! serial! at version made; primary key (id) @5',
    ]);
  });

  it('have the columns of relations under both names', () => {
    const entity = row("@ManyToOne(() => Row) up: Row; @ManyToOne(() => Row, { nullable: false }) @JoinColumn({ name: 'owner' }) by: Row;");
    const [table] = declaredTables({ 'row.ts': `${IMPORTS}\n${entity}`, 'app.ts': SERVICE }, 'app.ts');
    expect(table?.columns).toMatchObject([
      { name: 'id' },
      { name: 'up', databaseName: undefined, aliases: ['upId'], isNullable: true },
      { name: 'by', databaseName: 'owner', aliases: ['byId'], isNullable: false },
    ]);
  });

  it('say which column hides rows', () => {
    const [table] = declaredTables(
      { 'row.ts': `${IMPORTS}\n${row('@DeleteDateColumn() gone: Date;')}`, 'app.ts': SERVICE },
      'app.ts',
    );
    expect(table?.softDeletedBy).toBe('gone');
  });

  it('take in embedded columns', () => {
    const before = 'class Address { @Column({ unique: true }) code: string; @Column({ name: "town" }) city: string; }';
    const entity = row("@Column(() => Address) home: Address; @Column(() => Address, { prefix: false }) work: Address;", "@Entity() @Unique(['home.city', 'work.city'])");
    expect(columnsOf(`${before}\n${entity}`)).toEqual([
      'Row: id! home.code home.city work.code work.city=town; primary key (id) @8; unique (home.code) @5; unique (work.code) @5; unique (home.city, work.city) @6',
    ]);
  });

  it('take in what base classes declare', () => {
    const base = `${IMPORTS}
      export abstract class Base<T> extends BaseEntity { @PrimaryGeneratedColumn('uuid') id: string; @Column({ unique: true }) code: string; @Column() kind: T; }`;
    const entity = "import { Base } from './base'; @Entity('rows') export class Row extends Base<string> { @Column({ nullable: true }) kind: string; }";
    expect(declared(entity, '', { 'base.ts': base })).toEqual(['Row = rows: primary key (id) @5; unique (code) @5']);
  });

  it('take in what a mixin declares, and are open where it cannot be read', () => {
    const mixin = 'const Coded = (Base, unique) => { class Mixed extends Base { @Column({ unique }) code: string; } return Mixed; };';
    const entity = (base: string): string => `@Entity() export class Row extends ${base} { @PrimaryColumn() id: string; }`;
    expect(declared(entity('Coded(BaseEntity, true)'), mixin)).toEqual(['Row: primary key (id) @6; unique (code) @5']);
    expect(declared(entity('Elsewhere(BaseEntity)'))).toEqual(['Row...: primary key (id) @5']);
    expect(declared(entity('AggregateRoot'), "import { AggregateRoot } from '@nestjs/cqrs';")).toEqual(['Row: primary key (id) @6']);
    expect(declared(entity('Shared'), "import { Shared } from '@acme/entities';")).toEqual(['Row...: primary key (id) @6']);
  });

  it('of single table inheritance are one', () => {
    const before = "@Entity('people') @TableInheritance({ column: { type: 'varchar', name: 'kind' } }) class Person { @PrimaryColumn() id: string; }";
    expect(columnsOf(`${before}\n@ChildEntity() export class Row extends Person { @Column({ unique: true }) badge: string; }`)).toEqual([
      'Person = people: id badge? kind; primary key (id) @5; unique (badge) @6',
    ]);
  });

  it('of views are open', () => {
    expect(declared("@ViewEntity({ name: 'recent', expression: 'select 1' }) export class Row { @Column() id: string; }")).toEqual([
      'Row = recent...:',
    ]);
  });

  it('are open where no primary key can be read', () => {
    expect(declared('@Entity() export class Row { @Key() id: string; @Column({ unique: true }) a: string; }')).toEqual([
      'Row...: unique (a) @5',
    ]);
  });

  it('are none for classes without @Entity', () => {
    expect(declared('export class Row { @PrimaryColumn() id: string; }')).toEqual([]);
  });
});

describe('an EntitySchema', () => {
  const schema = (options: string): readonly string[] => {
    const text = `import { EntitySchema } from 'typeorm';\nexport const Row = new EntitySchema({\n  name: 'row',\n${options}\n});`;
    return declaredTables({ 'row.ts': text, 'app.ts': SERVICE }, 'app.ts').map(table => tableText(table, 'columns'));
  };

  it.each([
    [
      "  tableName: 'rows', columns: { id: { primary: true, generated: 'uuid' }, email: { unique: true, nullable: true, name: 'mail' } },",
      'row = rows: id! email=mail?; primary key (id) @4; unique (email) @4',
    ],
    [
      "  columns: { a: {}, b: {} },\n  uniques: [{ name: 'key', columns: ['a', 'b'] }],",
      'row: a b; unique key (a, b) @5',
    ],
    [
      "  columns: { a: {} },\n  indices: [\n    { columns: ['a'], unique: true, where: 'a > 0' },\n    { columns: ['a'] }],",
      'row: a; unique (a) where a > 0 @6',
    ],
    [
      "  columns: { id: { primary: true } },\n  relations: { up: { type: 'one-to-one', target: 'row', joinColumn: { name: 'up_id' } }, by: { type: 'many-to-one', target: 'row' } },\n  uniques: [{ columns: ['by'] }],",
      'row: id up=up_id? by?; primary key (id) @4; unique (by) @6; unique (up) @5',
    ],
    ['  columns: { ...elsewhere, a: { unique: true } },', 'row...: a; unique (a) @4'],
  ])('%s', (options, expected) => {
    expect(schema(options)).toEqual([expected]);
  });
});
