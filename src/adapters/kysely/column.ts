import type { SchemaChange } from '../../schema/schema-change.js';
import type { Column, Place, UniqueConstraint } from '../../schema/table.js';
import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { columnPart, nameIn, placeOf, textIn } from './schema-names.js';

/** What `addColumn(name, type, column => ...)` says of a column. */
export interface ColumnFacts {
  readonly isNullable: boolean;
  readonly isGenerated: boolean;
  readonly key: UniqueConstraint['kind'] | undefined;
  readonly areNullsEqual: boolean;
}

const GENERATED_TYPE = /serial/iu;
const GENERATED_DEFAULT =
  /\b(?:nextval|gen_random_uuid|uuid_generate_v\w+|uuidv[47]|uuid|newid|random\w*)\s*\(/iu;

/** Methods of the column, constraint and alteration builders; the rest changes nothing that matters here. */
export function onColumn(target: Handle, name: string, [first]: readonly Value[]): Value {
  const changed = (facts: Partial<ColumnFacts>): Handle =>
    handle('kysely', target.type, { ...target.data, ...facts });
  switch (name) {
    case 'notNull':
    case 'setNotNull':
      return changed({ isNullable: false });
    case 'dropNotNull':
      return changed({ isNullable: true });
    case 'primaryKey':
      return changed({ key: 'primary-key', isNullable: false });
    case 'unique':
      return changed({ key: 'unique' });
    case 'nullsNotDistinct':
      return changed({ areNullsEqual: true });
    case 'autoIncrement':
    case 'identity':
    case 'generatedAlwaysAsIdentity':
    case 'generatedByDefaultAsIdentity':
      return changed({ isGenerated: true });
    case 'defaultTo':
    case 'setDefault':
      return GENERATED_DEFAULT.test(textIn(first) ?? '') ? changed({ isGenerated: true }) : target;
    default:
      return target;
  }
}

export interface ColumnDefinition {
  readonly column: Column;
  /** The constraint that the column itself declares. */
  readonly unique: UniqueConstraint | undefined;
}

/** `addColumn(name, type, build)`; `undefined` where the name cannot be read. */
export function readColumn(
  [first, type, build]: readonly Value[],
  site: CallSite,
): ColumnDefinition | undefined {
  const name = nameIn(first);
  if (name === undefined) return undefined;
  const start: ColumnFacts = {
    isNullable: true,
    isGenerated: GENERATED_TYPE.test(textIn(type) ?? ''),
    key: undefined,
    areNullsEqual: false,
  };
  const { isNullable, isGenerated, key, areNullsEqual } = built(build, 'column', start, site);
  const parts = [columnPart(name)];
  return {
    column: { name, databaseName: name, isNullable, isGenerated },
    unique: key && {
      kind: key,
      name: undefined,
      parts,
      where: undefined,
      areNullsEqual,
      place: placeOf(site),
    },
  };
}

/** What the callback answers: the facts it was given, changed. */
function built<T extends object>(build: Value | undefined, type: string, start: T, site: CallSite): T {
  const answer = build ? site.run(build, [handle('kysely', type, start)]) : undefined;
  return answer?.kind === 'handle' && answer.type === type ? (answer.data as T) : start;
}

/** `alterColumn(name, column => column.setNotNull())`. */
export function readAlteration(
  table: string,
  [first, build]: readonly Value[],
  site: CallSite,
): readonly SchemaChange[] {
  const column = nameIn(first);
  const facts = built<Partial<ColumnFacts>>(build, 'altered-column', {}, site);
  const { isNullable, isGenerated } = facts;
  if (column === undefined || (isNullable === undefined && isGenerated === undefined)) return [];
  return [
    {
      kind: 'alter-column',
      table,
      column,
      ...(isNullable === undefined ? {} : { isNullable }),
      ...(isGenerated === undefined ? {} : { isGenerated }),
    },
  ];
}

/** `addUniqueConstraint(name, columns, build)`; `undefined` where its columns cannot be read. */
export function readUnique(
  kind: UniqueConstraint['kind'],
  [first, columns, build]: readonly Value[],
  site: CallSite,
): UniqueConstraint | undefined {
  const names = columns?.kind === 'array' && !columns.open ? columns.elements.map(nameIn) : [];
  const parts = names.flatMap(name => (name === undefined ? [] : [columnPart(name)]));
  if (parts.length === 0 || parts.length !== names.length) return undefined;
  const { areNullsEqual } = built(build, 'unique', { areNullsEqual: false }, site);
  const place: Place = placeOf(site);
  return { kind, name: nameIn(first), parts, where: undefined, areNullsEqual, place };
}
