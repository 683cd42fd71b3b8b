import type { SourceModule } from '../modules/source-module.js';
import type { SchemaChange } from '../schema/schema-change.js';
import type { ClassValue, FunctionValue, Value } from '../values/value.js';
import { methodsOf } from './classes.js';
import { startRun } from './interpreter.js';
import type { World } from './world.js';

/** What the `up` of a migration does to the schema: exported, in an exported object, or a method of a class. */
export function migrationChanges(world: World, source: SourceModule): readonly SchemaChange[] {
  const environment = world.adopted(source);
  const exported = ['up', 'default', ...environment.exportedNames()].flatMap(name => {
    const value = environment.exported(name);
    return value ? [value] : [];
  });
  const starts = new Map(exported.flatMap(value => upOf(world, value, source)).map(start => [start.node, start]));
  return [...starts.values()].flatMap(start => changesOf(world, start, source.file));
}

function upOf(world: World, value: Value, source: SourceModule): readonly FunctionValue[] {
  switch (value.kind) {
    case 'function':
      return isNamedUp(value, world, source) ? [value] : [];
    case 'object': {
      const up = value.entries.get('up');
      return up?.kind === 'function' ? [up] : [];
    }
    case 'class':
      return upMethod(world, value);
    default:
      return [];
  }
}

const isNamedUp = (value: FunctionValue, world: World, source: SourceModule): boolean => {
  const up = world.adopted(source).exported('up');
  return up?.kind === 'function' && up.node === value.node;
};

const upMethod = (world: World, value: ClassValue): readonly FunctionValue[] =>
  methodsOf(world, value)
    .filter(({ node }) => node.key.type === 'Identifier' && node.key.name === 'up')
    .map(({ method }) => method);

function changesOf(world: World, up: FunctionValue, file: string): readonly SchemaChange[] {
  const run = startRun(world, file);
  const args = argumentsOf(world, up, file);
  run.catching(() => run.settle(run.enter(up, args, up.node, 'callback'), up.node));
  return run.operations.flatMap(({ changes = [] }) => changes);
}

/** What the migration tool calls `up` with, where its parameters do not say it by their types. */
function argumentsOf(world: World, { node }: FunctionValue, file: string): readonly Value[] {
  const [first] = node.params;
  if (first?.type !== 'Identifier' || first.typeAnnotation) return [];
  const tool = world
    .adapters()
    .find(
      ({ migration, packages }) =>
        migration?.parameter.test(first.name) === true && world.project.dependsOn(file, packages),
    );
  return tool?.migration?.args ?? [];
}
