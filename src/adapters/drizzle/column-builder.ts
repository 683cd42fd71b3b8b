import type { Place } from '../../schema/table.js';
import { isClock } from '../../values/traits.js';
import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { fragmentIn } from './fragment.js';

/** A column as the code declares it, before it belongs to a table. */
export interface ColumnBuilder {
  readonly type: string;
  /** Core package of its type: `sqlite-core`; `undefined` for a type of another library. */
  readonly core: string | undefined;
  /** `undefined`: made from the name in the code, as the configured casing has it. */
  readonly databaseName: string | undefined;
  readonly isNotNull: boolean;
  readonly isGenerated: boolean;
  readonly primaryKey: Place | undefined;
  readonly unique: ColumnUnique | undefined;
}

interface ColumnUnique {
  readonly name: string | undefined;
  readonly areNullsEqual: boolean;
  readonly place: Place;
}

/** What makes a column of a type: `text` of `text('email')`. */
export interface ColumnType {
  readonly name: string;
  readonly core: string | undefined;
}

export const columnType = (name: string, core: string | undefined): Handle =>
  handle('drizzle', 'column-type', { name, core } satisfies ColumnType);

const builderHandle = (builder: ColumnBuilder): Handle => handle('drizzle', 'column-builder', builder);

/** `text('email')`, `varchar({ length: 20 })`: the name may be left out. */
export function newColumn({ name, core }: ColumnType, args: readonly Value[]): Handle {
  const [first] = args;
  const isSerial = /serial$/iu.test(name);
  return builderHandle({
    type: name,
    core,
    databaseName: first?.kind === 'constant' && typeof first.value === 'string' ? first.value : undefined,
    isNotNull: isSerial,
    isGenerated: isSerial,
    primaryKey: undefined,
    unique: undefined,
  });
}

/**
 * `text('email').notNull().unique()`; what says nothing of uniqueness or NULL leaves the builder as it is.
 */
export function columnBuilderMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Handle {
  const builder = target.data as ColumnBuilder;
  const [first, second] = args;
  const place = { file: site.file, line: site.line };
  const changed = (changes: Partial<ColumnBuilder>): Handle => builderHandle({ ...builder, ...changes });
  switch (name) {
    case 'notNull':
      return changed({ isNotNull: true });
    case 'primaryKey':
      return changed({
        primaryKey: place,
        isNotNull: true,
        isGenerated: builder.isGenerated || isCounted(builder, first, site),
      });
    case 'unique': {
      const nulls = second && site.property(second, 'nulls');
      return changed({
        unique: {
          name: first?.kind === 'constant' && typeof first.value === 'string' ? first.value : undefined,
          areNullsEqual: nulls?.kind === 'constant' && nulls.value === 'not distinct',
          place,
        },
      });
    }
    case 'autoincrement':
    case 'defaultRandom':
      return changed({ isGenerated: true });
    case 'generatedAlwaysAsIdentity':
    case 'generatedByDefaultAsIdentity':
      return changed({ isGenerated: true, isNotNull: true });
    case '$defaultFn':
    case '$default':
      return changed({ isGenerated: builder.isGenerated || makesValues(first, site) });
    case 'default':
      return changed({ isGenerated: builder.isGenerated || isMadeBySql(first) });
    default:
      return target;
  }
}

/**
 * SQLite's `integer primary key` is the row's number whether or not it says `autoIncrement`.
 * https://www.sqlite.org/autoinc.html
 */
const isCounted = ({ type, core }: ColumnBuilder, config: Value | undefined, site: CallSite): boolean => {
  const increments = config && site.property(config, 'autoIncrement');
  return (
    (increments?.kind === 'constant' && increments.value === true) ||
    (core === 'sqlite-core' && /^int(?:eger)?$/u.test(type))
  );
};

/** A time, a constant and what is computed from them are the same for two inserts. */
function makesValues(callback: Value | undefined, site: CallSite): boolean {
  if (callback?.kind !== 'function') return callback !== undefined;
  const value = site.run(callback, []);
  return !isClock(value) && value.kind !== 'constant' && value.kind !== 'object' && value.kind !== 'array';
}

const GENERATOR =
  /\b(?:gen_random_u\w+|uuid_generate_v\w+|uuidv[47]|uuid|nextval|unique_rowid|randomblob)\s*\(/iu;

const isMadeBySql = (value: Value | undefined): boolean =>
  fragmentIn(value)?.pieces.some(piece => typeof piece === 'string' && GENERATOR.test(piece)) === true;

/**
 * The column that a value declares: also a chain on a type of another library (`citext('email').notNull()`),
 * whose methods are Drizzle's.
 */
export function columnBuilderIn(value: Value, site: CallSite): ColumnBuilder | undefined {
  if (value.kind === 'handle' && value.adapter === 'drizzle')
    return value.type === 'column-builder' ? (value.data as ColumnBuilder) : undefined;
  if (value.kind !== 'call') return undefined;
  const { callee, receiver, args, from } = value;
  const inner = receiver && columnBuilderIn(receiver, site);
  if (inner) return columnBuilderMethod(builderHandle(inner), callee, args, site).data as ColumnBuilder;
  return receiver || from === undefined
    ? undefined
    : (newColumn({ name: callee, core: undefined }, args).data as ColumnBuilder);
}
