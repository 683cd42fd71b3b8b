import { handle, nullValue, object, undefinedValue, unknown } from '../values/make.js';
import type { Handle, Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';
import { deliver, messageColumns, newMessage, recordSend, recordSettle, textOf } from './broker.js';

export const channel = (): Handle => handle('amqplib', 'channel');

/**
 * RabbitMQ through amqplib, with promises or callbacks, and amqp-connection-manager, whose channel wrapper has the
 * same methods. With `noAck` the broker takes a message for settled as soon as it is sent.
 * https://amqp-node.github.io/amqplib/channel_api.html
 */
export const amqplib: Adapter = {
  name: 'amqplib',
  packages: ['amqplib', 'amqp-connection-manager'],
  client: 'Channel',

  exported: name => exported(name),
  typed(name) {
    const last = name.split('.').at(-1) ?? '';
    if (/^(?:Confirm)?Channel$|^ChannelWrapper$/u.test(last)) return channel();
    return /^(?:Connection|ChannelModel|(?:I)?AmqpConnectionManager)$/u.test(last) ? handle('amqplib', 'connection') : undefined;
  },
  receivesType: name => /^(?:Consume)?Message$/u.test(name),
  member: (target, name) => (target.type === 'module' ? exported(name) : undefined),
  invoke: (callee, args, site) => (callee.type === 'connect' ? answered(handle('amqplib', 'connection'), args, site) : undefined),

  method(target, name, args, site) {
    switch (target.type) {
      case 'module':
        return name === 'connect' ? answered(handle('amqplib', 'connection'), args, site) : undefined;
      case 'connection':
        return /^create(?:Confirm)?Channel$/u.test(name) ? openChannel(args, site) : undefined;
      case 'channel':
        return channelMethod(target, name, args, site);
      default:
        return undefined;
    }
  },
};

function exported(name: string): Value | undefined {
  if (name === 'connect') return handle('amqplib', 'connect', { name });
  return name === 'default' ? handle('amqplib', 'module') : undefined;
}

/** What a promise gives, or what a callback is called with. */
function answered(value: Handle, args: readonly Value[], site: CallSite): Value {
  const callback = args.find(({ kind }) => kind === 'function');
  if (callback) site.run(callback, [nullValue, value]);
  return value;
}

function openChannel(args: readonly Value[], site: CallSite): Value {
  const opened = channel();
  const [options] = args;
  const setup = options?.kind === 'object' ? site.property(options, 'setup') : undefined;
  if (setup?.kind === 'function') site.run(setup, [opened]);
  return answered(opened, args, site);
}

function channelMethod(target: Handle, name: string, args: readonly Value[], site: CallSite): Value | undefined {
  const [first, second = unknown] = args;
  switch (name) {
    case 'addSetup':
      return first && site.run(first, [target]);
    case 'consume':
      consume(target, second, args[2], site);
      return object([], [], true);
    case 'ack':
    case 'ackAll':
      recordSettle(site, 'ack', target, first);
      return undefinedValue;
    case 'nack':
    case 'nackAll':
    case 'reject':
      recordSettle(site, 'nack', target, first);
      return undefinedValue;
    case 'publish': {
      const [, , content, options] = args;
      const columns = messageColumns([['routingKey', second], ['content', content]], options);
      recordSend(site, { name: textOf(first) ?? textOf(second), receiver: target, columns });
      return undefined;
    }
    case 'sendToQueue': {
      recordSend(site, { name: textOf(first), receiver: target, columns: messageColumns([['content', second]], args[2]) });
      return undefined;
    }
    default:
      return undefined;
  }
}

function consume(target: Handle, handler: Value, options: Value | undefined, site: CallSite): void {
  const message = newMessage();
  const noAck = options && site.property(options, 'noAck');
  if (noAck?.kind === 'constant' && noAck.value === true) recordSettle(site, 'ack', target, message);
  deliver(site, handler, message, [message]);
}
