import type { TSESTree } from '@typescript-eslint/utils';
import type { TypeArguments } from '../adapters/adapter.js';
import type { Value } from '../values/value.js';
import { makeClass } from './declarations.js';
import type { ModuleEnvironment } from './module-environment.js';
import type { Scope } from './scope.js';
import { bindTypes, entityName, MAX_ALIASES, typeArguments } from './type-arguments.js';
import type { TypeReference } from './type-reference.js';
import type { World } from './world.js';

const TRANSPARENT = new Set([
  'Promise', 'Readonly', 'Partial', 'Required', 'Omit', 'Pick', 'NonNullable', 'Awaited',
]);
const DERIVED = new Set(['Parameters', 'ReturnType', 'InstanceType']);

/**
 * What something of a declared type is: a library's handle, an instance of a class of the project, or not
 * known.
 */
export function typedValue(world: World, type: TypeReference, depth = 0): Value | undefined {
  const { node, scope } = type;
  if (depth > MAX_ALIASES) return undefined;
  const again = (next: TSESTree.TypeNode, inside = scope): Value | undefined =>
    typedValue(world, { node: next, scope: inside }, depth + 1);
  switch (node.type) {
    case 'TSTypeReference': {
      const name = entityName(node.typeName);
      const first = node.typeArguments?.params[0];
      if (TRANSPARENT.has(name) && first) return again(first);
      if (DERIVED.has(name) && first) return queried(world, first, scope);
      const bound = scope.types.get(name);
      if (bound) return bound.node === node ? undefined : typedValue(world, bound, depth + 1);
      return named(world, name, typeArguments(world, node.typeArguments, scope), type, depth);
    }
    case 'TSUnionType':
    case 'TSIntersectionType':
      // `Knex | Knex.Transaction`: it may be the caller's transaction.
      return first(
        [...node.types].sort((a, b) => Number(isTransaction(b)) - Number(isTransaction(a))),
        part => again(part),
      );
    case 'TSTypeQuery':
      return node.exprName.type === 'TSImportType'
        ? undefined
        : world.named(entityName(node.exprName), scope);
    case 'TSIndexedAccessType':
      return queried(world, node.objectType, scope);
    default:
      return undefined;
  }
}

const isTransaction = (node: TSESTree.TypeNode): boolean =>
  node.type === 'TSTypeReference' && /Transaction/u.test(entityName(node.typeName));

const first = <T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined => {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return undefined;
};

/**
 * `Parameters<Parameters<typeof db.transaction>[0]>[0]` is a `db`; `ReturnType<typeof connect>` what
 * `connect()` gives.
 */
function queried(world: World, node: TSESTree.TypeNode, scope: Scope): Value | undefined {
  if (node.type === 'TSIndexedAccessType') return queried(world, node.objectType, scope);
  if (node.type === 'TSTypeReference') {
    const argument = node.typeArguments?.params[0];
    return argument && queried(world, argument, scope);
  }
  if (node.type !== 'TSTypeQuery' || node.exprName.type === 'TSImportType') return undefined;
  const name = entityName(node.exprName);
  const owner = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : name;
  return world.named(owner, scope);
}

function named(
  world: World,
  name: string,
  types: TypeArguments,
  type: TypeReference,
  depth: number,
): Value | undefined {
  const [head = '', ...rest] = name.split('.');
  const { module } = type.scope;
  const imported = module.imports.get(head);
  if (imported) {
    const resolution = world.project.resolve(imported.specifier, module.file);
    const asked = [imported.name === '*' || imported.name === 'default' ? head : imported.name, ...rest].join(
      '.',
    );
    if (resolution.kind === 'file') {
      const target = declarationOf(
        world,
        resolution.file,
        imported.name === 'default' ? 'default' : ([imported.name, ...rest].at(-1) ?? head),
      );
      return target && declared(world, target, types, type, depth);
    }
    return first(world.adaptersFor(imported.specifier, resolution), adapter =>
      adapter.typed?.(imported.name === '*' ? rest.join('.') : asked, types),
    );
  }
  const own = module.types.get(head);
  return own && declared(world, { node: own, environment: module }, types, type, depth);
}

interface Declaration {
  readonly node: TSESTree.Node;
  readonly environment: ModuleEnvironment;
}

/** The declaration behind an exported type name, through re-exports. */
export function declarationOf(world: World, file: string, name: string, depth = 0): Declaration | undefined {
  const environment = depth > MAX_ALIASES ? undefined : world.environment(file);
  if (!environment) return undefined;
  const own = name === 'default' ? defaultType(environment) : environment.types.get(name);
  if (own) return { node: own, environment };
  const { body } = environment.source.ast;
  for (const statement of body) {
    if (
      statement.type === 'ExportAllDeclaration' ||
      (statement.type === 'ExportNamedDeclaration' && statement.source)
    ) {
      const next = reExported(statement, name);
      const resolution =
        next !== undefined && statement.source
          ? world.project.resolve(statement.source.value, file)
          : undefined;
      const found =
        resolution?.kind === 'file' && next !== undefined
          ? declarationOf(world, resolution.file, next, depth + 1)
          : undefined;
      if (found) return found;
    }
  }
  const imported = environment.imports.get(name);
  const resolution = imported && world.project.resolve(imported.specifier, file);
  return resolution?.kind === 'file'
    ? declarationOf(world, resolution.file, imported?.name ?? name, depth + 1)
    : undefined;
}

function defaultType({ source }: ModuleEnvironment): TSESTree.Node | undefined {
  const statement = source.ast.body.find((node: TSESTree.Node) => node.type === 'ExportDefaultDeclaration');
  return statement?.type === 'ExportDefaultDeclaration' ? statement.declaration : undefined;
}

function reExported(
  statement: TSESTree.ExportAllDeclaration | TSESTree.ExportNamedDeclaration,
  name: string,
): string | undefined {
  if (statement.type === 'ExportAllDeclaration') return name;
  const part = statement.specifiers.find(
    ({ exported }) => (exported.type === 'Identifier' ? exported.name : exported.value) === name,
  );
  return part && (part.local.type === 'Identifier' ? part.local.name : part.local.value);
}

function declared(
  world: World,
  { node, environment }: Declaration,
  types: TypeArguments,
  type: TypeReference,
  depth: number,
): Value | undefined {
  const given = 'typeArguments' in type.node ? type.node.typeArguments?.params : undefined;
  const inside =
    'typeParameters' in node && node.typeParameters
      ? bindTypes(node.typeParameters, given, type.scope, environment.scope)
      : environment.scope;
  switch (node.type) {
    case 'ClassDeclaration':
    case 'ClassExpression': {
      const name = node.id?.name ?? '';
      const implementation = node.abstract ? world.implementation(name, type.scope.module.file) : undefined;
      return implementation ?? world.instance(makeClassOnce(node, inside));
    }
    case 'TSTypeAliasDeclaration':
      return typedValue(world, { node: node.typeAnnotation, scope: inside }, depth + 1);
    case 'TSInterfaceDeclaration': {
      const base = first(node.extends, ({ expression, typeArguments: given }) =>
        expression.type === 'Identifier'
          ? named(
              world,
              expression.name,
              typeArguments(world, given, inside),
              { node: type.node, scope: inside },
              depth + 1,
            )
          : undefined,
      );
      return world.implementation(node.id.name, type.scope.module.file) ?? base;
    }
    default:
      return void types;
  }
}

const classes = new WeakMap<TSESTree.Node, ReturnType<typeof makeClass>>();

function makeClassOnce(
  node: TSESTree.ClassDeclaration | TSESTree.ClassExpression,
  scope: Scope,
): ReturnType<typeof makeClass> {
  if (scope.parent) return makeClass(node, scope);
  const value = classes.get(node) ?? makeClass(node, scope);
  classes.set(node, value);
  return value;
}
