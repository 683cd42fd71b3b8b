import type { Column, Place } from '../../schema/table.js';
import { constant, parameter, undefinedValue } from '../../values/make.js';
import type { ClassValue, Value } from '../../values/value.js';
import type { CallSite, DecoratorUse } from '../adapter.js';
import { textIn, textsIn, type Options } from '../options.js';
import { TableDraft, uniqueOn, type Unique } from '../table-draft.js';
import { foreignKey } from './where.js';

/**
 * An entity while its declarations are read. Columns are called by the path of their property:
 * `address.city`.
 */
export class EntityReading {
  readonly draft = new TableDraft();
  /** Relations wait until all plain columns are known, since one of these may hold their key. */
  readonly relations: Relation[] = [];
  /** Columns that hold the key of a relation, by its property. */
  private readonly joins = new Map<string, readonly string[]>();
  private readonly uniques: Unique[] = [];
  /** MongoDB, where a missing value counts as null and is unique like any other. */
  isDocument = false;

  constructor(readonly site: CallSite) {}

  addUnique(unique: Unique): void {
    this.uniques.push(unique);
  }

  /** Columns of relations, then the constraints, which name them by property. */
  finish(): void {
    for (const relation of this.relations) this.addJoin(relation);
    for (const unique of this.uniques) {
      const columns = unique.columns.flatMap(path => this.joins.get(path) ?? [this.columnCalled(path)]);
      const areNullsEqual = this.isDocument && unique.where === undefined;
      this.draft.addUnique(uniqueOn({ ...unique, columns, areNullsEqual }));
    }
  }

  private addJoin({ path, keys, isNullable, isPrimary, isUnique, place }: Relation): void {
    const names = keys.map(({ name, referenced }) => {
      const alias = foreignKey(path, referenced);
      const known = this.holding(name ?? alias);
      const own = keys.length === 1 ? path : alias;
      const column: Column = known ?? { name: own, databaseName: name, isNullable, isGenerated: false };
      const aliases = new Set([...(column.aliases ?? []), path, alias]);
      aliases.delete(column.name);
      this.draft.addColumn({ ...column, aliases: [...aliases] });
      if (isPrimary) this.draft.addToPrimaryKey(column.name, place);
      return column.name;
    });
    this.joins.set(path, names);
    if (isUnique && !isPrimary) this.addUnique({ columns: [path], place });
  }

  /** `@Unique(['userId'])` over a column that only the relation `user` declares. */
  private columnCalled(path: string): string {
    if (this.draft.column(path)) return path;
    return this.draft.columnNames.find(name => this.draft.column(name)?.aliases?.includes(path)) ?? path;
  }

  /** `@Column() userId` beside `@ManyToOne() user` is the column of the relation. */
  private holding(databaseName: string): Column | undefined {
    const name = this.draft.columnNames.find(
      known => (this.draft.column(known)?.databaseName ?? known) === databaseName,
    );
    return name === undefined ? undefined : this.draft.column(name);
  }
}

/** A relation whose key this table holds. */
export interface Relation {
  readonly path: string;
  readonly keys: readonly { readonly name: string | undefined; readonly referenced: string }[];
  readonly isNullable: boolean | undefined;
  readonly isPrimary: boolean;
  readonly isUnique: boolean;
  readonly place: Place;
}

/** Paths of the columns of `['a', 'b']`, `(user: User) => [user.a, user.b]` or `user => ({ a: 1 })`. */
export function pathsIn(fields: Value | undefined, site: CallSite): readonly string[] | undefined {
  const listed =
    fields?.kind === 'function' ? site.run(fields, [parameter('properties')]) : (fields ?? undefinedValue);
  if (listed.kind === 'object')
    return listed.open || listed.spreads.length > 0 ? undefined : [...listed.entries.keys()];
  if (listed.kind === 'array' && !listed.open)
    return textsIn({ ...listed, elements: listed.elements.map(part => constant(pathOf(part))) });
  return undefined;
}

function pathOf(value: Value): string | undefined {
  if (value.kind !== 'member') return textIn(value)?.trim();
  const owner = pathOf(value.object);
  return owner === undefined ? value.name : `${owner}.${value.name}`;
}

/** Class that `() => User` answers. */
export function classIn(type: Value | undefined, site: CallSite): ClassValue | undefined {
  const value = type?.kind === 'function' ? site.run(type, []) : type;
  return value?.kind === 'class' ? value : undefined;
}

/**
 * Predicate of an index: its own, or that of one that leaves NULLs out (`nullFiltered`, MongoDB's `sparse`).
 */
export function predicateOf(options: Options, columns: readonly string[]): string | undefined {
  const leavesOut = ['nullFiltered', 'sparse'].some(name => {
    const value = options.entries.get(name);
    return value?.kind === 'constant' && value.value === true;
  });
  return textIn(options.entries.get('where')) ?? (leavesOut ? notNull(columns) : undefined);
}

const notNull = (columns: readonly string[]): string =>
  columns.map(column => `${column} IS NOT NULL`).join(' AND ');

const GENERATES = /uuid|gen_random|nextval|newid|newsequentialid|unique_rowid|sequence/iu;

/** `default: () => 'gen_random_uuid()'` is SQL; a text alone is a value. */
export function isMadeByDatabase(defaultValue: Value | undefined, site: CallSite): boolean {
  if (defaultValue?.kind !== 'function') return false;
  return GENERATES.test(textIn(site.run(defaultValue, [])) ?? '');
}

/** Decorators of TypeORM, and not those of the same name of other libraries. */
export const ownDecorators = (list: readonly DecoratorUse[]): readonly DecoratorUse[] =>
  list.filter(({ from }) => from === 'typeorm' || from === 'typeorm-plus');
