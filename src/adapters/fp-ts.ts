import { and, binary, choice, constant, handle, member, not, object, undefinedValue, unknown } from '../values/make.js';
import type { Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';

const tagged = (tag: string, field?: string, value?: Value): Value =>
  object(field && value ? [['_tag', constant(tag)], [field, value]] : [['_tag', constant(tag)]]);

const hasTag = (value: Value, tag: string, site: CallSite): Value => binary('===', site.property(value, '_tag'), constant(tag));

/** fp-ts values through which absence travels: Option, Either, TaskEither and `pipe`. https://gcanti.github.io/fp-ts/modules/ */
export const fpTs: Adapter = {
  name: 'fp-ts',
  packages: ['fp-ts'],

  exported: (name, specifier) => handle('fp-ts', 'function', { module: moduleOf(specifier), name }),

  member(target, name) {
    const { module, name: outer } = target.data as { module: string; name: string };
    if (name === 'none' && (module === 'Option' || outer === 'option')) return tagged('None');
    return handle('fp-ts', 'function', { module: module || outer, name });
  },

  invoke(callee, args, site) {
    const { module, name } = callee.data as { module: string; name: string };
    return evaluateFunction(module, name, args, site);
  },

  method(target, name, args, site) {
    const { module, name: outer } = target.data as { module: string; name: string };
    return evaluateFunction(module || outer, name, args, site);
  },
};

const moduleOf = (specifier: string): string => specifier.split('/').at(-1) ?? '';

function evaluateFunction(module: string, name: string, args: readonly Value[], site: CallSite): Value | undefined {
  const [first, second] = args;
  if (!first) return name === 'of' ? tagged('Right', 'right', undefinedValue) : undefined;
  switch (name) {
    case 'pipe':
      return args.slice(1).reduce((value, step) => site.run(step, [value]), first);
    case 'flow':
      return undefined;
    case 'isNone':
      return hasTag(first, 'None', site);
    case 'isSome':
      return hasTag(first, 'Some', site);
    case 'isLeft':
      return hasTag(first, 'Left', site);
    case 'isRight':
      return hasTag(first, 'Right', site);
    case 'some':
      return tagged('Some', 'value', first);
    case 'left':
      return lazily(module, tagged('Left', 'left', first));
    case 'right':
      return lazily(module, tagged('Right', 'right', first));
    case 'of':
      return module === 'Option' ? tagged('Some', 'value', first) : lazily(module, tagged('Right', 'right', first));
    case 'fromNullable':
      return fromNullable(module, first, site);
    case 'tryCatch':
      return first.kind === 'function' ? lazily(module, tagged('Right', 'right', site.settle(site.run(first, [])))) : undefined;
    default:
      return second === undefined && first.kind === 'function' ? handle('fp-ts', 'step', { name, callback: first }) : undefined;
  }
}

/** A TaskEither is a function; calling and awaiting it are transparent here, so it is its result. */
const lazily = (_module: string, value: Value): Value => value;

function fromNullable(module: string, value: Value, site: CallSite): Value {
  if (module !== 'Option') return handle('fp-ts', 'step', { name: 'fromNullable', callback: value });
  return choice(and(not(isNull(value)), constant(true)), tagged('Some', 'value', value), site.property(tagged('None'), '') === unknown ? unknown : tagged('None'));
}

const isNull = (value: Value): Value => binary('==', value, constant(null));
export const valueOf = (value: Value): Value => member(value, 'value');
