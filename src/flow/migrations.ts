import type { TSESTree } from '@typescript-eslint/utils';
import type { FunctionNode, FunctionValue, Value } from '../values/value.js';
import type { ModuleEnvironment } from './module-environment.js';
import type { World } from './world.js';

/** Functions of a file that change the schema, and those that take it back. */
export interface Migration {
  readonly up: ReadonlySet<FunctionNode>;
  readonly down: ReadonlySet<FunctionNode>;
}

const none: Migration = { up: new Set(), down: new Set() };

/** A file that exports `up` and `down`, or a class that has both. */
export function migrationIn(environment: ModuleEnvironment): Migration {
  const { source } = environment;
  if (!/\bup\b/u.test(source.text) || !/\bdown\b/u.test(source.text)) return none;
  const up = new Set<FunctionNode>();
  const down = new Set<FunctionNode>();
  const add = (first: FunctionNode | undefined, second: FunctionNode | undefined): void => {
    if (!first || !second) return;
    up.add(first);
    down.add(second);
  };
  add(exportedFunction(environment, 'up'), exportedFunction(environment, 'down'));
  for (const node of classesIn(source.ast.body)) add(methodOf(node, 'up'), methodOf(node, 'down'));
  return up.size > 0 ? { up, down } : none;
}

function exportedFunction(environment: ModuleEnvironment, name: string): FunctionNode | undefined {
  const value = environment.exported(name);
  return value?.kind === 'function' ? value.node : undefined;
}

type ClassNode = TSESTree.ClassDeclaration | TSESTree.ClassExpression;

/** `export class X`, `export default class`, `module.exports = class X`. */
const classesIn = (body: readonly TSESTree.Node[]): readonly ClassNode[] =>
  body.flatMap(statement => {
    const node =
      (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration') &&
      statement.declaration
        ? statement.declaration
        : statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression'
          ? statement.expression.right
          : statement;
    return node.type === 'ClassDeclaration' || node.type === 'ClassExpression' ? [node] : [];
  });

function methodOf({ body }: ClassNode, name: string): FunctionNode | undefined {
  const method = body.body.find(
    (part): part is TSESTree.MethodDefinition =>
      part.type === 'MethodDefinition' && part.key.type === 'Identifier' && part.key.name === name,
  );
  return method?.value.body ? method.value : undefined;
}

const isTyped = ({ typeAnnotation }: TSESTree.Identifier): boolean =>
  Boolean(typeAnnotation) && !/^TS(?:Any|Unknown)Keyword$/u.test(typeAnnotation?.typeAnnotation.type ?? '');

/** What a library calls a migration with whose parameters have no types. */
export function migrationArguments(
  world: World,
  { node }: FunctionValue,
  { up, down }: Migration,
): readonly Value[] {
  const [param] = node.params;
  if (!(up.has(node) || down.has(node)) || param?.type !== 'Identifier' || isTyped(param)) return [];
  for (const adapter of world.adapters()) {
    const args = adapter.migrates?.(param.name, node.body);
    if (args) return args;
  }
  return [];
}
