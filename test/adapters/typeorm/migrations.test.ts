import { describe, expect, it } from 'vitest';
import { changeText } from '../../schema/change-text.js';
import { changesOf } from '../operations-of.js';

const changes = (text: string, name = 'users.ts'): readonly string[] => changesOf({ [name]: text }, name).map(changeText);

/** The body of `up` starts on line 4. */
const migration = (up: string): string => `import { MigrationInterface, QueryRunner, Table, TableColumn, TableForeignKey, TableIndex, TableUnique } from 'typeorm';
export class Users1700000000000 implements MigrationInterface {
  public async up(queryRunner: QueryRunner): Promise<void> {
${up}
  }
  public async down(queryRunner: QueryRunner): Promise<void> { await queryRunner.dropTable('users'); }
}`;

describe('tables that a TypeORM migration creates', () => {
  it.each([
    ["columns: [{ name: 'id', type: 'int', isPrimary: true, isGenerated: true }]", 'id!; primary key (id) @4'],
    ["columns: [{ name: 'id', type: 'int', isPrimary: true, primaryKeyConstraintName: 'pk' }]", 'id; primary key pk (id) @4'],
    ["columns: [{ name: 'id', type: 'uuid', isPrimary: true, generationStrategy: 'uuid' }]", 'id!; primary key (id) @4'],
    ["columns: [{ name: 'id', type: 'uuid', isPrimary: true, default: 'uuid_generate_v4()' }]", 'id!; primary key (id) @4'],
    ["columns: [{ name: 'id', type: 'serial' }, { name: 'at', type: 'timestamp', default: 'now()' }]", 'id! at'],
    ["columns: [{ name: 'a', type: 'int', isPrimary: true }, { name: 'b', type: 'int', isPrimary: true }]", 'a b; primary key (a, b) @4'],
    ["columns: [{ name: 'email', type: 'varchar', isUnique: true }]", 'email; unique (email) @4'],
    ["columns: [{ name: 'email', type: 'varchar', isUnique: true, isNullable: true }]", 'email?; unique (email) @4'],
    ["columns: [new TableColumn({ name: 'email', type: 'varchar', isUnique: true })]", 'email; unique (email) @4'],
    ["columns: [{ name: 'a', type: 'int' }], uniques: [{ name: 'key', columnNames: ['a', 'b'] }]", 'a; unique key (a, b) @4'],
    ["columns: [{ name: 'a', type: 'int' }], uniques: [new TableUnique({ columnNames: ['a'] })]", 'a; unique (a) @4'],
    ["columns: [{ name: 'a', type: 'int' }], indices: [{ columnNames: ['a'], isUnique: true, where: 'a > 0' }]", 'a; unique (a) where a > 0 @4'],
    ["columns: [{ name: 'a', type: 'int' }], indices: [{ columnNames: ['a'], isUnique: true, isNullFiltered: true }]", 'a; unique (a) where a IS NOT NULL @4'],
    ["columns: [{ name: 'a', type: 'int' }], indices: [new TableIndex({ name: 'a_index', columnNames: ['a'] })]", 'a'],
    ["columns: [\n{ name: 'a', type: 'int' },\n{ name: 'b', type: 'int', isUnique: true },\n]", 'a b; unique (b) @6'],
  ])('%s', (options, expected) => {
    expect(changes(migration(`await queryRunner.createTable(new Table({ name: 'users', ${options} }), true);`))).toEqual([
      `create users: ${expected}`,
    ]);
  });

  it('are open where columns cannot be read', () => {
    expect(changes(migration("await queryRunner.createTable(new Table({ name: 'app.users', columns: [...elsewhere()] }));"))).toEqual([
      'create users...:',
    ]);
  });

  it('take in what stands elsewhere in the file', () => {
    const text = `const table = new Table({ name: 'users', columns: [ID, { name: 'email', type: 'text', isUnique: true }] });
      await queryRunner.createTable(table);
      await queryRunner.createIndex(table, index);`;
    const constants = `\nconst ID = { name: 'id', type: 'int', isPrimary: true, isGenerated: true };\nconst index = new TableIndex({ columnNames: ['email'], isUnique: true });`;
    expect(changes(migration(text) + constants)).toEqual([
      'create users: id! email; primary key (id) @10; unique (email) @4',
      'users +: unique (email) @11',
    ]);
  });
});

describe('tables that a TypeORM migration changes', () => {
  it.each([
    ["createIndex('users', new TableIndex({ name: 'key', columnNames: ['a', 'b'], isUnique: true }))", ['users +: unique key (a, b) @4']],
    ["createIndex('users', new TableIndex({ name: 'key', columnNames: ['a'] }))", []],
    ["createIndices('users', [new TableIndex({ columnNames: ['a'], isUnique: true }), new TableIndex({ columnNames: ['b'] })])", ['users +: unique (a) @4']],
    ["createUniqueConstraint('users', new TableUnique({ name: 'key', columnNames: ['a'] }))", ['users +: unique key (a) @4']],
    ["createUniqueConstraints('users', [new TableUnique({ columnNames: ['a'] }), new TableUnique({ columnNames: ['b'] })])", ['users +: unique (a) @4', 'users +: unique (b) @4']],
    ["createPrimaryKey('users', ['a', 'b'])", ['users +: primary key (a, b) @4']],
    ["updatePrimaryKeys('users', [new TableColumn({ name: 'a', type: 'int' })])", ['users - primary key', 'users +: primary key (a) @4']],
    ["dropPrimaryKey('users')", ['users - primary key']],
    ["dropUniqueConstraint('users', 'key')", ['users - key']],
    ["dropUniqueConstraint('users', new TableUnique({ columnNames: ['a'] }))", ['users - unique (a)']],
    ["dropIndex('users', 'key')", ['users - key']],
    ["dropIndices('users', [new TableIndex({ name: 'key', columnNames: ['a'] })])", ['users - key']],
    ["addColumn('users', new TableColumn({ name: 'a', type: 'int', isNullable: true }))", ['users + a? @4']],
    ["addColumn('users', { name: 'a', type: 'int', isUnique: true })", ['users + a @4', 'users +: unique (a) @4']],
    ["addColumns('users', [new TableColumn({ name: 'a', type: 'int', isPrimary: true }), new TableColumn({ name: 'b', type: 'int' })])", ['users + a @4', 'users +: primary key (a) @4', 'users + b @4']],
    ["dropColumn('users', 'a')", ['users - a']],
    ["dropColumns('users', ['a', 'b'])", ['users - a', 'users - b']],
    ["renameTable('users', 'app.people')", ['users -> people']],
    ["renameColumn('users', 'a', 'b')", ['users.a -> b']],
    ["renameColumn('users', 'a', new TableColumn({ name: 'b', type: 'int' }))", ['users.a -> b']],
    ["changeColumn('users', 'a', new TableColumn({ name: 'a', type: 'int', isUnique: true }))", ['users.a not null', 'users +: unique (a) @4']],
    ["changeColumn('users', 'a', new TableColumn({ name: 'b', type: 'int', isNullable: true }))", ['users.a -> b', 'users.b null', 'users - unique (b)']],
    ["changeColumns('users', [{ oldColumn: old, newColumn: new TableColumn({ name: 'a', type: 'int' }) }])", []],
    ["dropTable('users', true)", ['drop users']],
    ["createForeignKey('users', new TableForeignKey({ columnNames: ['a'], referencedTableName: 'b', referencedColumnNames: ['id'] }))", []],
  ])('%s', (call, expected) => {
    expect(changes(migration(`await queryRunner.${call};`))).toEqual(expected);
  });
});

describe('migrations of TypeORM', () => {
  it('are written in JavaScript too', () => {
    const text = `const { Table } = require('typeorm');
module.exports = class Users1700000000000 {
  async up(queryRunner) { await queryRunner.createTable(new Table({ name: 'users', columns: [{ name: 'id', type: 'int', isPrimary: true }] })); }
  async down(queryRunner) { await queryRunner.dropTable('users'); }
}`;
    expect(changes(text, 'users.js')).toEqual(['create users: id; primary key (id) @3']);
  });

  it('ask for a table before they change it', () => {
    const up = `const table = await queryRunner.getTable('users');
      if (table) await queryRunner.dropColumn(table, 'a');
      await queryRunner.dropUniqueConstraint(table, table.uniques.find(unique => unique.columnNames.includes('b')));`;
    expect(changes(migration(up))).toEqual(['users - a']);
  });
});
