import { handle, undefinedValue } from '../values/make.js';
import type { Handle, Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';
import { channel } from './amqplib.js';
import { deliver, messageColumns, newMessage, recordSend, recordSettle, textOf } from './broker.js';

/**
 * A handler that returns settles its message, one that answers a `Nack` refuses it.
 * https://golevelup.github.io/nestjs/modules/rabbitmq.html
 */
export const golevelupRabbitmq: Adapter = {
  name: 'golevelup-rabbitmq',
  packages: ['@golevelup/nestjs-rabbitmq'],
  client: 'AmqpConnection',

  exported: name => (name === 'AmqpConnection' || name === 'Nack' ? handle('golevelup-rabbitmq', 'class', { name }) : undefined),
  typed: name => (name === 'AmqpConnection' ? handle('golevelup-rabbitmq', 'connection') : undefined),
  receives: decorator => /^Rabbit(?:Subscribe|RPC|Handler)$/u.test(decorator),
  member: (target, name) => (target.type === 'connection' && /^(?:managedC|c)hannel$/u.test(name) ? channel() : undefined),

  construct(callee, [requeue], site) {
    if ((callee.data as { name: string }).name !== 'Nack') return handle('golevelup-rabbitmq', 'connection');
    recordSettle(site, 'nack', callee, requeue);
    return handle('golevelup-rabbitmq', 'nack');
  },

  method(target, name, args, site) {
    if (target.type !== 'connection') return undefined;
    if (name === 'publish' || name === 'request') send(target, args, site);
    if (name === 'createSubscriber' && args[0]) {
      const message = newMessage();
      deliver(site, args[0], message, [message]);
      return undefinedValue;
    }
    return undefined;
  },
};

/** `publish(exchange, routingKey, message, options)`, `request({ exchange, routingKey, payload })`. */
function send(target: Handle, args: readonly Value[], site: CallSite): void {
  const [first, key, message, options] = args;
  if (first?.kind !== 'object') {
    const columns = messageColumns([['routingKey', key], ['content', message]], options);
    return void recordSend(site, { name: textOf(first) ?? textOf(key), receiver: target, columns });
  }
  const name = textOf(site.property(first, 'exchange')) ?? textOf(site.property(first, 'routingKey'));
  recordSend(site, { name, receiver: target, columns: messageColumns([], first) });
}
