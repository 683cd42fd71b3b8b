import type { Place } from '../../schema/table.js';
import type { ClassValue, Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { readAttributes, type Attributes } from './attributes.js';
import { decoratedAttributes } from './decorated.js';
import { isTrue, modelIn, option, textOf, type Definition, type Model } from './handles.js';

/** What is read of a model's declaration. */
export interface ModelFacts {
  /** Table, where it is given, else the model. */
  readonly name: string | undefined;
  readonly tableName: string | undefined;
  readonly attributes: Attributes;
  readonly keys: readonly string[];
  /** Optimistic locking: https://sequelize.org/docs/v6/other-topics/optimistic-locking/ */
  readonly isVersioned: boolean;
  /** Objects that give options, the strongest first. */
  readonly options: readonly Value[];
  readonly place: Place;
}

const ofClass = new WeakMap<ClassValue, ModelFacts>();
const ofHandle = new WeakMap<Handle, ModelFacts>();

export function factsOf(on: Handle, site: CallSite): ModelFacts {
  const model = modelIn(on);
  const known = (model.class && ofClass.get(model.class)) ?? ofHandle.get(on);
  if (known) return known;
  const facts = readFacts(model, site);
  ofHandle.set(on, facts);
  if (model.class) ofClass.set(model.class, facts);
  return facts;
}

function readFacts(model: Model, site: CallSite): ModelFacts {
  const definition = model.definition ?? (model.class && initialised(model.class, site));
  const place =
    definition?.place ??
    (model.class ? placeOfClass(model.class, site) : { file: site.file, line: site.line });
  const options = [
    ...(definition?.options ? [definition.options] : []),
    ...(model.class ? tableOptions(model.class, site) : []),
  ];
  const given = (name: string): Value | undefined =>
    options.map(value => option(value, name, site)).find(value => value !== undefined);
  const tableName =
    textOf(given('tableName')) ?? (isTrue(given('freezeTableName')) ? modelName(model, site) : undefined);
  const attributes = attributesOf(model, definition, place, site);
  const keys = attributes.list.filter(({ isPrimaryKey }) => isPrimaryKey).map(({ name }) => name);
  const version = given('version');
  return {
    name: tableName ?? textOf(given('modelName')) ?? modelName(model, site),
    tableName,
    attributes,
    keys: keys.length > 0 ? keys : ['id'],
    isVersioned: isTrue(version) || textOf(version) !== undefined,
    options,
    place,
  };
}

const modelName = (model: Model, site: CallSite): string | undefined =>
  model.name ?? (model.class && site.resourceOf(model.class));

/** `User.init(attributes, options)`, also as `this.init` or `super.init` in a static method. */
function initialised(value: ClassValue, site: CallSite): Definition | undefined {
  const found = site
    .callsOn(value, 'init')
    .find(([attributes, options]) => attributes?.kind === 'object' && options !== undefined);
  if (!found) return undefined;
  const [attributes, options] = found;
  const place = attributes && site.placeOf(attributes);
  return { attributes, options, place: place ?? placeOfClass(value, site) };
}

const placeOfClass = (value: ClassValue, site: CallSite): Place => {
  const { file, line } = site.factsOf(value);
  return { file, line };
};

/** `@Table({ ... })` of the class and of those it extends. */
const tableOptions = (value: ClassValue, site: CallSite): readonly Value[] =>
  site
    .classesOf(value)
    .flatMap(level => site.factsOf(level).decorators)
    .filter(({ name }) => name === 'Table')
    .flatMap(({ args }) => args.slice(0, 1));

function attributesOf(
  model: Model,
  definition: Definition | undefined,
  place: Place,
  site: CallSite,
): Attributes {
  const decorated = model.class ? decoratedAttributes(model.class, site) : { list: [], isOpen: false };
  if (!definition) return { list: decorated.list, isOpen: decorated.list.length === 0 };
  const defined = readAttributes(definition.attributes, place, site);
  return { list: [...decorated.list, ...defined.list], isOpen: defined.isOpen };
}
