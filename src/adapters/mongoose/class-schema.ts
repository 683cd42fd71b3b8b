import type { Place } from '../../schema/table.js';
import { object } from '../../values/make.js';
import type { ClassValue, Value } from '../../values/value.js';
import type { CallSite, ClassFacts, DecoratorUse, MemberFacts } from '../adapter.js';
import { readOptions } from '../options.js';
import type { Change, Schema } from './schema.js';
import type { PathDefinition } from './schema-reading.js';

const NEST = '@nestjs/mongoose';
const ours = (list: readonly DecoratorUse[], name: RegExp): readonly DecoratorUse[] =>
  list.filter(use => name.test(use.name) && (use.from === NEST || use.from === '@typegoose/typegoose'));

/**
 * The schema that the decorators of a class describe. NestJS takes in base classes that have `@Schema`
 * themselves, Typegoose all.
 * https://docs.nestjs.com/techniques/mongodb, https://typegoose.github.io/typegoose/docs/api/decorators/prop
 */
export function schemaOfClass(value: ClassValue, site: CallSite): Schema | undefined {
  const levels = levelsOf(value, site);
  const [own] = levels;
  if (!own) return undefined;
  const options = ours(own.decorators, /^(?:Schema|[mM]odelOptions)$/u).map(({ name, args: [given] }) =>
    name === 'Schema' ? given : given && readOptions(given).entries.get('schemaOptions'),
  );
  return {
    versioned: false,
    definition: undefined,
    options: options.find(given => given !== undefined),
    class: value,
    place: { file: own.file, line: own.line },
    changes: levels.flatMap(facts => [...changesOf(facts)]),
  };
}

/** The classes that count, the most derived first. */
function levelsOf(value: ClassValue, site: CallSite): readonly ClassFacts[] {
  const levels = site.classesOf(value).map(level => site.factsOf(level));
  const [own] = levels;
  const isNest = own && ours(own.decorators, /^Schema$/u).length > 0;
  if (isNest) return levels.filter(({ decorators }) => ours(decorators, /^Schema$/u).length > 0);
  const isTypegoose = levels.some(({ members, decorators }) =>
    [decorators, ...members.map(member => member.decorators)].some(list =>
      ours(list, /^(?:[pP]rop|[iI]ndex|[mM]odelOptions)$/u).some(({ from }) => from !== NEST),
    ),
  );
  return isTypegoose ? levels : [];
}

function* changesOf({ file, decorators }: ClassFacts): Iterable<Change> {
  for (const { name, args, line } of ours(decorators, /^(?:[iI]ndex|[pP]lugin|Plugins)$/u)) {
    const [first, options] = args;
    if (/^index$/iu.test(name)) yield { kind: 'index', fields: first, options, place: { file, line } };
    else if (first) yield { kind: 'plugin', plugin: first, options, isDone: false };
  }
}

/** The paths that the class and its bases declare; those of a derived class count. */
export function classDefinitions(value: ClassValue, site: CallSite): readonly PathDefinition[] {
  const paths = new Map<string, PathDefinition>();
  for (const { file, members } of [...levelsOf(value, site)].reverse())
    for (const member of members)
      for (const use of ours(member.decorators, /^[pP]rop$/u))
        paths.set(member.name, definitionOf(member, use, { file, line: use.line }));
  return [...paths.values()];
}

/**
 * `@Prop({ unique: true })`, `@Prop([String])`, `@Prop(raw({ ... }))`, `@prop()`; the field's type is the
 * path's.
 */
function definitionOf(member: MemberFacts, { args: [first] }: DecoratorUse, place: Place): PathDefinition {
  const given = first?.kind === 'call' && first.callee === 'raw' ? first.args[0] : first;
  if (given !== first && given) return { name: member.name, value: given, place };
  const declared = member.type === undefined ? undefined : member.class();
  const type: Value = declared ?? { kind: 'parameter', name: member.type ?? 'Mixed' };
  if (!given) return { name: member.name, value: object([['type', type]]), place };
  if (given.kind !== 'object' || given.entries.has('type')) return { name: member.name, value: given, place };
  return { name: member.name, value: object([['type', type]], [given]), place };
}
