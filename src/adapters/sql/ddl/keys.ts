import type { KeyPart, Place, UniqueConstraint } from '../../../schema/table.js';
import { bodyOf, get, kindOf, listOf, type Tree } from '../tree.js';
import type { ColumnFacts } from './columns.js';
import type { DefinitionReader } from './definition-reader.js';
import { defaultName } from './names.js';

/** Makes the keys of one statement's table; names that the database makes up differ from one another. */
export class KeyMaker {
  readonly #taken = new Set<string>();

  constructor(
    private readonly table: string,
    private readonly reader: DefinitionReader,
  ) {}

  /** `UNIQUE (...)`, `PRIMARY KEY (...)`; `undefined`: a constraint of another kind. */
  ofConstraint(tree: Tree, reader = this.reader): UniqueConstraint | undefined {
    const [kind, body] = [kindOf(tree), bodyOf(tree)];
    const columns = get(body, 'columns');
    const name = reader.nameOf(get(body, 'index_name')) ?? reader.nameOf(get(body, 'name'));
    // MySQL counts these when it makes up names.
    if (kind === 'Index' && name !== undefined) this.#take(name);
    if ((kind !== 'Unique' && kind !== 'PrimaryKey') || listOf(columns).length === 0) return undefined;
    const written = get(body, 'index_name') ?? get(body, 'name') ?? undefined;
    return this.#make({
      kind: kind === 'Unique' ? 'unique' : 'primary-key',
      name,
      parts: reader.partsOf(columns),
      areNullsEqual: get(body, 'nulls_distinct') === 'NotDistinct',
      place: written === undefined ? reader.placeOfKey(columns) : reader.placeOf(written),
    });
  }

  /** `email text UNIQUE`. */
  ofColumn({ column, keys }: ColumnFacts, place: Place): readonly UniqueConstraint[] {
    const parts = [{ column: column.name, expression: undefined }];
    return keys.map(key => this.#make({ ...key, parts, place }));
  }

  /** `CREATE UNIQUE INDEX`. */
  ofIndex(body: Tree): UniqueConstraint {
    const { reader } = this;
    const parts = reader.partsOf(get(body, 'columns'));
    const predicate = get(body, 'predicate') ?? undefined;
    return {
      kind: 'unique',
      name: reader.nameOf(get(body, 'name')) ?? this.#nameFor('index', parts),
      parts,
      where: predicate === undefined ? undefined : reader.textOf(predicate),
      areNullsEqual: get(body, 'nulls_distinct') === false,
      place: reader.place,
    };
  }

  #make(key: Omit<UniqueConstraint, 'where'>): UniqueConstraint {
    // MySQL's primary key has this name, whatever the text says.
    const given = this.reader.dialect === 'mysql' && key.kind === 'primary-key' ? undefined : key.name;
    const name = given ?? this.#nameFor(key.kind, key.parts);
    if (name !== undefined) this.#take(name);
    return {
      kind: key.kind,
      name,
      parts: key.parts,
      where: undefined,
      areNullsEqual: key.areNullsEqual,
      place: key.place,
    };
  }

  readonly #nameFor = (
    kind: 'primary-key' | 'unique' | 'index',
    parts: readonly KeyPart[],
  ): string | undefined =>
    defaultName({ kind, table: this.table, parts }, this.reader.dialect, name =>
      this.#taken.has(name.toLowerCase()),
    );

  readonly #take = (name: string): void => {
    this.#taken.add(name.toLowerCase());
  };
}
