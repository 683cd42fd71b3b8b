import type { SchemaChange } from '../../../schema/schema-change.js';
import { bodyOf, get, kindOf, listOf, type Tree } from '../tree.js';
import { isMade, readColumn, readColumnDefinition, type ColumnFacts } from './columns.js';
import type { DefinitionReader } from './definition-reader.js';
import { KeyMaker } from './keys.js';

/** The actions of one ALTER TABLE, in order. */
export function alterTable(body: Tree, reader: DefinitionReader): readonly SchemaChange[] {
  const name = reader.nameOf(get(body, 'name'));
  if (name === undefined) return [];
  const alteration = new Alteration(name, reader);
  return listOf(get(body, 'operations')).flatMap(action => alteration.read(action));
}

class Alteration {
  readonly #keys: KeyMaker;

  constructor(
    private readonly table: string,
    private readonly reader: DefinitionReader,
  ) {
    this.#keys = new KeyMaker(table, reader);
  }

  read(action: Tree): readonly SchemaChange[] {
    const { table } = this;
    const body = bodyOf(action);
    const name = this.#name(body, 'name');
    switch (kindOf(action)) {
      case 'AddConstraint':
        return this.#addConstraint(get(body, 'constraint'));
      case 'DropConstraint':
      case 'DropIndex':
        return name === undefined ? [] : [{ kind: 'drop-unique', table, name }];
      case 'DropPrimaryKey':
        return [{ kind: 'drop-primary-key', table }];
      case 'AddColumn':
        return this.#addColumn(get(body, 'column_def'));
      case 'DropColumn':
        return listOf(get(body, 'column_names')).map(column => ({
          kind: 'drop-column',
          table,
          column: this.reader.nameOf(column) ?? '',
        }));
      case 'RenameColumn':
        return this.#rename(
          'rename-column',
          this.#name(body, 'old_column_name'),
          this.#name(body, 'new_column_name'),
        );
      case 'RenameConstraint':
        return this.#rename('rename-unique', this.#name(body, 'old_name'), this.#name(body, 'new_name'));
      case 'RenameTable':
        return this.#renameTable(this.reader.nameOf(bodyOf(get(body, 'table_name'))));
      case 'AlterColumn':
        return this.#alterColumn(this.#name(body, 'column_name') ?? '', get(body, 'op'));
      case 'ModifyColumn':
        return this.#redefine(this.#name(body, 'col_name') ?? '', body);
      case 'ChangeColumn': {
        const to = this.#name(body, 'new_name') ?? '';
        return [
          ...this.#rename('rename-column', this.#name(body, 'old_name'), to),
          ...this.#redefine(to, body),
        ];
      }
      default:
        return [];
    }
  }

  readonly #name = (body: Tree, field: string): string | undefined => this.reader.nameOf(get(body, field));

  #addConstraint(constraint: Tree): readonly SchemaChange[] {
    const { table } = this;
    const body = bodyOf(constraint);
    // The index takes the constraint's name. https://www.postgresql.org/docs/current/sql-altertable.html
    const index = this.#name(body, 'index_name');
    if (/UsingIndex$/u.test(kindOf(constraint)) && index !== undefined) {
      const isPrimaryKey = kindOf(constraint) === 'PrimaryKeyUsingIndex';
      return [
        { kind: 'rename-unique', table, name: index, to: this.#name(body, 'name') ?? index, isPrimaryKey },
      ];
    }
    const unique = this.#keys.ofConstraint(constraint);
    return unique ? [{ kind: 'add-unique', table, unique }] : [];
  }

  #addColumn(definition: Tree): readonly SchemaChange[] {
    const facts = readColumnDefinition(definition, this.reader);
    const place = this.reader.placeOf(get(definition, 'name'));
    return [
      { kind: 'add-column', table: this.table, column: facts.column, place },
      ...this.#keysOf(facts, definition),
    ];
  }

  readonly #keysOf = (facts: ColumnFacts, tree: Tree): readonly SchemaChange[] =>
    this.#keys
      .ofColumn(facts, this.reader.placeOf(tree))
      .map(unique => ({ kind: 'add-unique', table: this.table, unique }));

  #rename(
    kind: 'rename-column' | 'rename-unique',
    from: string | undefined,
    to: string | undefined,
  ): readonly SchemaChange[] {
    const { table } = this;
    if (from === undefined || to === undefined || from === to) return [];
    return kind === 'rename-column' ? [{ kind, table, column: from, to }] : [{ kind, table, name: from, to }];
  }

  readonly #renameTable = (to: string | undefined): readonly SchemaChange[] =>
    to === undefined ? [] : [{ kind: 'rename-table', table: this.table, to }];

  #alterColumn(column: string, action: Tree): readonly SchemaChange[] {
    const change = { kind: 'alter-column', table: this.table, column } as const;
    switch (kindOf(action)) {
      case 'SetNotNull':
        return [{ ...change, isNullable: false }];
      case 'DropNotNull':
        return [{ ...change, isNullable: true }];
      case 'AddGenerated':
        return [{ ...change, isGenerated: true }];
      case 'DropDefault':
        return [{ ...change, isGenerated: false }];
      case 'SetDefault':
        return [{ ...change, isGenerated: isMade(get(bodyOf(action), 'value')) }];
      default:
        return [];
    }
  }

  /** MODIFY and CHANGE define the column anew: what they do not say is lost, keys excepted. */
  #redefine(name: string, body: Tree): readonly SchemaChange[] {
    const facts = readColumn(name, get(body, 'data_type'), listOf(get(body, 'options')), this.reader);
    const { isNullable, isGenerated } = facts.column;
    return [
      { kind: 'alter-column', table: this.table, column: name, isNullable: isNullable === true, isGenerated },
      ...this.#keysOf(facts, body),
    ];
  }
}
