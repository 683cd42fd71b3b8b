import type { Value } from '../../values/value.js';

/** What one property of an entity says, whether by decorators, in an `EntitySchema` or with a builder. */
export interface PropertyFacts {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly kind: 'scalar' | 'primary' | 'to-one' | 'one-to-one' | 'embedded' | 'to-many' | 'none';
  readonly options: ReadonlyMap<string, Value>;
  /** The declaration says that it may be missing: `name?: string`. */
  readonly isOptional: boolean;
  /** Name of its type, as declared or as the options name it. */
  readonly type: string | undefined;
}

export const textIn = (value: Value | undefined): string | undefined =>
  value?.kind === 'constant' && typeof value.value === 'string' ? value.value : undefined;

export const isTrue = (value: Value | undefined): boolean =>
  value?.kind === 'constant' && value.value === true;

export const isFalse = (value: Value | undefined): boolean =>
  value?.kind === 'constant' && value.value === false;

/** `unique: true`, `unique: 'name_of_it'`. */
export const isUniqueOption = (value: Value | undefined): boolean =>
  isTrue(value) || textIn(value) !== undefined;

/** A text, or a list of texts; `undefined` where some of it cannot be read. */
export function namesIn(value: Value | undefined): readonly string[] | undefined {
  if (value?.kind !== 'array') {
    const name = textIn(value);
    return name === undefined ? undefined : [name];
  }
  const names = value.elements.flatMap(part => textIn(part) ?? []);
  return names.length === value.elements.length && !value.open ? names : undefined;
}

const AUTOINCREMENT = /^(?:number|bigint|int\w*|integer|smallint|serial|bigserial|smallserial|ObjectId)$/iu;

/**
 * The database counts a single numeric primary key up unless `autoincrement: false` says otherwise.
 * https://mikro-orm.io/docs/defining-entities#primary-keys
 */
export function isGenerated({ kind, options, type }: PropertyFacts, isOnlyKey: boolean): boolean {
  if (isTrue(options.get('autoincrement'))) return true;
  if (options.has('onCreate') || options.has('defaultRaw') || options.has('generated')) return true;
  if (options.has('default')) return isMadeUp(options.get('default'));
  if (kind !== 'primary' || !isOnlyKey || isFalse(options.get('autoincrement'))) return false;
  const named = textIn(options.get('type')) ?? textIn(options.get('columnType')) ?? type;
  return named !== undefined && AUTOINCREMENT.test(named);
}

/** `default: sql\`gen_random_uuid()\`` is made anew for each row, `default: 0` is not. */
const isMadeUp = (value: Value | undefined): boolean =>
  value !== undefined && (value.kind !== 'constant' || /\(\)$/u.test(String(value.value)));
