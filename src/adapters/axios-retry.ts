import type { TSESTree } from '@typescript-eslint/utils';
import { mentions } from '../syntax/mentions.js';
import { fieldOf } from '../values/evaluate.js';
import { handle, undefinedValue } from '../values/make.js';
import type { Value } from '../values/value.js';
import type { Adapter } from './adapter.js';

/** Calls that made a client whose requests, POST among them, are sent again when they fail. */
const retried = new WeakSet<TSESTree.Node>();

/** `client` was made by a call and then configured to send POST again. */
export const sendsPostAgain = (client: Value | undefined): boolean =>
  client?.kind === 'call' && retried.has(client.node);

/**
 * axios-retry: `axiosRetry(client, options)` makes a client repeat what failed. By default POST is repeated only
 * where the network failed, and `isRetryableError` or a condition of one's own repeats it whatever the method.
 * https://github.com/softonic/axios-retry#options
 */
export const axiosRetry: Adapter = {
  name: 'axios-retry',
  packages: ['axios-retry'],

  exported: name => handle('axios-retry', name === 'default' || name === 'axiosRetry' ? 'function' : 'condition', { name }),
  member: (_, name) => handle('axios-retry', name === 'default' ? 'function' : 'condition', { name }),

  invoke(callee, [client, options]) {
    if (callee.type !== 'function') return undefined;
    const condition = options && fieldOf(options, 'retryCondition');
    if (client?.kind === 'call' && condition && takesPost(condition)) retried.add(client.node);
    return undefinedValue;
  },
};

const OF_METHOD = /method|idempotent|safe/iu;

/** Whether the condition lets a POST through: it does not look at the method. */
function takesPost(condition: Value): boolean {
  if (condition.kind === 'function') return !mentions(condition.node, name => OF_METHOD.test(name));
  return condition.kind === 'handle' && 'name' in condition.data && condition.data.name === 'isRetryableError';
}
