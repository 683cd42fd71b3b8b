import type { TSESTree } from '@typescript-eslint/utils';
import type { Place } from '../../schema/table.js';
import type { ClassValue, Value } from '../../values/value.js';
import type { CallSite, TypeArguments } from '../adapter.js';

/** An entity as the code names it: by its class, or by a string or an `EntitySchema`. */
export interface Entity {
  readonly name: string | undefined;
  readonly class: ClassValue | undefined;
  /** Of an `EntitySchema`. */
  readonly schema?: Schema;
}

/** Options of an `EntitySchema`, and where it is made. */
export interface Schema {
  readonly options: Value;
  readonly place: Place;
}

export const unknownEntity: Entity = { name: undefined, class: undefined };

export const tableOf = (entity: Entity, site: CallSite): string | undefined =>
  entity.name ?? (entity.class && site.resourceOf(entity.class));

/** `undefined` where the value names no entity. */
export function entityOf(value: Value | undefined): Entity | undefined {
  switch (value?.kind) {
    case 'class':
      return { name: undefined, class: value };
    case 'constant':
      return typeof value.value === 'string' ? { name: value.value, class: undefined } : undefined;
    case 'handle':
      return value.type === 'entity-schema' ? (value.data as Entity) : undefined;
    case 'choice':
      return entityOf(value.whenTrue) ?? entityOf(value.whenFalse);
    case 'parameter':
    case 'member':
      return unknownEntity;
    default:
      return undefined;
  }
}

/** `Repository<User>`. */
export function entityOfType(types: TypeArguments): Entity {
  const value = types.value(0);
  return value?.kind === 'class'
    ? { name: undefined, class: value }
    : { name: types.resource(0), class: undefined };
}

/** `new EntitySchema({ name, tableName, target })`. */
export function entityOfSchema(options: Value | undefined, site: CallSite): Entity {
  const part = (name: string): Value | undefined => (options ? site.property(options, name) : undefined);
  const target = entityOf(part('target'));
  const name = [part('tableName'), part('name')].find(
    value => value?.kind === 'constant' && typeof value.value === 'string',
  );
  return {
    name: name?.kind === 'constant' ? String(name.value) : target?.name,
    class: target?.class,
    ...(options && { schema: { options, place: { file: site.file, line: site.line } } }),
  };
}

export interface PrimaryKey {
  readonly names: readonly string[];
  /** The database or the library makes its value. */
  readonly isGenerated: boolean;
}

const DECLARED = /^(?:PrimaryColumn|PrimaryGeneratedColumn|ObjectIdColumn)$/u;

/** Primary key of an entity as its decorators say; `id` (MongoDB: `_id`) where its class cannot be read. */
export function primaryKey(entity: Entity, site: CallSite): PrimaryKey {
  const found = (entity.class ? site.classesOf(entity.class) : []).flatMap(({ node }) =>
    node.body.body.flatMap(declaredKey),
  );
  if (found.length === 0) return { names: ['id', '_id'], isGenerated: true };
  return { names: found.map(({ name }) => name), isGenerated: found.some(({ isGenerated }) => isGenerated) };
}

const RELATIONS = /^(?:ManyToOne|OneToOne)$/u;

/** Properties of an entity that hold a row of another table, whose key is stored. */
export function relationsOf(entity: Entity, site: CallSite): ReadonlySet<string> {
  const levels = entity.class ? site.classesOf(entity.class) : [];
  return new Set(
    levels.flatMap(({ node }) => node.body.body.flatMap(part => (isRelation(part) ? [part.key.name] : []))),
  );
}

const isRelation = (
  part: TSESTree.ClassElement,
): part is TSESTree.PropertyDefinition & { key: TSESTree.Identifier } =>
  part.type === 'PropertyDefinition' &&
  part.key.type === 'Identifier' &&
  part.decorators.some(decorator => RELATIONS.test(decoratorOf(decorator).name));

function declaredKey(part: TSESTree.ClassElement): readonly { name: string; isGenerated: boolean }[] {
  if (part.type !== 'PropertyDefinition' || part.key.type !== 'Identifier') return [];
  const decorators = part.decorators
    .map(decoratorOf)
    .filter(({ name }) => DECLARED.test(name) || name === 'Generated');
  if (!decorators.some(({ name }) => DECLARED.test(name))) return [];
  return [
    {
      name: part.key.name,
      isGenerated: decorators.some(({ name, text }) => name !== 'PrimaryColumn' || /generated/u.test(text)),
    },
  ];
}

/** Name of a decorator, with the names of the options it is given. */
function decoratorOf({ expression }: TSESTree.Decorator): { name: string; text: string } {
  if (expression.type !== 'CallExpression' || expression.callee.type !== 'Identifier')
    return { name: '', text: '' };
  const options = expression.arguments.flatMap(argument =>
    argument.type === 'ObjectExpression' ? argument.properties : [],
  );
  const names = options.map(part =>
    part.type === 'Property' && part.key.type === 'Identifier' ? part.key.name : '',
  );
  return { name: expression.callee.name, text: names.join(' ') };
}
