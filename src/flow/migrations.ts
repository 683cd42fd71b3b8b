import type { TSESTree } from '@typescript-eslint/utils';
import { object } from '../values/make.js';
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
  if (!/\bup\b/u.test(source.text)) return none;
  // Some write no way back; then the folder has to say what it is.
  const needsDown = !/[\\/]migrations?[\\/]/iu.test(source.file);
  if (needsDown && !/\bdown\b/u.test(source.text)) return none;
  const up = new Set<FunctionNode>();
  const down = new Set<FunctionNode>();
  const add = (first: FunctionNode | undefined, second: FunctionNode | undefined): void => {
    if (!first || (needsDown && !second)) return;
    up.add(first);
    if (second) down.add(second);
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
  if (!param || !(up.has(node) || down.has(node))) return [];
  if (param.type === 'Identifier') return isTyped(param) ? [] : given(world, param.name, node.body);
  const context = param.type === 'ObjectPattern' ? contextOf(param) : undefined;
  const [value] = context === undefined ? [] : given(world, context, node.body);
  return value ? [object([['context', value]])] : [];
}

/** `({ context: queryInterface }) => ...`, as umzug calls it. */
function contextOf({ properties }: TSESTree.ObjectPattern): string | undefined {
  for (const part of properties) {
    if (part.type !== 'Property' || part.key.type !== 'Identifier' || part.key.name !== 'context') continue;
    return part.value.type === 'Identifier' ? part.value.name : undefined;
  }
  return undefined;
}

function given(world: World, name: string, body: TSESTree.Node): readonly Value[] {
  for (const adapter of world.adapters()) {
    const args = adapter.migrates?.(name, body);
    if (args) return args;
  }
  return [];
}
