import { describe, expect, it } from 'vitest';
import { tableText } from '../../schema/table-text.js';
import { declaredTables } from '../operations-of.js';

const IMPORTS =
  "import { BaseEntity, Collection, Embeddable, Embedded, Entity, EntityManager, EntitySchema, Enum, Index, ManyToMany, ManyToOne, OneToMany, OneToOne, p, PrimaryKey, Property, SerializedPrimaryKey, Unique, Formula, defineEntity, sql } from '@mikro-orm/core';";

/** Facts of what is found by `entity`, whose declarations start on line 2. */
function declared(declarations: string, entity: string, columns: 'columns' | 'constraints' = 'constraints'): string | undefined {
  const text = `${IMPORTS}\n${declarations}\nexport async function run(em: EntityManager, id) { await em.findOne(${entity}, { id }); }`;
  const [table] = declaredTables({ 'app.ts': text }, 'app.ts');
  return table && tableText(table, columns);
}

const inUser = (members: string, decorators = '@Entity()'): string => `${decorators} class User {\n${members}\n}`;

describe('what entities of mikro-orm declare', () => {
  it.each([
    ['@PrimaryKey() id!: number;', 'User: primary key (id) @3'],
    ['@PrimaryKey() id!: number;\n@Property({ unique: true }) email!: string;', 'User: primary key (id) @3; unique (email) @4'],
    ["@PrimaryKey() id!: number;\n@Property({ unique: 'user_email' }) email!: string;", 'User: primary key (id) @3; unique user_email (email) @4'],
    ['@PrimaryKey() id!: number;\n@Property({ unique: false }) email!: string;', 'User: primary key (id) @3'],
    ['@PrimaryKey() id!: number;\n@Property()\n@Unique()\nemail!: string;', 'User: primary key (id) @3; unique (email) @5'],
    ["@PrimaryKey() id!: number;\n@Unique({ name: 'one_mail' }) @Property() email!: string;", 'User: primary key (id) @3; unique one_mail (email) @4'],
    ['@PrimaryKey() id!: number;\n@Index() @Property() email!: string;', 'User: primary key (id) @3'],
    ['@PrimaryKey() id!: number;\n@Property({ index: true }) email!: string;', 'User: primary key (id) @3'],
    ['@PrimaryKey() id!: number;\n@Enum({ items: () => Status, unique: true }) status!: Status;', 'User: primary key (id) @3; unique (status) @4'],
    ['@PrimaryKey() id!: number;\n@OneToOne(() => Profile) profile!: Profile;', 'User: primary key (id) @3; unique (profile) @4'],
    ['@PrimaryKey() id!: number;\n@OneToOne({ entity: () => Profile, owner: true }) profile!: Profile;', 'User: primary key (id) @3; unique (profile) @4'],
    ["@PrimaryKey() id!: number;\n@OneToOne({ entity: () => Profile, mappedBy: 'user' }) profile!: Profile;", 'User: primary key (id) @3'],
    ['@PrimaryKey() id!: number;\n@OneToOne(() => Profile, { unique: false }) profile!: Profile;', 'User: primary key (id) @3'],
    ['@OneToOne(() => Profile, { primary: true }) profile!: Profile;', 'User: primary key (profile) @3'],
    ['@ManyToOne(() => Team, { primary: true }) team!: Team;\n@ManyToOne({ entity: () => Role, primary: true }) role!: Role;', 'User: primary key (team, role) @3'],
    ['@PrimaryKey() tenant!: string;\n@PrimaryKey() number!: number;', 'User: primary key (tenant, number) @3'],
    ['@PrimaryKey() id!: number;\n@ManyToOne(() => Team, { unique: true }) team!: Team;', 'User: primary key (id) @3; unique (team) @4'],
    ['@PrimaryKey() id!: number;\n@ManyToOne(() => Team) team!: Team;\n@OneToMany(() => Post, post => post.user) posts = new Collection<Post>(this);', 'User: primary key (id) @3'],
    ['@PrimaryKey() _id!: ObjectId;\n@SerializedPrimaryKey() id!: string;', 'User: primary key (_id) @3'],
    ['@PrimaryKey() id!: number;\n@Property({ persist: false, unique: true }) label!: string;', 'User: primary key (id) @3'],
  ])('members: %s', (members, expected) => {
    expect(declared(inUser(members), 'User')).toBe(expected);
  });

  it.each([
    ["@Entity({ tableName: 'people' })", 'User = people: primary key (id) @3'],
    ["@Entity({ collection: 'people' })", 'User = people: primary key (id) @3'],
    ["@Entity()\n@Unique({ properties: ['tenant', 'email'] })", 'User: primary key (id) @4; unique (tenant, email) @3'],
    ["@Entity() @Unique<User>({ name: 'one_mail', properties: ['tenant', 'email'] })", 'User: primary key (id) @3; unique one_mail (tenant, email) @2'],
    ["@Entity() @Unique({ properties: 'email' })", 'User: primary key (id) @3; unique (email) @2'],
    ["@Entity() @Unique({ properties: ['email'], where: 'deleted_at is null' })", 'User: primary key (id) @3; unique (email) where deleted_at is null @2'],
    ["@Entity() @Unique({ expression: 'create unique index one_mail on \"user\" (lower(email))' })", 'User: primary key (id) @3; unique one_mail (lower(email)) @2'],
    [
      "@Entity() @Unique({ name: 'one_mail', expression: 'create unique index one_mail on users (tenant, email) nulls not distinct where deleted_at is null' })",
      'User: primary key (id) @3; unique one_mail (tenant, email) where deleted_at is null nulls equal @2',
    ],
    ["@Entity() @Index({ properties: ['email'] })", 'User: primary key (id) @3'],
    ["@Entity() @Index({ expression: 'create index i on users (email)' })", 'User: primary key (id) @3'],
  ])('class: %s', (decorators, expected) => {
    expect(declared(inUser('@PrimaryKey() id!: number;', decorators), 'User')).toBe(expected);
  });

  it.each([
    [
      'abstract class Base {\n@PrimaryKey() id!: number;\n@Property({ unique: true }) key!: string;\n}\n@Entity() class User extends Base {\n@Property() @Unique() email!: string;\n}',
      'User: primary key (id) @3; unique (key) @4; unique (email) @7',
    ],
    ['@Entity() class User extends BaseEntity {\n@PrimaryKey() id!: number;\n}', 'User: primary key (id) @3'],
    ["import { Owned } from 'owned';\n@Entity() class User extends Owned {\n@PrimaryKey() id!: number;\n}", 'User...: primary key (id) @4'],
    [
      '@Embeddable() class Address {\n@Property({ unique: true }) line!: string;\n}\n@Entity() class User {\n@PrimaryKey() id!: number;\n@Embedded(() => Address) address!: Address;\n}',
      'User: primary key (id) @6; unique (address.line) @7',
    ],
    [
      "@Entity({ tableName: 'people', discriminatorColumn: 'type' }) class Person {\n@PrimaryKey() id!: number;\n}\n@Entity() class User extends Person {\n@Property({ unique: true }) email!: string;\n}",
      'User = people: primary key (id) @3; unique (email) @6',
    ],
  ])('bases and parts: %s', (declarations, expected) => {
    expect(declared(declarations, 'User')).toBe(expected);
  });

  it.each([
    [
      "const User = new EntitySchema({\nname: 'User',\ntableName: 'users',\nproperties: {\nid: { primary: true, type: 'number' },\nemail: { type: 'string', unique: true },\n},\n});",
      'User = users: primary key (id) @6; unique (email) @7',
    ],
    [
      "const User = new EntitySchema({ name: 'User',\nuniques: [{ properties: ['tenant', 'email'], name: 'one_mail' }],\nproperties: {\nid: { primary: true, type: 'number' },\nprofile: { kind: '1:1', entity: () => Profile },\n} });",
      'User: primary key (id) @5; unique (profile) @6; unique one_mail (tenant, email) @3',
    ],
    [
      "const Base = new EntitySchema({ name: 'Base', properties: {\nid: { primary: true, type: 'number' } } });\nconst User = new EntitySchema({ name: 'User', extends: Base, properties: {\nemail: { type: 'string', unique: true } } });",
      'User: primary key (id) @3; unique (email) @5',
    ],
    [
      "const User = defineEntity({\nname: 'User',\nproperties: p => ({\nid: p.integer().primary(),\nemail: p.string().unique(),\nteam: p.manyToOne(Team),\nprofile: () => p.oneToOne(Profile),\n}),\n});",
      'User: primary key (id) @5; unique (email) @6; unique (profile) @8',
    ],
    [
      "const User = defineEntity({ name: 'User', tableName: 'users',\nproperties: { id: p.uuid().primary(), tenant: p.string(), email: p.string() },\nuniques: [{ properties: ['tenant', 'email'] }] });",
      'User = users: primary key (id) @3; unique (tenant, email) @4',
    ],
    [
      "const Schema = defineEntity({ name: 'User', properties: p => ({\nid: p.integer().primary(),\nemail: p.string().unique('one_mail') }) });\nclass User extends Schema.class {}",
      'User: primary key (id) @3; unique one_mail (email) @4',
    ],
  ])('schemas: %s', (declarations, expected) => {
    expect(declared(declarations, 'User')).toBe(expected);
  });

  it.each([
    ["@PrimaryKey() id!: number;\n@Property({ fieldName: 'mail', nullable: true }) email?: string;\n@Property() status: string = 'open';", 'User: id! email=mail? status; primary key (id) @3'],
    ['@PrimaryKey() id!: string;\n@Property() note?: string;', 'User: id note?; primary key (id) @3'],
    ["@PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' }) id!: string;\n@Property({ onUpdate: () => new Date() }) at!: Date;", 'User: id! at; primary key (id) @3'],
    ['@PrimaryKey({ type: "uuid" }) id: string = randomUUID();', 'User: id!; primary key (id) @3'],
    ['@PrimaryKey({ autoincrement: false }) id!: number;\n@PrimaryKey() part!: number;', 'User: id part; primary key (id, part) @3'],
    ["@PrimaryKey() id!: number;\n@ManyToOne(() => Team, { joinColumn: 'team_no', nullable: true }) team?: Team;\n@Formula('1') one!: number;", 'User: id! team=team_no?; primary key (id) @3'],
  ])('columns: %s', (members, expected) => {
    expect(declared(inUser(members), 'User', 'columns')).toBe(expected);
  });

  it('reads them through a repository too', () => {
    const text = `${IMPORTS}\nimport { InjectRepository } from '@mikro-orm/nestjs';\nimport { EntityRepository } from '@mikro-orm/postgresql';
      ${inUser('@PrimaryKey() id!: number;\n@Property({ unique: true }) email!: string;')}
      export class Service { constructor(@InjectRepository(User) private users: EntityRepository<User>) {} run(email) { return this.users.findOne({ email }); } }`;
    expect(declaredTables({ 'app.ts': text }, 'app.ts').map(table => tableText(table))).toEqual(['User: primary key (id) @5; unique (email) @6']);
  });
});
