import { noColumns, type Columns } from '../../operations/operation.js';
import { member, result, undefinedValue } from '../../values/make.js';
import type { ClassValue, Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { modelIn, newModel, option, textOf } from './handles.js';
import { factsOf } from './model-facts.js';
import { read, whereOf } from './reads.js';
import { record } from './record.js';
import { insert } from './writes.js';

type AssociationKind = 'hasOne' | 'hasMany' | 'belongsTo' | 'belongsToMany';

export interface Association {
  readonly kind: AssociationKind;
  /** Name of the accessors' object: `posts` in `user.getPosts()`. */
  readonly alias: string | undefined;
  readonly target: Handle;
  readonly foreignKey: string;
  /** Table between, and its column of the other side. */
  readonly through: Handle | undefined;
}

const KINDS: readonly AssociationKind[] = ['hasOne', 'hasMany', 'belongsTo', 'belongsToMany'];

export interface AccessorCall {
  readonly row: Value;
  readonly name: string;
  readonly args: readonly Value[];
  readonly site: CallSite;
}

/**
 * `user.createPost(values)`, `user.getPosts()`, and sequelize-typescript's `user.$create('post', values)`.
 * https://sequelize.org/docs/v6/core-concepts/assocs/#special-methodsmixins-added-to-instances
 */
export function associationMethod(on: Handle, call: AccessorCall): Value | undefined {
  const asked = accessorOf(call.name, call.args);
  if (!asked) return undefined;
  const association = associationsOf(on, call.site).find(({ alias, target }) =>
    isCalled(asked.alias, alias ?? factsOf(target, call.site).name ?? ''),
  );
  return association && perform(on, association, { ...call, name: asked.verb, args: asked.args });
}

const ACCESSOR = /^(?<verb>get|count|has|create|add|set|remove)(?<alias>[A-Z]\w*)$/u;

function accessorOf(
  name: string,
  args: readonly Value[],
): { readonly verb: string; readonly alias: string; readonly args: readonly Value[] } | undefined {
  const [first, ...more] = args;
  if (name.startsWith('$')) {
    const alias = textOf(first);
    return alias === undefined ? undefined : { verb: name.slice(1), alias, args: more };
  }
  const groups = ACCESSOR.exec(name)?.groups;
  return groups ? { verb: groups['verb'] ?? '', alias: groups['alias'] ?? '', args } : undefined;
}

/** `createPost` belongs to `posts`. */
const isCalled = (asked: string, alias: string): boolean => stem(asked) === stem(alias);
const stem = (name: string): string =>
  name
    .toLowerCase()
    .replace(/ies$/u, 'y')
    .replace(/(?<=[sxz]|[cs]h)es$|s$/u, '');

function perform(
  on: Handle,
  { kind, target, foreignKey, through }: Association,
  call: AccessorCall,
): Value | undefined {
  const { row, name, args, site } = call;
  const [first, second] = args;
  const own = member(row, factsOf(on, site).keys[0] ?? 'id');
  const by = (column: string, value: Value): Columns => ({
    ...noColumns,
    entries: new Map([[column, value]]),
  });
  if (kind === 'belongsToMany') return throughOther({ through, foreignKey, target }, own, call);
  if (kind === 'belongsTo') {
    const [key = 'id'] = factsOf(target, site).keys;
    if (name === 'get') return result(read(target, by(key, member(row, foreignKey)), first, site), 'row');
    if (name !== 'create' && name !== 'set') return undefined;
    const other = name === 'create' ? insert(target, first, second, site) : (first ?? undefinedValue);
    const filter = by(factsOf(on, site).keys[0] ?? 'id', own);
    record(on, 'update', second, site, { filter, columns: by(foreignKey, site.property(other, key)) });
    return other;
  }
  const filter = {
    ...whereOf(first, site),
    entries: new Map([...whereOf(first, site).entries, [foreignKey, own] as const]),
  };
  switch (name) {
    case 'get':
      return result(read(target, filter, first, site), kind === 'hasOne' ? 'row' : 'rows');
    case 'count':
      return result(read(target, filter, first, site), 'count');
    case 'has':
      return result(read(target, by(foreignKey, own), second, site), 'exists');
    case 'create':
      return insert(target, withKey(first, foreignKey, own), second, site);
    case 'add':
    case 'set':
    case 'remove': {
      const [key = 'id'] = factsOf(target, site).keys;
      const columns = by(foreignKey, name === 'remove' ? { kind: 'constant', value: null } : own);
      const isOne = first !== undefined && first.kind !== 'array';
      record(target, 'update', second, site, {
        columns,
        filter: isOne ? by(key, site.property(first, key)) : { ...noColumns, compared: new Set([key]) },
      });
      return undefinedValue;
    }
    default:
      return undefined;
  }
}

const withKey = (fields: Value | undefined, column: string, value: Value): Value => ({
  kind: 'object',
  entries: new Map([[column, value]]),
  spreads: fields ? [fields] : [],
  open: false,
});

/**
 * The table between has a primary key over both columns, so that a second row is refused; `add` looks for
 * rows first and inserts what is missing.
 */
function throughOther(
  { through, foreignKey, target }: Pick<Association, 'through' | 'foreignKey' | 'target'>,
  own: Value,
  { name, args, site }: AccessorCall,
): Value | undefined {
  const [first, second] = args;
  const on = through ?? newModel({});
  const link = { ...noColumns, entries: new Map([[foreignKey, own]]) };
  switch (name) {
    case 'get':
      return result(read(target, whereOf(first, site), first, site), 'rows');
    case 'count':
      return result(read(on, link, first, site), 'count');
    case 'has':
      return result(read(on, { ...link, compared: new Set(['*']) }, second, site), 'exists');
    case 'create': {
      const made = insert(target, first, second, site);
      record(on, 'insert', second, site, { columns: link });
      return made;
    }
    case 'add':
      record(on, 'upsert', second, site, { filter: link, columns: link, onConflict: 'ignored' });
      return undefinedValue;
    case 'remove':
      record(on, 'delete', second, site, { filter: { ...link, compared: new Set(['*']) } });
      return undefinedValue;
    default:
      return undefined;
  }
}

const ofModel = new WeakMap<ClassValue, readonly Association[]>();

function associationsOf(on: Handle, site: CallSite): readonly Association[] {
  const { class: value } = modelIn(on);
  if (!value) return [];
  const known = ofModel.get(value);
  if (known) return known;
  const found = [...decorated(on, value, site), ...called(on, value, site)];
  ofModel.set(value, found);
  return found;
}

/** `User.hasMany(Post, { as: 'posts', foreignKey: 'userId' })` */
const called = (on: Handle, value: ClassValue, site: CallSite): readonly Association[] =>
  KINDS.flatMap(kind =>
    site.callsOn(value, kind).flatMap(([target, options]): readonly Association[] => {
      const model = modelOf(target);
      return model
        ? [newAssociation(on, kind, model, { alias: textOf(option(options, 'as', site)), options }, site)]
        : [];
    }),
  );

/** `@HasMany(() => Post, 'userId') posts: Post[]` */
function decorated(on: Handle, value: ClassValue, site: CallSite): readonly Association[] {
  return site.classesOf(value).flatMap(level =>
    site.factsOf(level).members.flatMap(({ name, decorators }) =>
      decorators.flatMap(({ name: decorator, args: [target, ...more] }): readonly Association[] => {
        const kind = KINDS.find(candidate => candidate.toLowerCase() === decorator.toLowerCase());
        const model = kind && modelOf(targetOf(target, site));
        const through = kind === 'belongsToMany' ? modelOf(targetOf(more.shift(), site)) : undefined;
        return kind && model
          ? [{ ...newAssociation(on, kind, model, { alias: name, options: more[0] }, site), through }]
          : [];
      }),
    ),
  );
}

/** What `() => Post` gives. */
const targetOf = (target: Value | undefined, site: CallSite): Value | undefined =>
  target?.kind === 'function' ? site.run(target, []) : target;

function modelOf(value: Value | undefined): Handle | undefined {
  if (value?.kind === 'class') return newModel({ class: value });
  return value?.kind === 'handle' && value.type === 'model' ? value : undefined;
}

function newAssociation(
  on: Handle,
  kind: AssociationKind,
  target: Handle,
  { alias, options }: { readonly alias: string | undefined; readonly options: Value | undefined },
  site: CallSite,
): Association {
  const given =
    textOf(options) ??
    textOf(option(options, 'foreignKey', site)) ??
    textOf(option(option(options, 'foreignKey', site), 'name', site));
  const owner = kind === 'belongsTo' ? (alias ?? nameOfModel(target, site)) : nameOfModel(on, site);
  const through = modelOf(option(options, 'through', site));
  return {
    kind,
    alias,
    target,
    foreignKey: given ?? `${owner.charAt(0).toLowerCase()}${owner.slice(1)}Id`,
    through,
  };
}

const nameOfModel = (on: Handle, site: CallSite): string =>
  modelIn(on).class?.name ?? modelIn(on).name ?? factsOf(on, site).name ?? '';
