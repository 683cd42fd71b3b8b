import { binary, choice, constant, handle, nullValue, object, undefinedValue } from '../values/make.js';
import type { Handle, Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';

/**
 * Option and TaskOption are `Some | None`, Either and TaskEither `Right | Left`; the lazy forms count as what
 * they compute.
 */
interface Family {
  readonly good: string;
  readonly field: string;
  readonly bad: string;
  readonly badField: string | undefined;
}
const OPTION: Family = { good: 'Some', field: 'value', bad: 'None', badField: undefined };
const EITHER: Family = { good: 'Right', field: 'right', bad: 'Left', badField: 'left' };

const familyOf = (module: string): Family => (/option/iu.test(module) ? OPTION : EITHER);

interface Name {
  readonly module: string;
  readonly name: string;
}
interface Step extends Name {
  readonly args: readonly Value[];
}

/**
 * fp-ts values through which absence travels, and the functions that test and change them.
 * https://gcanti.github.io/fp-ts/modules/
 */
export const fpTs: Adapter = {
  name: 'fp-ts',
  packages: ['fp-ts'],
  exported: (name, specifier) => named({ module: specifier.split('/').at(-1) ?? '', name }),
  member: ({ data }, name) => named({ module: (data as Name).name, name }),
  invoke: ({ type, data }, args, site) =>
    type === 'step' ? applyStep(data as Step, args[0], site) : call(data as Name, args, site),
  method: ({ data }, name, args, site) => call({ module: (data as Name).name, name }, args, site),
};

function named({ module, name }: Name): Value {
  return name === 'none' ? bad(OPTION) : handle('fp-ts', 'function', { module, name } satisfies Name);
}

const good = ({ good: tag, field }: Family, value: Value): Value =>
  object([
    ['_tag', constant(tag)],
    [field, value],
  ]);
const bad = ({ bad: tag, badField }: Family, value: Value = undefinedValue): Value =>
  object(badField ? [['_tag', constant(tag)], [badField, value]] : [['_tag', constant(tag)]]);

const hasTag = (value: Value, tag: string, site: CallSite): Value =>
  binary('===', site.property(value, '_tag'), constant(tag));

function call({ module, name }: Name, args: readonly Value[], site: CallSite): Value | undefined {
  const [first] = args;
  const family = familyOf(module);
  if (!first) return name === 'Do' ? good(family, object([])) : undefined;
  switch (name) {
    case 'pipe':
      return args.slice(1).reduce((value, step) => run(step, value, site), forced(first, site));
    case 'flow':
      return handle('fp-ts', 'step', { module, name, args } satisfies Step);
    case 'isNone':
      return hasTag(first, 'None', site);
    case 'isSome':
      return hasTag(first, 'Some', site);
    case 'isLeft':
      return hasTag(first, 'Left', site);
    case 'isRight':
      return hasTag(first, 'Right', site);
    case 'some':
      return good(OPTION, first);
    case 'right':
      return good(EITHER, first);
    case 'left':
      return bad(EITHER, first);
    case 'of':
      return /^(?:Task|IO|Array|Reader)$/u.test(module) ? first : good(family, first);
    case 'fromTask':
    case 'fromIO':
      return module === 'Task' ? forced(first, site) : good(family, forced(first, site));
    case 'fromNullable':
      return family === OPTION
        ? fromNullable(OPTION, first, undefinedValue, site)
        : handle('fp-ts', 'step', { module, name, args } satisfies Step);
    case 'toNullable':
    case 'toUndefined':
      return applyStep({ module, name, args: [] }, first, site);
    case 'tryCatch': {
      const { value, thrown } = site.attempt(first, []);
      return choice(thrown, bad(family), good(family, value));
    }
    default:
      return handle('fp-ts', 'step', { module, name, args } satisfies Step);
  }
}

/** A lazy computation stands for what it computes. */
const forced = (value: Value, site: CallSite): Value =>
  site.settle(value.kind === 'function' ? site.run(value, []) : value);

function run(step: Value, value: Value, site: CallSite): Value {
  if (isStep(step)) return applyStep(step.data as Step, value, site) ?? value;
  return forced(site.run(step, [value]), site);
}

const isStep = (value: Value): value is Handle =>
  value.kind === 'handle' && value.adapter === 'fp-ts' && value.type === 'step';

function fromNullable(family: Family, value: Value, otherwise: Value, site: CallSite): Value {
  const isMissing = binary('==', value, nullValue);
  return site.branch(isMissing, () => bad(family, otherwise), () => good(family, value));
}

function applyStep(
  { module, name, args }: Step,
  value: Value | undefined,
  site: CallSite,
): Value | undefined {
  if (!value) return undefined;
  const family = familyOf(module);
  const [first, second] = args;
  const isGood = hasTag(value, family.good, site);
  const inner = (): Value => site.property(value, family.field);
  const wrong = (): readonly Value[] => (family.badField ? [site.property(value, family.badField)] : []);
  const use = (callback: Value | undefined, ...given: readonly Value[]): Value =>
    callback ? run2(callback, given, site) : value;
  switch (name.replace(/W$/u, '')) {
    case 'flow':
      return args.reduce((current, step) => run(step, current, site), value);
    case 'map':
      return module === 'Task' || module === 'Array'
        ? use(first, value)
        : site.branch(
            isGood,
            () => good(family, use(first, inner())),
            () => value,
          );
    case 'chain':
    case 'flatMap':
    case 'bind':
    case 'chainTaskK':
    case 'chainEitherK':
    case 'chainOptionK':
      return module === 'Task'
        ? use(first, value)
        : site.branch(
            isGood,
            () => use(first, inner()),
            () => value,
          );
    case 'chainFirst':
    case 'tap':
    case 'chainFirstTaskK':
      site.branch(isGood, () => use(first, inner()), () => value);
      return value;
    case 'match':
    case 'matchE':
    case 'fold':
      return site.branch(isGood, () => use(second, inner()), () => use(first, ...wrong()));
    case 'getOrElse':
      return site.branch(isGood, inner, () => use(first, ...wrong()));
    case 'orElse':
    case 'alt':
      return site.branch(isGood, () => value, () => use(first, ...wrong()));
    case 'toNullable':
    case 'toUndefined':
      return site.branch(isGood, inner, () => nullValue);
    case 'fromNullable':
      return fromNullable(family, value, first ?? undefinedValue, site);
    case 'fromOption':
      return site.branch(
        hasTag(value, 'Some', site),
        () => good(family, site.property(value, 'value')),
        () => bad(family, use(first)),
      );
    case 'fromPredicate':
    case 'filter':
    case 'filterOrElse': {
      const subject = name.startsWith('fromPredicate') ? value : inner();
      const passes = use(first, subject);
      return site.branch(
        passes,
        () => good(family, subject),
        () => bad(family, second ? use(second, subject) : undefinedValue),
      );
    }
    default:
      return value;
  }
}

const run2 = (callback: Value, args: readonly Value[], site: CallSite): Value =>
  isStep(callback)
    ? (applyStep(callback.data as Step, args[0], site) ?? callback)
    : forced(site.run(callback, args), site);
