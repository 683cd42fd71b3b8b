import type { TSESTree } from '@typescript-eslint/utils';
import type { DecoratorUse } from '../adapters/adapter.js';
import type { Value } from '../values/value.js';
import type { Run } from './run.js';
import type { Scope } from './scope.js';

type Use = Omit<DecoratorUse, 'line'>;

/**
 * The packages' decorators that a decorator stands for: itself, or those that a function of the project
 * applies to its `target`: `UniqueColumn()` that answers `applyDecorators(Column({ unique: true }),
 * Expose())`.
 */
export function packageDecorators(
  run: Run,
  expression: TSESTree.Expression,
  scope: Scope,
  target: readonly Value[],
): readonly Use[] {
  const call = expression.type === 'CallExpression' ? expression : undefined;
  const callee = call?.callee ?? expression;
  const name =
    callee.type === 'Identifier'
      ? callee.name
      : callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
        ? callee.property.name
        : undefined;
  if (name === undefined) return [];
  const head = callee.type === 'MemberExpression' ? callee.object : callee;
  const imported = head.type === 'Identifier' ? scope.module.imports.get(head.name) : undefined;
  const { file } = scope.module;
  const isOwn = imported
    ? run.world.project.resolve(imported.specifier, file).kind === 'file'
    : head.type === 'Identifier' && scope.find(head.name) !== undefined;
  const value = run.evaluate(callee, scope);
  // One that a library made, `createIndexDecorator()`, is the library's wherever it is kept.
  if (isOwn && value.kind !== 'handle') return appliedBy(run, expression, scope, target);
  return [
    {
      value,
      // An import can be renamed: `import { Unique as DatabaseUnique } from 'typeorm'`.
      name: callee === head && imported && !/^(?:default|\*)$/u.test(imported.name) ? imported.name : name,
      from: imported?.specifier,
      args: call?.arguments.map(argument => run.evaluate(argument, scope)) ?? [],
    },
  ];
}

function appliedBy(
  { world }: Run,
  expression: TSESTree.Expression,
  scope: Scope,
  target: readonly Value[],
): readonly Use[] {
  const run = world.quiet(scope.module.file);
  run.catching(() => {
    const made = run.evaluate(expression, scope);
    if (made.kind === 'function') run.apply(made, target, expression, 'callback');
  });
  return [...run.calls.keys()].flatMap(value =>
    value.kind === 'call' && value.from !== undefined
      ? [{ name: value.callee, from: value.from, args: value.args, value }]
      : [],
  );
}
