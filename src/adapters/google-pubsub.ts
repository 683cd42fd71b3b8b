import { handle, undefinedValue } from '../values/make.js';
import type { Value } from '../values/value.js';
import type { Adapter } from './adapter.js';
import { deliver, messageColumns, recordSend, recordSettle, textOf } from './broker.js';

/**
 * Google Cloud Pub/Sub delivers a message until it is acked, and may deliver it again after that.
 * https://cloud.google.com/pubsub/docs/subscriber#at-least-once-delivery
 */
export const googlePubsub: Adapter = {
  name: 'google-pubsub',
  packages: ['@google-cloud/pubsub'],
  client: 'PubSub',

  exported: name => (name === 'PubSub' ? handle('google-pubsub', 'class', { name }) : undefined),
  typed: name => typed(name),
  receivesType: name => name === 'Message',
  construct: callee => (callee.type === 'class' ? handle('google-pubsub', 'client') : undefined),

  method(target, name, args, site) {
    const [first, second] = args;
    switch (target.type) {
      case 'client':
      case 'topic':
        if (name === 'subscription') return handle('google-pubsub', 'subscription');
        if (name === 'topic') return handle('google-pubsub', 'topic', { name: textOf(first) });
        if (/^publish(?:Message|JSON|Json)?$/u.test(name) && target.type === 'topic') {
          const queue = (target.data as { name?: string }).name;
          recordSend(site, { name: queue, receiver: target, columns: messageColumns([], first) });
        }
        return undefined;
      case 'subscription': {
        if (name !== 'on' || textOf(first) !== 'message' || !second) return undefined;
        const message = handle('google-pubsub', 'message');
        deliver(site, second, message, [message]);
        return undefinedValue;
      }
      case 'message':
        if (name !== 'ack' && name !== 'nack') return undefined;
        recordSettle(site, name, target, target);
        return undefinedValue;
      default:
        return undefined;
    }
  },
};

function typed(name: string): Value | undefined {
  if (name === 'PubSub') return handle('google-pubsub', 'client');
  if (name === 'Message') return handle('google-pubsub', 'message');
  return name === 'Subscription' || name === 'Topic' ? handle('google-pubsub', name.toLowerCase()) : undefined;
}
