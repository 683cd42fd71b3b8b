import { handle, undefinedValue } from '../values/make.js';
import type { Handle, Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';
import { channel } from './amqplib.js';
import { messageColumns, recordSend, textOf } from './broker.js';

/** https://docs.nestjs.com/microservices/basics */
export const nestjsMicroservices: Adapter = {
  name: 'nestjs-microservices',
  packages: ['@nestjs/microservices'],
  client: 'ClientProxy',

  exported: name => (name === 'ClientProxyFactory' ? handle('nestjs-microservices', 'factory', { name }) : undefined),
  typed(name) {
    if (/^Client(?:Proxy|Kafka(?:Proxy)?|RMQ|TCP|Nats|Redis|Mqtt)$/u.test(name)) return handle('nestjs-microservices', 'client');
    return /^(?:Rmq|Kafka)Context$/u.test(name) ? handle('nestjs-microservices', 'delivery', { name }) : undefined;
  },
  receives: decorator => decorator === 'EventPattern' || decorator === 'MessagePattern',

  method(target, name, args, site) {
    if (target.type === 'factory') return name === 'create' ? handle('nestjs-microservices', 'client') : undefined;
    if (target.type === 'delivery') return contextMethod(name);
    if (target.type === 'client' && (name === 'emit' || name === 'send')) send(target, args, site);
    return target.type === 'client' && name === 'connect' ? undefinedValue : undefined;
  },
};

/** The client of the broker behind the context settles by hand. */
function contextMethod(name: string): Value | undefined {
  if (name === 'getChannelRef') return channel();
  if (name === 'getConsumer') return handle('kafkajs', 'consumer');
  return name === 'getProducer' ? handle('kafkajs', 'producer') : undefined;
}

function send(target: Handle, [pattern, data]: readonly Value[], site: CallSite): void {
  const name = pattern?.kind === 'object' ? site.property(pattern, 'cmd') : pattern;
  recordSend(site, { name: textOf(name), receiver: target, columns: messageColumns([], data) });
}
