import type { TSESTree } from '@typescript-eslint/utils';
import { object } from '../values/make.js';
import type { FunctionValue, Value } from '../values/value.js';
import type { ModuleEnvironment } from './module-environment.js';
import type { Run } from './run.js';
import type { Scope } from './scope.js';

/**
 * What a runner of migrations hands the function that a file exports as `up` beside a `down`. Such files import
 * nothing, so that these names and that of the parameter have to tell.
 */
export function migrationArguments(run: Run, { node, environment }: FunctionValue): readonly Value[] {
  const { module } = environment as Scope;
  const [param] = node.params;
  if (!param || !isExported(run, module, 'up', node) || !isExported(run, module, 'down')) return [];
  if (param.type === 'Identifier' && !param.typeAnnotation) return given(run, param.name, node.body);
  const context = param.type === 'ObjectPattern' ? contextOf(param) : undefined;
  const [value] = context === undefined ? [] : given(run, context, node.body);
  return value ? [object([['context', value]])] : [];
}

function isExported(
  run: Run,
  module: ModuleEnvironment,
  name: string,
  node?: FunctionValue['node'],
): boolean {
  const whole = module.exported('default');
  const found = [module.exported(name), whole && run.property(whole, name)];
  return found.some(value => value?.kind === 'function' && (!node || value.node === node));
}

/** `({ context: queryInterface }) => ...`, as umzug calls it. */
function contextOf({ properties }: TSESTree.ObjectPattern): string | undefined {
  for (const part of properties) {
    if (part.type !== 'Property' || part.key.type !== 'Identifier' || part.key.name !== 'context') continue;
    return part.value.type === 'Identifier' ? part.value.name : undefined;
  }
  return undefined;
}

function given(run: Run, name: string, body: TSESTree.Node): readonly Value[] {
  for (const adapter of run.world.adapters()) {
    const args = adapter.migrates?.(name, body);
    if (args) return args;
  }
  return [];
}
