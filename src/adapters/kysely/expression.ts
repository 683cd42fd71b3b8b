import { handle, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { builderHandle, newBuilder } from './builder.js';
import { declaredClient } from './client.js';
import { readTable } from './table.js';

/**
 * What an expression builder makes.
 * https://kysely-org.github.io/kysely-apidoc/interfaces/ExpressionBuilder.html
 */
export type Expression = { readonly alias?: string | undefined } & (
  | { readonly kind: 'binary'; readonly left: Value; readonly operator: string; readonly right: Value }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Value[] }
  | { readonly kind: 'ref'; readonly column: string }
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'aggregate'; readonly function: string; readonly column: string }
  /** Anything made of other parts: a function, a negation, `between`. */
  | { readonly kind: 'function'; readonly name: string; readonly args: readonly Value[] }
);

/** `count`, `max` in a select list, and the name of its value in the row. */
export interface Aggregate {
  readonly function: string;
  readonly column: string;
  readonly alias: string;
  /** `max(n) + 1`: the value is one more. */
  readonly isRaised: boolean;
}

export const expressionHandle = (expression: Expression): Handle =>
  handle('kysely', 'expression', expression);

export const expressionIn = (value: Value | undefined): Expression | undefined =>
  value?.kind === 'handle' && value.adapter === 'kysely' && value.type === 'expression'
    ? (value.data as Expression)
    : undefined;

/** `eb` itself, and its parts where they were destructured. */
export const expressionBuilder = (): Handle => handle('kysely', 'eb');

export function memberOfBuilder(name: string): Value {
  if (name === 'eb') return expressionBuilder();
  return name === 'fn' ? handle('kysely', 'fn') : handle('kysely', 'eb-method', { name });
}

/** `eb(left, operator, right)`. */
export const comparison = ([left = unknown, operator, right = unknown]: readonly Value[]): Handle =>
  expressionHandle({
    kind: 'binary',
    left,
    operator: operator?.kind === 'constant' ? String(operator.value).toLowerCase() : '?',
    right,
  });

/** `eb.and([...])`, `eb.ref('a')`. */
export function build(name: string, args: readonly Value[]): Value | undefined {
  const [first = unknown] = args;
  switch (name) {
    case 'eb':
      return comparison(args);
    case 'and':
    case 'or':
      return expressionHandle({ kind: name, parts: first.kind === 'array' ? first.elements : [first] });
    case 'parens':
      return args.length > 1 ? comparison(args) : first;
    case 'ref':
      return first.kind === 'constant'
        ? expressionHandle({ kind: 'ref', column: String(first.value) })
        : undefined;
    case 'val':
    case 'lit':
    case 'cast':
      return expressionHandle({ kind: 'value', value: first });
    case 'selectFrom':
      return builderHandle(newBuilder(declaredClient, readTable(first), 'read'));
    case 'not':
    case 'exists':
    case 'neg':
    case 'unary':
    case 'between':
    case 'betweenSymmetric':
    case 'refTuple':
    case 'tuple':
    case 'case':
      return expressionHandle({ kind: 'function', name, args });
    case 'withSchema':
      return expressionBuilder();
    default:
      return undefined;
  }
}

const AGGREGATES = /^(?:count|countAll|max|min|sum|avg)$/u;

/** `fn.countAll()`, `fn.coalesce(fn.max('n'), sql`0`)`. */
export function callFunction(name: string, args: readonly Value[]): Handle {
  const [first] = args;
  if (!AGGREGATES.test(name)) return expressionHandle({ kind: 'function', name, args });
  const column = first?.kind === 'constant' && name !== 'countAll' ? String(first.value) : '*';
  return expressionHandle({ kind: 'aggregate', function: name === 'countAll' ? 'count' : name, column });
}

/** `expression.and(...)`, `.as('total')`; what only types or filters it leaves it as it is. */
export function onExpression(target: Handle, name: string, args: readonly Value[]): Value | undefined {
  const expression = target.data as Expression;
  const [first] = args;
  switch (name) {
    case 'as':
      return expressionHandle({
        ...expression,
        alias: first?.kind === 'constant' ? String(first.value) : undefined,
      });
    case 'and':
    case 'or':
      return expressionHandle({
        kind: name,
        parts: [target, args.length > 1 ? comparison(args) : (first ?? unknown)],
      });
    // A window function answers one value a row.
    case 'over':
      return expressionHandle({ kind: 'function', name, args: [] });
    default:
      return target;
  }
}

/** The aggregate that an item of a select list is made of. */
export function aggregateIn(value: Value, site: CallSite): Omit<Aggregate, 'alias'> | undefined {
  const expression = expressionIn(value);
  switch (expression?.kind) {
    case 'aggregate':
      return { function: expression.function, column: expression.column, isRaised: false };
    case 'function':
      return expression.args.map(part => aggregateIn(part, site)).find(Boolean);
    case 'binary': {
      const inner = aggregateIn(expression.left, site);
      return inner && { ...inner, isRaised: expression.operator === '+' };
    }
    default:
      return undefined;
  }
}

/** `fn('lower', ['email'])`. */
export const namedFunction = ([name, list]: readonly Value[]): Handle =>
  callFunction(
    name?.kind === 'constant' ? String(name.value) : '',
    list?.kind === 'array' ? list.elements : [],
  );
