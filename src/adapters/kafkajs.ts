import { array, handle, object, parameter, undefinedValue } from '../values/make.js';
import type { Handle, Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';
import { deliver, messageColumns, newMessage, recordSend, recordSettle, textOf } from './broker.js';

/**
 * KafkaJS. An offset is committed after `eachMessage` has returned, unless `commitOffsets` is called by hand.
 * https://kafka.js.org/docs/consuming
 */
export const kafkajs: Adapter = {
  name: 'kafkajs',
  packages: ['kafkajs', '@confluentinc/kafka-javascript'],
  client: 'Kafka',

  exported: name => exported(name),
  typed: name => typed(name.split('.').at(-1) ?? ''),
  receivesType: name => /^Each(?:Message|Batch)Payload$/u.test(name),
  construct: callee => (callee.type === 'class' ? handle('kafkajs', 'client') : undefined),
  member: (target, name) => (target.type === 'module' ? exported(name) : undefined),

  invoke(callee, args, site) {
    if (callee.type !== 'settle') return undefined;
    recordSettle(site, 'ack', callee, args[0]);
    return undefinedValue;
  },

  method(target, name, args, site) {
    switch (target.type) {
      case 'client':
        return name === 'consumer' || name === 'producer' ? handle('kafkajs', name) : undefined;
      case 'producer':
        return producerMethod(target, name, args[0], site);
      case 'consumer':
        return consumerMethod(target, name, args[0], site);
      default:
        return undefined;
    }
  },
};

function exported(name: string): Value | undefined {
  if (name === 'Kafka') return handle('kafkajs', 'class', { name });
  return name === 'default' || name === 'KafkaJS' ? handle('kafkajs', 'module') : undefined;
}

function typed(name: string): Value | undefined {
  if (name === 'Kafka') return handle('kafkajs', 'client');
  if (name === 'Consumer') return handle('kafkajs', 'consumer');
  return name === 'Producer' || name === 'Transaction' ? handle('kafkajs', 'producer') : undefined;
}

function producerMethod(producer: Handle, name: string, given: Value | undefined, site: CallSite): Value | undefined {
  if (name === 'transaction') return producer;
  if (!given) return undefined;
  switch (name) {
    case 'send':
      sendTo(producer, given, site);
      return undefined;
    case 'sendBatch': {
      const topics = site.property(given, 'topicMessages');
      for (const topic of topics.kind === 'array' ? topics.elements : [topics]) sendTo(producer, topic, site);
      return undefined;
    }
    case 'sendOffsets':
      recordSettle(site, 'ack', producer, given);
      return undefinedValue;
    default:
      return undefined;
  }
}

function sendTo(producer: Handle, topic: Value, site: CallSite): void {
  const columns = messageColumns([], site.property(topic, 'messages'));
  recordSend(site, { name: textOf(site.property(topic, 'topic')), receiver: producer, columns });
}

function consumerMethod(consumer: Handle, name: string, given: Value | undefined, site: CallSite): Value | undefined {
  if (name === 'commitOffsets') {
    recordSettle(site, 'ack', consumer, given);
    return undefinedValue;
  }
  if (name !== 'run' || !given) return undefined;
  const [each, batch] = [site.property(given, 'eachMessage'), site.property(given, 'eachBatch')];
  if (isCallable(each)) {
    const message = newMessage();
    deliver(site, each, message, [payload([['message', message], ['pause', parameter('pause')]])]);
  }
  if (isCallable(batch)) deliverBatch(batch, site);
  return undefinedValue;
}

function deliverBatch(handler: Value, site: CallSite): void {
  const message = newMessage();
  const settle = handle('kafkajs', 'settle');
  const messages = object([['messages', array([message], true)], ['topic', parameter('topic')], ['partition', parameter('partition')]], [], true);
  deliver(site, handler, message, [payload([['batch', messages], ['resolveOffset', settle], ['commitOffsetsIfNecessary', settle]])]);
}

const payload = (parts: readonly (readonly [string, Value])[]): Value =>
  object([['topic', parameter('topic')], ['partition', parameter('partition')], ['heartbeat', parameter('heartbeat')], ...parts], [], true);

const isCallable = ({ kind }: Value): boolean => kind === 'function' || kind === 'choice' || kind === 'member';
