import type { TSESTree } from '@typescript-eslint/utils';
import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';

/** `eq(users.email, email)`, `and(...)`: an operator of Drizzle with what it is given. */
export interface Condition {
  readonly operator: string;
  readonly args: readonly Value[];
  readonly node: TSESTree.Node;
}

const OPERATORS: ReadonlySet<string> = new Set([
  'eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'isNull', 'isNotNull', 'inArray', 'notInArray', 'like', 'notLike',
  'ilike', 'notIlike', 'between', 'notBetween', 'and', 'or', 'not', 'exists', 'notExists', 'arrayContains',
  'arrayContained', 'arrayOverlaps',
]);

export const isOperator = (name: string): boolean => OPERATORS.has(name);

export const conditionHandle = (condition: Condition): Handle => handle('drizzle', 'condition', condition);

export const conditionIn = (value: Value | undefined): Condition | undefined =>
  value?.kind === 'handle' && value.adapter === 'drizzle' && value.type === 'condition'
    ? (value.data as Condition)
    : undefined;
