import { noColumns, type Operation } from '../operations/operation.js';
import { array, call, handle, undefinedValue, unknown } from '../values/make.js';
import type { Handle, Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';
import { keyName } from './redis/key.js';

interface Lock {
  readonly subject: Value;
}

/**
 * Redlock: `acquire` (`lock` before version 5) throws when the lock cannot be had; `using` holds it while its
 * callback runs and renews it, so that its duration is no bound. https://github.com/mike-marcacci/node-redlock
 */
export const redlock: Adapter = {
  name: 'redlock',
  packages: ['redlock', '@sesamecare-oss/redlock', 'redlock-universal'],
  client: 'Redlock',

  exported: name => (/^(?:default|Redlock)$/u.test(name) ? handle('redlock', 'class', { name }) : undefined),
  typed(name) {
    if (/(?:^|\.)(?:Redlock|default)$/u.test(name)) return handle('redlock', 'redlock');
    return /(?:^|\.)Lock$/u.test(name)
      ? handle('redlock', 'lock', { subject: unknown } satisfies Lock)
      : undefined;
  },
  construct: callee => (callee.type === 'lock' ? undefined : handle('redlock', 'redlock')),

  method(target, name, args, site) {
    if (target.type === 'lock') return lockMethod(target, name, site);
    const [keys, duration] = args;
    switch (name) {
      case 'acquire':
      case 'lock':
        return (
          keys &&
          handle('redlock', 'lock', {
            subject: record(site, 'lock', keys, duration).subject ?? unknown,
          } satisfies Lock)
        );
      case 'using':
      case 'withLock':
        return using(args, site);
      case 'release':
      case 'unlock':
        return keys?.kind === 'handle' ? lockMethod(keys, 'release', site) : undefined;
      case 'extend':
        return keys?.kind === 'handle' ? lockMethod(keys, 'extend', site) : keys;
      default:
        return undefined;
    }
  },
};

function lockMethod(lock: Handle, name: string, site: CallSite): Value | undefined {
  if (name === 'extend') {
    record(site, 'update', (lock.data as Lock).subject, unknown);
    return lock;
  }
  if (name !== 'release' && name !== 'unlock') return undefined;
  record(site, 'unlock', (lock.data as Lock).subject);
  return undefinedValue;
}

function using(args: readonly Value[], site: CallSite): Value | undefined {
  const [keys, duration = unknown] = args;
  const callback = args.find(argument => argument.kind === 'function');
  if (!keys || !callback) return undefined;
  const lock = record(site, 'lock', keys, call('renewed', undefined, [duration], site.node));
  const answer = site.settle(site.run(callback, [unknown], { kind: 'lock', lock }));
  record(site, 'unlock', keys);
  return answer;
}

function record(site: CallSite, kind: 'lock' | 'unlock' | 'update', keys: Value, expiry?: Value): Operation {
  const subject =
    keys.kind === 'array' && keys.elements.length === 1 ? (keys.elements[0] ?? array([])) : keys;
  return site.record({
    kind,
    resource: { kind: 'lock', name: keyName(subject) },
    filter: noColumns,
    columns: noColumns,
    subject,
    expiry,
    heldBy: kind === 'lock' ? 'key' : undefined,
  });
}
