import type { Place } from '../../schema/table.js';
import { handle } from '../../values/make.js';
import type { ClassValue, Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';

/** A schema, as it is made; what later statements do to it follows in `changes`. */
export interface Schema {
  /** `optimisticConcurrency` */
  readonly versioned: boolean;
  readonly definition: Value | undefined;
  readonly options: Value | undefined;
  /** Whose decorators it is made of. */
  readonly class: ClassValue | undefined;
  readonly place: Place;
  readonly changes: Change[];
}

/** What a statement adds to a schema. https://mongoosejs.com/docs/api/schema.html */
export type Change =
  | {
      readonly kind: 'index';
      readonly fields: Value | undefined;
      readonly options: Value | undefined;
      readonly place: Place;
    }
  | {
      readonly kind: 'add';
      readonly definition: Value;
      readonly prefix: Value | undefined;
      readonly place: Place;
    }
  | { readonly kind: 'set'; readonly option: Value | undefined; readonly value: Value | undefined }
  | {
      readonly kind: 'path';
      readonly path: Value | undefined;
      readonly option: string;
      readonly value: Value | undefined;
      readonly place: Place;
    }
  /** Runs once, when the schema is read. */
  | { readonly kind: 'plugin'; readonly plugin: Value; readonly options: Value | undefined; isDone: boolean };

export const newSchema = (facts: Partial<Schema>, site: CallSite): Handle =>
  handle('mongoose', 'schema', {
    versioned: false,
    definition: undefined,
    options: undefined,
    class: undefined,
    place: { file: site.file, line: site.line },
    changes: [],
    ...facts,
  } satisfies Schema);

export const schemaIn = (value: Value | undefined): Schema | undefined =>
  value?.kind === 'handle' && value.adapter === 'mongoose' && value.type === 'schema'
    ? (value.data as Schema)
    : undefined;

/** `schema.name(...args)`: what changes its paths or indexes. */
export function schemaMethod(
  target: Handle,
  name: string,
  [first, second]: readonly Value[],
  site: CallSite,
): Value | undefined {
  const schema = target.data as Schema;
  switch (name) {
    case 'index':
      schema.changes.push({ kind: 'index', fields: first, options: second, place: placeOf(first, site) });
      return target;
    case 'add': {
      const added = schemaIn(first);
      if (added) schema.changes.push(...partsOf(added, site));
      else if (first)
        schema.changes.push({ kind: 'add', definition: first, prefix: second, place: placeOf(first, site) });
      return target;
    }
    case 'set':
      if (second) schema.changes.push({ kind: 'set', option: first, value: second });
      return second && target;
    case 'plugin':
      if (first) schema.changes.push({ kind: 'plugin', plugin: first, options: second, isDone: false });
      return target;
    case 'path':
      return second ? undefined : handle('mongoose', 'schema-path', { schema, path: first });
    case 'clone':
      return handle('mongoose', 'schema', { ...schema, changes: [...schema.changes] } satisfies Schema);
    default:
      return undefined;
  }
}

function partsOf({ definition, changes, place }: Schema, site: CallSite): readonly Change[] {
  const own = definition && {
    kind: 'add' as const,
    definition,
    prefix: undefined,
    place: site.placeOf(definition) ?? place,
  };
  return [...(own ? [own] : []), ...changes];
}

/** `schema.path('email').unique(true)` */
export function pathMethod(
  target: Handle,
  option: string,
  [value]: readonly Value[],
  site: CallSite,
): Value | undefined {
  const { schema, path } = target.data as { schema: Schema; path: Value | undefined };
  if (!/^(?:index|unique|sparse|required)$/u.test(option)) return undefined;
  schema.changes.push({ kind: 'path', path, option, value, place: { file: site.file, line: site.line } });
  return target;
}

/** A helper that makes indexes is called in many places: there the fields are written. */
function placeOf(fields: Value | undefined, site: CallSite): Place {
  const place = fields && site.placeOf(fields);
  const { file, line } = site;
  return place && (place.file !== file || place.line < line || place.line > line + 1)
    ? place
    : { file, line };
}
