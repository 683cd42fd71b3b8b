import { binary, constant, unknown } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';

export interface SetOptions {
  /** Only if the key is not there. */
  readonly exclusive: boolean;
  /** Only if the key is there. */
  readonly existing: boolean;
  /** Answers the value that was there. */
  readonly answersOld: boolean;
  /** In milliseconds. */
  readonly expiry: Value | undefined;
}

export const seconds = (value: Value): Value =>
  value.kind === 'constant' && typeof value.value === 'number'
    ? constant(value.value * 1000)
    : binary('*', value, constant(1000));

/**
 * What follows key and value in SET: `'PX', 500, 'NX'` (ioredis), `{ NX: true, PX: 500 }` (node-redis),
 * `{ condition: 'NX', expiration: { type: 'PX', value: 500 } }` (node-redis 5), `{ nx: true, px: 500 }` (Upstash).
 */
export function setOptions(options: readonly Value[], site: CallSite): SetOptions {
  const [first] = options;
  return first && first.kind !== 'constant' ? namedOptions(first, site) : positionalOptions(options);
}

function positionalOptions(options: readonly Value[]): SetOptions {
  const words = options.map(option =>
    option.kind === 'constant' && typeof option.value === 'string' ? option.value.toUpperCase() : '',
  );
  const after = (word: string): Value | undefined =>
    words.includes(word) ? options[words.indexOf(word) + 1] : undefined;
  const inSeconds = after('EX') ?? after('EXAT');
  // A word that cannot be read may be `PX`.
  const isOpen = options.some(option => option.kind !== 'constant');
  return {
    exclusive: words.includes('NX'),
    existing: words.includes('XX'),
    answersOld: words.includes('GET'),
    expiry: inSeconds ? seconds(inSeconds) : (after('PX') ?? after('PXAT') ?? (isOpen ? unknown : undefined)),
  };
}

function namedOptions(options: Value, site: CallSite): SetOptions {
  const option = (name: string): Value | undefined =>
    [name, name.toLowerCase()]
      .map(key => site.property(options, key))
      .find(value => value.kind !== 'unknown' && !isOff(value));
  const isOpen = ['EX', 'PX', 'ex', 'px', 'expiration'].some(name => site.property(options, name).kind === 'unknown');
  const condition = option('condition');
  const isSet = (name: string): boolean =>
    isOn(option(name)) || (condition?.kind === 'constant' && condition.value === name);
  const expiration = option('expiration');
  const type = expiration && site.property(expiration, 'type');
  const amount = expiration && site.property(expiration, 'value');
  const inSeconds =
    option('EX') ??
    option('EXAT') ??
    (type?.kind === 'constant' && /^EX/u.test(String(type.value)) ? amount : undefined);
  return {
    exclusive: isSet('NX'),
    existing: isSet('XX'),
    answersOld: isSet('GET'),
    expiry: inSeconds ? seconds(inSeconds) : (option('PX') ?? option('PXAT') ?? amount ?? (isOpen ? unknown : undefined)),
  };
}

const isOff = (value: Value): boolean =>
  value.kind === 'constant' && (value.value === undefined || value.value === null || value.value === false);

/** `options` passed on whole say nothing of `NX`. */
const isOn = (value: Value | undefined): boolean => value?.kind === 'constant' && value.value === true;
