import { isMadeValue } from '../made-values.js';
import type { Column, KeyPart, Table, UniqueConstraint } from '../table.js';
import { primaryKeyName, uniqueName } from './constraint-names.js';
import {
  argument,
  stringOf,
  type Argument,
  type Attribute,
  type Block,
  type Expression,
  type Field,
} from './syntax.js';

/** What the whole schema says, for reading one model. */
export interface SchemaFacts {
  readonly provider: string | undefined;
  /** Models and views: a field of such a type is a relation, and no column. */
  readonly models: ReadonlySet<string>;
}

/** A model's table, or a view. A view takes `@unique` on trust: the database sees to nothing. */
export function tableOf(block: Block, file: string, facts: SchemaFacts): Table {
  const databaseName = mapped(block.attributes, 'map') ?? block.name;
  const fields = block.fields.filter(field => !isRelation(field, facts));
  const keys = new Keys(databaseName, fields, file, facts);
  const uniques = [
    ...fields.flatMap(field => keys.ofField(field)),
    ...block.attributes.flatMap(attribute => keys.ofBlock(attribute)),
  ];
  return {
    name: block.name,
    databaseName,
    columns: fields.map(field => columnOf(field)),
    uniques: block.keyword === 'view' ? [] : uniques,
    isOpen: block.isBroken,
    place: { file, line: block.line },
  };
}

const isRelation = ({ type, attributes }: Field, { models }: SchemaFacts): boolean =>
  models.has(type?.name ?? '') || attributes.some(({ name }) => name === 'relation');

/** `@map("users")`, `@@map(name: "users")`. */
function mapped(attributes: readonly Attribute[], name: string): string | undefined {
  const attribute = attributes.find(given => given.name === name);
  return attribute && stringOf(argument(attribute.args, 'name', 0));
}

function columnOf({ name, type, attributes }: Field): Column {
  const value = attributes.find(given => given.name === 'default')?.args[0]?.value;
  return {
    name,
    databaseName: mapped(attributes, 'map') ?? name,
    // A list has no NOT NULL in the database.
    isNullable: type?.isOptional === true || type?.isList === true,
    isGenerated: value?.kind === 'call' && isMade(value),
  };
}

/** `uuid(7)`, `dbgenerated("gen_random_uuid()")`; a bare `dbgenerated()` is taken for the like of them. */
function isMade({ name, args }: Extract<Expression, { kind: 'call' }>): boolean {
  const written = name === 'dbgenerated' ? stringOf(args[0]?.value) : `${name}()`;
  return written === undefined || isMadeValue(written);
}

/** The keys of one table. https://www.prisma.io/docs/orm/reference/prisma-schema-reference#attributes */
class Keys {
  readonly #columns: ReadonlyMap<string, string>;

  constructor(
    private readonly table: string,
    fields: readonly Field[],
    private readonly file: string,
    private readonly facts: SchemaFacts,
  ) {
    this.#columns = new Map(fields.map(({ name, attributes }) => [name, mapped(attributes, 'map') ?? name]));
  }

  /** `@id`, `@unique` of a field. */
  ofField({ name, attributes }: Field): readonly UniqueConstraint[] {
    return attributes
      .filter(attribute => attribute.name === 'id' || attribute.name === 'unique')
      .map(attribute => this.#constraint(attribute, [keyPart(name, attribute.args)]));
  }

  /** `@@id([a, b])`, `@@unique(fields: [a, b])`. */
  ofBlock(attribute: Attribute): readonly UniqueConstraint[] {
    if (attribute.name !== 'id' && attribute.name !== 'unique') return [];
    const fields = argument(attribute.args, 'fields', 0);
    const items = fields?.kind === 'list' ? fields.items : fields ? [fields] : [];
    const parts = items.map(item =>
      keyPart('name' in item ? item.name : undefined, 'args' in item ? item.args : []),
    );
    return parts.length > 0 ? [this.#constraint(attribute, parts)] : [];
  }

  #constraint({ name, args, line }: Attribute, parts: readonly KeyPart[]): UniqueConstraint {
    const { provider } = this.facts;
    const columns = parts.map(({ column = '' }) => this.#columns.get(column) ?? column);
    const made =
      name === 'id' ? primaryKeyName(this.table, provider) : uniqueName(this.table, columns, provider);
    return {
      kind: name === 'id' ? 'primary-key' : 'unique',
      // `name` is what the client calls it.
      name: stringOf(argument(args, 'map')) ?? made,
      parts,
      where: predicateOf(argument(args, 'where')),
      // https://www.mongodb.com/docs/manual/core/index-unique/
      // https://learn.microsoft.com/sql/relational-databases/tables/unique-constraints-and-check-constraints
      areNullsEqual: name === 'unique' && (provider === 'mongodb' || provider === 'sqlserver'),
      place: { file: this.file, line },
    };
  }
}

/** MySQL compares only the beginning where `length` says so. */
function keyPart(column: string | undefined, args: readonly Argument[]): KeyPart {
  const length = argument(args, 'length');
  const isPrefix = column !== undefined && length?.kind === 'number';
  return { column, expression: isPrefix ? `${column}(${String(length.value)})` : undefined };
}

/** `where: raw("deleted_at IS NULL")`, `where: { deletedAt: null }`. */
function predicateOf(where: Expression | undefined): string | undefined {
  if (where?.kind === 'call') return stringOf(where.args[0]?.value);
  return where?.kind === 'object' ? where.text : stringOf(where);
}
