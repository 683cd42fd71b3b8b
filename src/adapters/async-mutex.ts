import { noColumns, type Operation } from '../operations/operation.js';
import { array, constant, handle, undefinedValue } from '../values/make.js';
import type { Handle, Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';

/** async-mutex: a lock that other processes do not see. https://github.com/DirtyHairy/async-mutex */
export const asyncMutex: Adapter = {
  name: 'async-mutex',
  packages: ['async-mutex', 'await-lock'],
  client: 'Mutex',

  exported: name =>
    /^(?:Mutex|Semaphore|withTimeout|tryAcquire|default)$/u.test(name)
      ? handle('async-mutex', 'export', { name })
      : undefined,
  typed: name =>
    /^(?:Mutex|Semaphore)(?:Interface)?$/u.test(name) ? handle('async-mutex', 'mutex') : undefined,
  construct: callee =>
    handle('async-mutex', 'mutex', { counts: 'name' in callee.data && callee.data.name === 'Semaphore' }),

  invoke(callee, args, site) {
    if (callee.type !== 'release') return args[0];
    record(site, 'unlock', (callee.data as { mutex: Handle }).mutex);
    return undefinedValue;
  },

  method(mutex, name, args, site) {
    switch (name) {
      case 'runExclusive': {
        const lock = record(site, 'lock', mutex);
        const answer = args[0] && site.settle(site.run(args[0], [constant(1)], { kind: 'lock', lock }));
        record(site, 'unlock', mutex);
        return answer;
      }
      case 'acquire':
      case 'acquireAsync': {
        record(site, 'lock', mutex);
        const release = handle('async-mutex', 'release', { mutex });
        return (mutex.data as { counts?: boolean }).counts ? array([constant(1), release]) : release;
      }
      case 'release':
        record(site, 'unlock', mutex);
        return undefinedValue;
      default:
        return undefined;
    }
  },
};

const record = (site: CallSite, kind: 'lock' | 'unlock', mutex: Value): Operation =>
  site.record({
    kind,
    resource: { kind: 'lock', name: 'in-process', receiver: mutex },
    filter: noColumns,
    columns: noColumns,
    subject: mutex,
    heldBy: kind === 'lock' ? 'process' : undefined,
  });
