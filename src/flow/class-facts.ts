import type { TSESTree } from '@typescript-eslint/utils';
import type { ClassFacts, DecoratorUse, MemberFacts } from '../adapters/adapter.js';
import { parameter } from '../values/make.js';
import type { ClassValue, Value } from '../values/value.js';
import { packageDecorators } from './decorators.js';
import type { Run } from './run.js';
import type { Scope } from './scope.js';
import { typeArguments } from './type-arguments.js';

/** What a class declares, with the decorators of its members, for libraries that read models off classes. */
export function classFacts(run: Run, value: ClassValue): ClassFacts {
  const scope = value.environment as Scope;
  const source = run.world.project.module(value.file);
  const line = (node: TSESTree.Node): number => source?.locate(node).start.line ?? 1;
  const decoratorsOf = (
    list: readonly TSESTree.Decorator[],
    target: readonly Value[],
  ): readonly DecoratorUse[] =>
    list.flatMap(({ expression }) =>
      packageDecorators(run, expression, scope, target).map(use => ({ ...use, line: line(expression) })),
    );
  return {
    name: value.name,
    file: value.file,
    line: line(value.node),
    decorators: decoratorsOf(value.node.decorators, [value]),
    base: baseOf(run, value, scope),
    members: value.node.body.body.flatMap((part): readonly MemberFacts[] => {
      const field = fieldOf(part);
      if (!field) return [];
      const { name, annotation, isOptional, initial } = field;
      const reference = annotation?.type === 'TSTypeReference' ? annotation.typeArguments : undefined;
      return [
        {
          name,
          line: line(field.key),
          decorators: decoratorsOf(field.decorators, [
            parameter('target'),
            { kind: 'constant', value: name },
          ]),
          isOptional: isOptional || (annotation !== undefined && includesNull(annotation)),
          type: typeName(annotation),
          class: () => annotation && run.world.classOf({ node: elementOf(annotation), scope }),
          types: typeArguments(run.world, reference, scope),
          initial: initial ? run.evaluate(initial, scope) : undefined,
        },
      ];
    }),
  };
}

interface Field {
  readonly key: TSESTree.Node;
  readonly name: string;
  readonly annotation: TSESTree.TypeNode | undefined;
  readonly isOptional: boolean;
  readonly initial: TSESTree.Expression | null;
  readonly decorators: readonly TSESTree.Decorator[];
}

/** A field, or an accessor with decorators. */
function fieldOf(part: TSESTree.ClassElement): Field | undefined {
  if (part.type === 'StaticBlock' || part.type === 'TSIndexSignature' || part.static) return undefined;
  const { key, decorators } = part;
  const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined;
  if (name === undefined || part.computed) return undefined;
  if (part.type === 'MethodDefinition') {
    if ((part.kind !== 'get' && part.kind !== 'set') || part.decorators.length === 0) return undefined;
    const annotation = part.value.returnType?.typeAnnotation;
    return { key, name, annotation, isOptional: false, initial: null, decorators };
  }
  if (part.type !== 'PropertyDefinition' && part.type !== 'AccessorProperty') return undefined;
  const annotation = part.typeAnnotation?.typeAnnotation;
  return { key, name, annotation, isOptional: part.optional, initial: part.value, decorators };
}

/** What it extends that is no class of the project. */
function baseOf(run: Run, { node }: ClassValue, scope: Scope): Value | undefined {
  const base = node.superClass ? run.evaluate(node.superClass, scope) : undefined;
  return base?.kind === 'class' ? undefined : base;
}

const includesNull = (type: TSESTree.TypeNode): boolean =>
  type.type === 'TSUnionType' &&
  type.types.some(part => part.type === 'TSNullKeyword' || part.type === 'TSUndefinedKeyword');

const elementOf = (type: TSESTree.TypeNode): TSESTree.TypeNode =>
  type.type === 'TSArrayType' ? type.elementType : type;

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
