import type { TSESTree } from '@typescript-eslint/utils';
import { mentions } from '../syntax/mentions.js';
import type { Value } from '../values/value.js';
import { declarationOf } from './declarations.js';
import type { ModuleEnvironment } from './module-environment.js';
import type { World } from './world.js';

const run = new WeakMap<ModuleEnvironment, Set<TSESTree.Node>>();

/**
 * Runs those statements at the top level of a file in which a name stands that fits, or that call a function
 * of the file in which one does, each once; answers what variables hold whose initial value is such.
 */
export function runTopLevel(
  world: World,
  file: string,
  isMeant: (name: string) => boolean,
): readonly Value[] {
  const environment = world.environment(file);
  if (!environment) return [];
  const { scope, source } = environment;
  const done = run.get(environment) ?? new Set();
  run.set(environment, done);
  const values: Value[] = [];
  for (const statement of source.ast.body) {
    const node = declarationOf(statement);
    if (node?.type === 'VariableDeclaration') {
      for (const { id, init } of node.declarations) {
        const value = id.type === 'Identifier' && init && mentions(init, isMeant) && scope.read(id.name);
        if (value) values.push(value);
      }
    } else if (
      node?.type === 'ExpressionStatement' &&
      !done.has(node) &&
      isCallOf(node.expression, environment, isMeant)
    ) {
      done.add(node);
      const quiet = world.quiet(file);
      quiet.catching(() => quiet.evaluate(node.expression, scope));
    }
  }
  return values;
}

function isCallOf(
  node: TSESTree.Expression,
  { scope }: ModuleEnvironment,
  isMeant: (name: string) => boolean,
): boolean {
  if (node.type !== 'CallExpression') return false;
  if (mentions(node, isMeant)) return true;
  const called = node.callee.type === 'Identifier' ? scope.find(node.callee.name)?.value : undefined;
  return called?.kind === 'function' && mentions(called.node, isMeant);
}
