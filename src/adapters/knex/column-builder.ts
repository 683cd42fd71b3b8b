import type { Column, Place } from '../../schema/table.js';
import { constant, handle } from '../../values/make.js';
import { isFresh } from '../../values/traits.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { flagOf, readOptions, textIn } from '../options.js';
import { rawIn } from './raw.js';
import type { TableBuilder } from './table-builder.js';
import { addKey } from './table-changes.js';

/** A column under construction; what is chained to it changes it. */
export interface ColumnDraft {
  column: Column;
  readonly place: Place;
  /** `increments()`, `uuid('id', { primaryKey: true })` */
  readonly isPrimary: boolean;
  /** `alter()`: it is there already. */
  isAltered: boolean;
  altersNull: boolean;
}

interface ColumnBuilder {
  readonly isCounter: boolean;
  readonly builder: TableBuilder;
  /** `undefined` of a foreign key, and of a column whose name cannot be read. */
  readonly draft: ColumnDraft | undefined;
}

const MAKES = /uuid|gen_random|nextval|newid|identity|serial|increment/iu;

/** `table.string('email')`, `table.increments()` */
export function newColumn(
  builder: TableBuilder,
  type: string,
  args: readonly Value[],
  site: CallSite,
): Handle {
  const isCounter = /increments$/iu.test(type);
  const [first, second] = args;
  const name = textIn(isCounter && (!first || first.kind === 'object') ? constant('id') : first);
  const options = readOptions([first, second].find(value => value?.kind === 'object'));
  if (name === undefined) builder.isOpen = true;
  const isKey = isCounter
    ? !options.entries.has('primaryKey') || flagOf(options, 'primaryKey') === true
    : type === 'uuid' && flagOf(options, 'primaryKey') === true;
  const isGenerated =
    isCounter || type === 'serial' || (type === 'specificType' && MAKES.test(textIn(second) ?? ''));
  const draft: ColumnDraft | undefined =
    name === undefined
      ? undefined
      : {
          column: { name, databaseName: name, isNullable: !isGenerated && !isKey, isGenerated },
          place: { file: site.file, line: site.line },
          isPrimary: isKey,
          isAltered: false,
          altersNull: true,
        };
  if (draft) builder.parts.push(draft);
  return handle('knex', 'column-builder', { builder, draft, isCounter } satisfies ColumnBuilder);
}

/** `column.name(...args)`: every method answers the column. */
export function columnMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const { builder, draft, isCounter } = target.data as ColumnBuilder;
  const [first] = args;
  if (!draft) return target;
  const set = (facts: Partial<Column>): void => {
    draft.column = { ...draft.column, ...facts };
  };
  switch (name) {
    case 'notNullable':
    case 'notNull':
      set({ isNullable: false });
      break;
    case 'nullable':
      set({ isNullable: !isOff(first) });
      break;
    case 'primary':
    case 'unique':
    case 'index':
      // Knex leaves them out of a column that counts.
      if (isCounter) break;
      if (name === 'primary') set({ isNullable: false });
      addKey(builder, name, [constant(draft.column.name), ...args], site);
      break;
    case 'defaultTo':
    case 'defaultsTo':
    case 'default':
      if (first && isMade(first)) set({ isGenerated: true });
      break;
    case 'alter':
      draft.isAltered = true;
      draft.altersNull = !isOff(readOptions(first).entries.get('alterNullable'));
      break;
    default:
  }
  return target;
}

const isOff = (value: Value | undefined): boolean => value?.kind === 'constant' && value.value === false;

/** `knex.fn.uuid()`, `knex.raw('gen_random_uuid()')` */
const isMade = (value: Value): boolean => {
  const text = textIn(rawIn(value)?.text);
  return text === undefined ? isFresh(value) : MAKES.test(text);
};
