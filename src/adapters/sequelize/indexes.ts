import type { KeyPart, Place, UniqueConstraint } from '../../schema/table.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { expressionIn, isTrue, textOf } from './handles.js';

/** An index as `indexes`, `addIndex` or a decorator has it. */
export interface Index {
  readonly name: string | undefined;
  readonly isUnique: boolean;
  readonly fields: readonly Value[];
  readonly where: Value | undefined;
  readonly place: Place;
}

/**
 * `unique: true` and `type: 'UNIQUE'` make an index unique; `indicesType` was an option of version 3 and is
 * not read any more: https://github.com/sequelize/sequelize/blob/v6/src/model.js (`_conformIndex`)
 */
export function newIndex(
  options: Value | undefined,
  fields: readonly Value[],
  place: Place,
  site: CallSite,
): Index {
  const part = (name: string): Value | undefined =>
    options?.kind === 'object' ? site.property(options, name) : undefined;
  return {
    name: textOf(part('name')) ?? textOf(options),
    isUnique: isTrue(part('unique')) || /^unique$/iu.test(textOf(part('type')) ?? ''),
    fields,
    where: part('where'),
    place,
  };
}

/** The index as a constraint; `undefined` where it is not unique, or is over what cannot be read. */
export function uniqueIndex(
  { name, isUnique, fields, where, place }: Index,
  codeName: (field: string) => string,
  site: CallSite,
): UniqueConstraint | undefined {
  if (!isUnique || fields.length === 0) return undefined;
  const parts = fields.map(field => keyPart(field, codeName, site));
  if (parts.some(part => part === undefined)) return undefined;
  return {
    kind: 'unique',
    name,
    parts: parts.flatMap(part => part ?? []),
    where:
      where && !(where.kind === 'constant' && where.value === undefined) ? predicateText(where) : undefined,
    areNullsEqual: false,
    place,
  };
}

/** `'email'`, `{ name: 'email', order: 'DESC' }`, `fn('lower', col('email'))`, `literal('lower(email)')`. */
function keyPart(field: Value, codeName: (field: string) => string, site: CallSite): KeyPart | undefined {
  const text = textOf(field);
  if (text !== undefined) return { column: codeName(text), expression: undefined };
  const expression = expressionIn(field);
  if (expression) {
    const columns = columnsOf(field);
    const [only] = columns;
    return {
      column: only !== undefined && columns.length === 1 ? codeName(only) : undefined,
      expression: expressionText(field),
    };
  }
  if (field.kind !== 'object') return undefined;
  const name = textOf(site.property(field, 'name')) ?? textOf(site.property(field, 'attribute'));
  return name === undefined ? undefined : { column: codeName(name), expression: undefined };
}

function columnsOf(value: Value): readonly string[] {
  const expression = expressionIn(value);
  if (!expression) return [];
  if (expression.name === 'col') return [textOf(expression.args[0]) ?? ''];
  if (expression.name === 'literal')
    return /^\w+\(\s*"?(?<column>\w+)"?\s*\)$/u.exec(textOf(expression.args[0]) ?? '')?.slice(1) ?? [];
  return expression.args.flatMap(columnsOf);
}

function expressionText(value: Value): string {
  const expression = expressionIn(value);
  if (!expression) return textOf(value) ?? '?';
  const [first, ...more] = expression.args;
  if (expression.name === 'fn') return `${textOf(first) ?? '?'}(${more.map(expressionText).join(', ')})`;
  return first ? expressionText(first) : '?';
}

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['$eq', '='],
  ['$ne', '!='],
  ['$is', 'is'],
  ['$not', 'is not'],
  ['$isNot', 'is not'],
  ['$in', 'in'],
  ['$gt', '>'],
  ['$gte', '>='],
  ['$lt', '<'],
  ['$lte', '<='],
  ['$notIn', 'not in'],
]);

/** Predicate of a partial index in the words of SQL. */
export function predicateText(value: Value): string {
  if (expressionIn(value)) return expressionText(value);
  switch (value.kind) {
    case 'constant':
      return typeof value.value === 'string' ? `'${value.value}'` : String(value.value);
    case 'array':
      return `(${value.elements.map(predicateText).join(', ')})`;
    case 'object':
      return [...value.entries].map(([name, test]) => conditionText(name, test)).join(' and ');
    default:
      return '?';
  }
}

function conditionText(name: string, test: Value): string {
  if (name.startsWith('$')) {
    const parts = test.kind === 'array' ? test.elements : [test];
    return `(${parts.map(predicateText).join(name === '$or' ? ' or ' : ' and ')})`;
  }
  if (test.kind === 'constant' && test.value === null) return `${name} is null`;
  if (test.kind !== 'object') return `${name} = ${predicateText(test)}`;
  return [...test.entries]
    .map(
      ([operator, value]) =>
        `${name} ${OPERATORS.get(operator) ?? operator.slice(1)} ${predicateText(value)}`,
    )
    .join(' and ');
}
