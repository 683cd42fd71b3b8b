import { describe, expect, it } from 'vitest';
import { columnsOfMessage, operations, summaries } from './delivered.js';

describe('@nestjs/microservices', () => {
  it('delivers to patterns, whichever parameter is the context', () => {
    const all = operations(`
      import { Ctx, EventPattern, MessagePattern, Payload, RmqContext } from '@nestjs/microservices';
      class Order { id: string }
      export class Orders {
        @EventPattern('order.paid')
        async onPaid(@Ctx() context: RmqContext, @Payload() order: Order) {
          await prisma.shipment.create({ data: { orderId: order.id } });
          context.getChannelRef().ack(context.getMessage());
        }
        @MessagePattern({ cmd: 'price' })
        async price(@Payload('id') id: string, @Payload('tax') tax: number) { await prisma.price.create({ data: { id, tax } }); }
      }`);
    expect(summaries(all)).toEqual([
      'nestjs-microservices: insert shipment (orderId)',
      'nestjs-microservices: ack',
      'nestjs-microservices: insert price (id, tax)',
    ]);
    expect(all.map(operation => columnsOfMessage(operation))).toEqual([['orderId'], [], ['id', 'tax']]);
  });

  it('sends through an injected client', () => {
    const all = operations(`
      import { Inject } from '@nestjs/common';
      import { ClientKafka, ClientProxy, ClientProxyFactory } from '@nestjs/microservices';
      const made = ClientProxyFactory.create({});
      export class Billing {
        constructor(@Inject('BUS') private readonly bus: ClientProxy, @Inject('KAFKA') private readonly kafka: ClientKafka) {}
        run(id) { this.bus.emit('paid', { id }); this.bus.send({ cmd: 'price' }, { id }); this.kafka.emit('topic', { key: id, value: id }); made.emit('x', id); }
      }`);
    expect(summaries(all)).toEqual(['send paid (id)', 'send price (id)', 'send topic (key, value)', 'send x (...)']);
  });
});

describe('@golevelup/nestjs-rabbitmq', () => {
  it('delivers to subscribers, with the raw message beside', () => {
    const all = operations(`
      import { AmqpConnection, Nack, RabbitRPC, RabbitSubscribe } from '@golevelup/nestjs-rabbitmq';
      import { ConsumeMessage } from 'amqplib';
      export class Orders {
        constructor(private readonly amqp: AmqpConnection) {}
        @RabbitSubscribe({ exchange: 'orders', routingKey: 'paid' })
        async onPaid(order: { id: string }, raw: ConsumeMessage) {
          await prisma.shipment.create({ data: { orderId: order.id, messageId: raw.properties.messageId } });
          await this.amqp.publish('shipments', 'made', order, { messageId: order.id });
          return new Nack(true);
        }
        @RabbitRPC({ exchange: 'orders', routingKey: 'price' })
        async price(order) { return this.amqp.request({ exchange: 'prices', routingKey: 'get', payload: order }); }
      }`);
    expect(summaries(all)).toEqual([
      'golevelup-rabbitmq: insert shipment (orderId, messageId)',
      'golevelup-rabbitmq: send shipments (routingKey, content, messageId)',
      'golevelup-rabbitmq: nack',
      'golevelup-rabbitmq: send prices (exchange, routingKey, payload)',
    ]);
    expect(all[0] && columnsOfMessage(all[0])).toEqual(['orderId', 'messageId']);
  });

  it('delivers to a subscriber made by hand', () => {
    const all = operations(`
      import { AmqpConnection } from '@golevelup/nestjs-rabbitmq';
      export const listen = (amqp: AmqpConnection) => amqp.createSubscriber(async order => { await prisma.order.create({ data: { id: order.id } }); }, { queue: 'q' }, 'h');`);
    expect(summaries(all)).toEqual(['golevelup-rabbitmq: insert order (id)']);
  });
});
