import type { TSESTree } from '@typescript-eslint/utils';
import type { Adapter } from '../adapters/adapter.js';
import type { Value } from '../values/value.js';
import type { Run } from './run.js';
import type { Scope } from './scope.js';
import { typeArguments } from './type-arguments.js';

/** What dependency injection puts into a parameter or field, by its decorators and its declared type. */
export function injected(
  run: Run,
  param: TSESTree.Parameter | TSESTree.PropertyDefinition,
  scope: Scope,
): Value | undefined {
  const target = param.type === 'TSParameterProperty' ? param.parameter : param;
  const pattern = target.type === 'AssignmentPattern' ? target.left : target;
  const annotation = 'typeAnnotation' in pattern ? pattern.typeAnnotation?.typeAnnotation : undefined;
  const reference = annotation?.type === 'TSTypeReference' ? annotation : undefined;
  const types = typeArguments(run.world, reference?.typeArguments, scope);
  for (const decorator of [...param.decorators, ...('decorators' in target ? target.decorators : [])]) {
    const { expression } = decorator;
    if (expression.type !== 'CallExpression' || expression.callee.type !== 'Identifier') continue;
    const { name } = expression.callee;
    const args = expression.arguments.map(argument => run.evaluate(argument, scope));
    for (const adapter of decoratorAdapters(run, name, scope)) {
      const value = adapter.injected?.(name, args, types);
      if (value) return value;
    }
    const token = args[0];
    if (name === 'Inject' && token) {
      const provided = run.world.provided(token, scope.module.file);
      if (provided) return provided;
    }
  }
  return annotation && run.world.typed({ node: annotation, scope });
}

/** Libraries have decorators of one name: where it is imported from one of them, only that one is asked. */
function decoratorAdapters({ world }: Run, name: string, { module }: Scope): readonly Adapter[] {
  const imported = module.imports.get(name);
  const owners = imported
    ? world.adaptersFor(imported.specifier, world.project.resolve(imported.specifier, module.file))
    : [];
  return owners.length > 0 ? owners : world.adapters();
}
