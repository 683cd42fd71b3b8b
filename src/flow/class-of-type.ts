import type { TSESTree } from '@typescript-eslint/utils';
import type { ClassValue } from '../values/value.js';
import { entityName, MAX_ALIASES } from './type-arguments.js';
import type { TypeReference } from './type-reference.js';
import { declarationOf } from './types.js';
import type { World } from './world.js';

/**
 * The class of the project that a type is made of, through aliases, intersections and the types that
 * libraries wrap round it: `User & Document`, `HydratedDocument<User>`, `interface UserDocument extends User,
 * Document`.
 */
export function classOfType(world: World, { node, scope }: TypeReference, depth = 0): ClassValue | undefined {
  if (depth > MAX_ALIASES) return undefined;
  const inside = (nodes: readonly TSESTree.TypeNode[], at = scope): ClassValue | undefined =>
    firstOf(nodes, part => classOfType(world, { node: part, scope: at }, depth + 1));
  switch (node.type) {
    case 'TSIntersectionType':
    case 'TSUnionType':
      return inside(node.types);
    case 'TSTypeQuery':
      return node.exprName.type === 'TSImportType'
        ? undefined
        : classNamed(world, entityName(node.exprName), { node, scope });
    case 'TSTypeReference': {
      const name = entityName(node.typeName);
      const bound = scope.types.get(name);
      if (bound) return bound.node === node ? undefined : classOfType(world, bound, depth + 1);
      const known = classNamed(world, name, { node, scope });
      if (known) return known;
      const declared = declarationNamed(world, name, { node, scope });
      if (declared?.node.type === 'TSTypeAliasDeclaration')
        return inside([declared.node.typeAnnotation], declared.environment.scope);
      if (declared?.node.type === 'TSInterfaceDeclaration') {
        const { environment } = declared;
        return firstOf(declared.node.extends, ({ expression }) =>
          expression.type === 'Identifier'
            ? classNamed(world, expression.name, { node, scope: environment.scope })
            : undefined,
        );
      }
      return inside(node.typeArguments?.params ?? []);
    }
    default:
      return undefined;
  }
}

function classNamed(world: World, name: string, { scope }: TypeReference): ClassValue | undefined {
  const value = world.named(name, scope);
  return value?.kind === 'class' ? value : undefined;
}

function declarationNamed(
  world: World,
  name: string,
  { scope }: TypeReference,
): ReturnType<typeof declarationOf> {
  const { module } = scope;
  const own = module.types.get(name);
  if (own) return { node: own, environment: module };
  const imported = module.imports.get(name);
  const resolution = imported && world.project.resolve(imported.specifier, module.file);
  return resolution?.kind === 'file' && imported
    ? declarationOf(world, resolution.file, imported.name)
    : undefined;
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
