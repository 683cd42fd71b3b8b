import type { Value } from '../../values/value.js';
import { flagOf, listOf, textOf, type Options } from '../options.js';

/** What of an index bears on which documents it refuses. */
export interface IndexFacts {
  readonly name: string | undefined;
  readonly where: string | undefined;
  readonly areNullsEqual: boolean;
}

/**
 * A missing field counts as null, and a unique index holds one document with null: the second is refused. A
 * sparse index holds no document that lacks all of its fields, a partial one those that fit its expression.
 * https://www.mongodb.com/docs/manual/core/index-unique/
 */
export function indexFacts(options: Options, paths: readonly string[]): IndexFacts {
  const name = textOf(options, 'name');
  const partial = options.entries.get('partialFilterExpression');
  if (partial)
    return { name, where: expressionText(partial), areNullsEqual: !isAboutPresence(partial, paths) };
  if (flagOf(options, 'sparse') !== true) return { name, where: undefined, areNullsEqual: true };
  const present = paths.map(path => `{ ${path}: { $exists: true } }`);
  const where = present.length === 1 ? present.join('') : `{ $or: [${present.join(', ')}] }`;
  return { name, where, areNullsEqual: paths.length > 1 };
}

/** `{ email: { $exists: true } }`, `{ email: { $type: 'string' } }`: documents without the field stay out. */
const isAboutPresence = (expression: Value, paths: readonly string[]): boolean =>
  expression.kind === 'object' &&
  [...expression.entries].some(
    ([path, test]) =>
      paths.includes(path) &&
      (test.kind === 'constant'
        ? test.value !== null
        : test.kind === 'object' &&
          [...test.entries].some(([operator, value]) => isPresent(operator, value))),
  );

const isPresent = (operator: string, value: Value): boolean =>
  operator === '$exists'
    ? value.kind === 'constant' && value.value === true
    : /^\$(?:type|gte?|lte?|in|eq)$/u.test(operator) && !(value.kind === 'constant' && value.value === null);

/** As code writes it; `?` stands for what cannot be read. */
export function expressionText(value: Value): string {
  switch (value.kind) {
    case 'constant':
      return typeof value.value === 'string' ? `'${value.value}'` : String(value.value);
    case 'array':
      return `[${value.elements.map(expressionText).join(', ')}]`;
    case 'object': {
      const entries = [...value.entries].map(([name, entry]) => `${name}: ${expressionText(entry)}`);
      return `{ ${[...entries, ...(value.spreads.length > 0 || value.open ? ['?'] : [])].join(', ')} }`;
    }
    default:
      return '?';
  }
}

/** `unique: true`, `unique: [true, 'Taken']`; `undefined`: not known. */
export function givenFlag(options: Options, name: string): boolean | undefined {
  const value = options.entries.get(name);
  if (!value) return options.isWhole ? false : undefined;
  const [first] = listOf(value);
  if (first?.kind === 'constant') return Boolean(first.value);
  return undefined;
}
