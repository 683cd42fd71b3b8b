import type { TSESTree } from '@typescript-eslint/utils';
import type { ClassFacts, DecoratorUse, MemberFacts } from '../adapters/adapter.js';
import type { SourceModule } from '../modules/source-module.js';
import type { ClassValue } from '../values/value.js';
import type { Run } from './run.js';
import type { Scope } from './scope.js';
import { typeArguments } from './type-arguments.js';

/** What a class declares, with the decorators of its members, for libraries that read models off classes. */
export function classFacts(run: Run, value: ClassValue): ClassFacts {
  const scope = value.environment as Scope;
  const source = run.world.project.module(value.file);
  const line = (node: TSESTree.Node): number => source?.locate(node).start.line ?? 1;
  const decoratorsOf = (list: readonly TSESTree.Decorator[]): readonly DecoratorUse[] =>
    list.flatMap(decorator => decoratorUse(run, decorator, scope, source));
  return {
    name: value.name,
    file: value.file,
    line: line(value.node),
    decorators: decoratorsOf(value.node.decorators),
    members: value.node.body.body.flatMap((part): readonly MemberFacts[] => {
      if (part.type !== 'PropertyDefinition' || part.key.type !== 'Identifier') return [];
      const annotation = part.typeAnnotation?.typeAnnotation;
      return [
        {
          name: part.key.name,
          line: line(part.key),
          decorators: decoratorsOf(part.decorators),
          isOptional: part.optional || (annotation !== undefined && includesNull(annotation)),
          type: typeName(annotation),
          types: typeArguments(run.world, annotation?.type === 'TSTypeReference' ? annotation.typeArguments : undefined, scope),
          initial: part.value ? run.evaluate(part.value, scope) : undefined,
        },
      ];
    }),
  };
}

function decoratorUse(
  run: Run,
  { expression }: TSESTree.Decorator,
  scope: Scope,
  source: SourceModule | undefined,
): readonly DecoratorUse[] {
  const isCall = expression.type === 'CallExpression';
  const callee = isCall ? expression.callee : expression;
  const name =
    callee.type === 'Identifier' ? callee.name
    : callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name
    : undefined;
  if (name === undefined) return [];
  const head = callee.type === 'MemberExpression' ? callee.object : callee;
  const imported = head.type === 'Identifier' ? scope.module.imports.get(head.name) : undefined;
  return [
    {
      // An import can be renamed: `import { Unique as DatabaseUnique } from 'typeorm'`.
      name: callee === head && imported && !/^(?:default|\*)$/u.test(imported.name) ? imported.name : name,
      from: imported?.specifier,
      args: isCall ? expression.arguments.map(argument => run.evaluate(argument, scope)) : [],
      line: source?.locate(expression).start.line ?? 1,
      value: run.evaluate(callee, scope),
    },
  ];
}

const includesNull = (type: TSESTree.TypeNode): boolean =>
  type.type === 'TSUnionType' &&
  type.types.some(part => part.type === 'TSNullKeyword' || part.type === 'TSUndefinedKeyword');

/** Name of the declared type without `null`: `Date`, `string`, `Ref`. */
function typeName(type: TSESTree.TypeNode | undefined): string | undefined {
  switch (type?.type) {
    case 'TSUnionType':
      return type.types.map(typeName).find(name => name !== undefined);
    case 'TSTypeReference':
      return type.typeName.type === 'Identifier' ? type.typeName.name : undefined;
    case 'TSStringKeyword':
      return 'string';
    case 'TSNumberKeyword':
      return 'number';
    case 'TSBooleanKeyword':
      return 'boolean';
    default:
      return undefined;
  }
}
