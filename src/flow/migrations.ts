import type { TSESTree } from '@typescript-eslint/utils';
import { object } from '../values/make.js';
import type { FunctionValue, Value } from '../values/value.js';
import type { Run } from './run.js';
import type { Scope } from './scope.js';

const FOLDER = /(?:^|[/\\])[\w.-]*migrations?[/\\]/iu;

/**
 * What a runner of migrations hands the function that a file of them exports as `up`. Such files import nothing, so
 * that their place and the names in them have to tell.
 */
export function migrationArguments(run: Run, callee: FunctionValue): readonly Value[] {
  const { module } = callee.environment as Scope;
  const [param] = callee.node.params;
  if (!param || !FOLDER.test(module.file) || !isUp(run, callee)) return [];
  if (param.type === 'Identifier' && !param.typeAnnotation) return given(run, param.name);
  if (param.type !== 'ObjectPattern') return [];
  const context = contextOf(param);
  return context === undefined ? [] : given(run, context).map(value => object([['context', value]]));
}

function isUp(run: Run, { node, environment }: FunctionValue): boolean {
  const { module } = environment as Scope;
  const whole = module.exported('default');
  const found = [module.exported('up'), whole && run.property(whole, 'up')];
  return found.some(value => value?.kind === 'function' && value.node === node);
}

/** `({ context: queryInterface }) => ...` */
function contextOf({ properties }: TSESTree.ObjectPattern): string | undefined {
  for (const part of properties) {
    if (part.type !== 'Property' || part.key.type !== 'Identifier' || part.key.name !== 'context') continue;
    return part.value.type === 'Identifier' ? part.value.name : undefined;
  }
  return undefined;
}

function given(run: Run, name: string): readonly Value[] {
  for (const adapter of run.world.adapters()) {
    const value = adapter.migration?.(name);
    if (value) return [value];
  }
  return [];
}
