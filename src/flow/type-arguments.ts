import type { TSESTree } from '@typescript-eslint/utils';
import type { TypeArguments } from '../adapters/adapter.js';
import type { Value } from '../values/value.js';
import { Scope } from './scope.js';
import type { TypeReference } from './type-reference.js';
import type { World } from './world.js';

/** Types named through more other types than that are not followed. */
export const MAX_ALIASES = 8;

export function entityName(node: TSESTree.EntityName): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'ThisExpression') return 'this';
  return `${entityName(node.left)}.${node.right.name}`;
}

/** A scope in which the type parameters of a declaration are what it was given, or their defaults. */
export function bindTypes(
  parameters: TSESTree.TSTypeParameterDeclaration,
  given: readonly TSESTree.TypeNode[] | undefined,
  from: Scope,
  environment: Scope,
): Scope {
  const types = new Map(environment.types);
  parameters.params.forEach(({ name, default: fallback }, index) => {
    const node = given?.[index];
    if (node) types.set(name.name, { node, scope: from });
    else if (fallback) types.set(name.name, { node: fallback, scope: environment });
  });
  return new Scope(environment.module, environment, undefined, types);
}

/** Type parameters of the base class as `extends Base<User>` fills them in. */
export function superTypes(
  node: TSESTree.ClassDeclaration | TSESTree.ClassExpression,
  parent: Value,
  scope: Scope,
): Map<string, TypeReference> {
  const types = new Map<string, TypeReference>();
  if (parent.kind !== 'class') return types;
  parent.node.typeParameters?.params.forEach(({ name }, index) => {
    const given = node.superTypeArguments?.params[index];
    if (given) types.set(name.name, { node: given, scope });
  });
  return types;
}

/** `User` in `Model<User>` and in `ReturnModelType<typeof User>`. */
function nameOfType(node: TSESTree.TypeNode): string | undefined {
  if (node.type === 'TSTypeReference') return entityName(node.typeName);
  return node.type === 'TSTypeQuery' && node.exprName.type !== 'TSImportType'
    ? entityName(node.exprName)
    : undefined;
}

/** Type arguments as adapters see them. */
export function typeArguments(
  world: World,
  given: TSESTree.TSTypeParameterInstantiation | undefined,
  scope: Scope,
): TypeArguments {
  const follow = (index: number): TypeReference | undefined => {
    let current: TypeReference | undefined = given?.params[index] && { node: given.params[index], scope };
    for (let depth = 0; current?.node.type === 'TSTypeReference' && depth < MAX_ALIASES; depth++) {
      const bound: TypeReference | undefined = current.scope.types.get(entityName(current.node.typeName));
      if (!bound || bound.node === current.node) return current;
      current = bound;
    }
    return current;
  };
  const name = (index: number): string | undefined => {
    const type = follow(index);
    return type && nameOfType(type.node);
  };
  const valueOf = (index: number): Value | undefined => {
    const type = follow(index);
    const typeName = type && nameOfType(type.node);
    return typeName === undefined || !type ? undefined : world.named(typeName, type.scope);
  };
  return {
    count: given?.params.length ?? 0,
    name,
    value(index) {
      const value = valueOf(index);
      if (value && value.kind !== 'unknown') return value;
      const type = follow(index);
      return (type && world.classOf(type)) ?? value;
    },
    resource: index => {
      const type = follow(index);
      const typeName = type && nameOfType(type.node);
      if (typeName === undefined || !type) return undefined;
      const value = valueOf(index);
      return (value && world.resourceOf(value)) ?? (type.scope.types.has(typeName) ? undefined : typeName);
    },
  };
}
