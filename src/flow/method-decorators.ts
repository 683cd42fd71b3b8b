import type { TSESTree } from '@typescript-eslint/utils';
import type { Transaction } from '../operations/operation.js';
import type { FunctionNode } from '../values/value.js';

const decorators = new WeakMap<FunctionNode, readonly TSESTree.Decorator[]>();

/** Remembers what decorates a method, of which its function knows nothing. */
export function methodFunction({ value, decorators: own }: TSESTree.MethodDefinition): FunctionNode {
  const node = value as FunctionNode;
  if (own.length > 0) decorators.set(node, own);
  return node;
}

const transactions = new WeakMap<TSESTree.Decorator, Transaction>();

/** `@Transactional()`: clients find the transaction of the running method by themselves. */
export function transactionOfMethod(node: FunctionNode): Transaction | undefined {
  const decorator = decorators.get(node)?.find(({ expression }) => nameOf(expression) === 'Transactional');
  if (!decorator) return undefined;
  const known: Transaction = transactions.get(decorator) ?? {
    isolation: isSerializable(decorator.expression) ? 'serializable' : 'default',
    node: decorator.expression,
    isAmbient: true,
  };
  transactions.set(decorator, known);
  return known;
}

function nameOf(expression: TSESTree.Expression): string | undefined {
  const callee = expression.type === 'CallExpression' ? expression.callee : expression;
  return callee.type === 'Identifier' ? callee.name : undefined;
}

/** `@Transactional({ isolationLevel: IsolationLevel.SERIALIZABLE })` */
function isSerializable(expression: TSESTree.Expression): boolean {
  const options = expression.type === 'CallExpression' ? expression.arguments : [];
  return options
    .flatMap(option => (option.type === 'ObjectExpression' ? option.properties : []))
    .some(part => part.type === 'Property' && /^serializable$/iu.test(levelIn(part.value)));
}

function levelIn(value: TSESTree.Node): string {
  if (value.type === 'Literal') return String(value.value);
  return value.type === 'MemberExpression' && value.property.type === 'Identifier' ? value.property.name : '';
}
