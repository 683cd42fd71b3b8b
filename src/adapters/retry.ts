import { handle, parameter } from '../values/make.js';
import type { Handle, Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';

interface Exported {
  readonly name: string;
  readonly specifier: string;
}

const EXPORTS = /^(?:default|retry|pRetry|promiseRetry|backOff|operation|retryAsPromised|wrap)$/u;

/**
 * Helpers that run a function again when it fails: a plain call (`pRetry(run)`, `retry(run, options)`), an operation
 * (`retry.operation().attempt(run)`), or a policy (cockatiel's `retry(handleAll, options).execute(run)`).
 */
export const retry: Adapter = {
  name: 'retry',
  packages: ['p-retry', 'async-retry', 'retry', 'promise-retry', 'cockatiel', 'exponential-backoff', '@lifeomic/attempt', 'ts-retry-promise', 'retry-as-promised'],

  exported: (name, specifier) => (EXPORTS.test(name) ? handle('retry', 'function', { name, specifier } satisfies Exported) : undefined),
  typed: name => (/^(?:RetryPolicy|IRetryPolicy)$/u.test(name) ? policy() : name === 'RetryOperation' ? handle('retry', 'operation') : undefined),
  member: (target, name) => (target.type === 'function' && name === 'default' ? target : undefined),

  invoke(callee, args, site) {
    if (callee.type !== 'function') return undefined;
    const { name, specifier } = callee.data as Exported;
    if (name === 'operation') return handle('retry', 'operation');
    if (name === 'wrap') return args.find(isPolicy);
    const body = args.find(({ kind }) => kind === 'function');
    if (body) return again(body, site);
    return specifier === 'cockatiel' && name === 'retry' ? policy() : undefined;
  },

  method(target, name, args, site) {
    if (target.type === 'function') return name === 'operation' ? handle('retry', 'operation') : undefined;
    const isRun = (target.type === 'operation' && name === 'attempt') || (target.type === 'policy' && name === 'execute');
    return isRun && args[0] ? again(args[0], site) : undefined;
  },
};

const policy = (): Handle => handle('retry', 'policy');
const isPolicy = (value: Value): boolean => value.kind === 'handle' && value.type === 'policy';

/** What the body is given differs: a function that gives up, the number of the attempt. */
const again = (body: Value, site: CallSite): Value => site.settle(site.run(body, [parameter('attempt'), parameter('number')], { kind: 'retry' }));
