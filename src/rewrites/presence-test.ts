import type { TSESTree } from '@typescript-eslint/utils';

/** Which outcome of a read a test of its variable stands for; `undefined`: the test asks something else as well. */
export type Presence = 'present' | 'absent';

/** `found`, `!found`, `found != null`, `found.length > 0`, `count === 0`, `Boolean(found)`. */
export function presenceIn(test: TSESTree.Expression, variable: string): Presence | undefined {
  switch (test.type) {
    case 'UnaryExpression':
      return test.operator === '!' ? opposite(presenceIn(test.argument, variable)) : undefined;
    case 'CallExpression': {
      const [argument] = test.arguments;
      const isBoolean = test.callee.type === 'Identifier' && test.callee.name === 'Boolean';
      return isBoolean && argument && argument.type !== 'SpreadElement' ? presenceIn(argument, variable) : undefined;
    }
    case 'BinaryExpression':
      return comparison(test, variable);
    default:
      return isSubject(test, variable) ? 'present' : undefined;
  }
}

const opposite = (presence: Presence | undefined): Presence | undefined =>
  presence && (presence === 'present' ? 'absent' : 'present');

/** The variable, one of its rows, or how many there are. */
function isSubject(node: TSESTree.Node, variable: string): boolean {
  if (node.type === 'ChainExpression') return isSubject(node.expression, variable);
  if (node.type === 'Identifier') return node.name === variable;
  if (node.type !== 'MemberExpression' || !isSubject(node.object, variable)) return false;
  const { property } = node;
  return node.computed
    ? property.type === 'Literal' && property.value === 0
    : property.type === 'Identifier' && /^(?:length|id|_id|rowCount|count)$/u.test(property.name);
}

const EQUAL = new Set(['==', '===']);
const UNEQUAL = new Set(['!=', '!==']);

function comparison({ operator, left, right }: TSESTree.BinaryExpression, variable: string): Presence | undefined {
  if (!isSubject(left, variable)) return undefined;
  if (isNothing(right)) return EQUAL.has(operator) ? 'absent' : UNEQUAL.has(operator) ? 'present' : undefined;
  if (right.type !== 'Literal') return undefined;
  if (right.value === 0) {
    if (EQUAL.has(operator)) return 'absent';
    return UNEQUAL.has(operator) || operator === '>' ? 'present' : undefined;
  }
  if (right.value === 1) return operator === '>=' ? 'present' : operator === '<' ? 'absent' : undefined;
  return undefined;
}

const isNothing = (node: TSESTree.Node): boolean =>
  (node.type === 'Literal' && node.value === null) || (node.type === 'Identifier' && node.name === 'undefined');
