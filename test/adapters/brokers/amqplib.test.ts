import { describe, expect, it } from 'vitest';
import { columnsOfMessage, operations, summaries } from './delivered.js';

const onChannel = (body: string) =>
  operations(`
    import * as amqp from 'amqplib';
    const content = Buffer.from('{}');
    export async function start() {
      const connection = await amqp.connect('amqp://localhost');
      const channel = await connection.createChannel();
      ${body}
    }`);

describe('amqplib', () => {
  it('delivers what is consumed', () => {
    const all = onChannel(`await channel.consume('orders', async message => {
      if (!message) return;
      await prisma.order.create({ data: { messageId: message.properties.messageId, total: JSON.parse(message.content.toString()).total } });
      channel.ack(message);
    });`);
    expect(summaries(all)).toEqual(['amqplib: insert order (messageId, total)', 'amqplib: ack']);
    expect(all[0] && columnsOfMessage(all[0])).toEqual(['messageId', 'total']);
    expect(all[1]?.subject).toBe(all[0]?.scopes.flatMap(scope => (scope.kind === 'receive' ? [scope.message] : []))[0]);
  });

  it('takes a message consumed without acknowledgement for settled at once', () => {
    const all = onChannel(`await channel.consume('orders', async () => { await prisma.order.create({ data: { id: 1 } }); }, { noAck: true });`);
    expect(summaries(all)).toEqual(['ack', 'amqplib: insert order (id)']);
  });

  it('refuses by nack and reject', () => {
    const all = onChannel(`await channel.consume('orders', message => { channel.nack(message, false, true); channel.reject(message); });`);
    expect(summaries(all)).toEqual(['amqplib: nack', 'amqplib: nack']);
  });

  it('sends to an exchange or a queue', () => {
    expect(summaries(onChannel(`channel.publish('orders', 'paid', content, { messageId: 'm' }); channel.publish('', 'mail', content); channel.sendToQueue('jobs', content);`))).toEqual([
      'send orders (routingKey, content, messageId)',
      'send mail (routingKey, content)',
      'send jobs (content)',
    ]);
  });

  it('knows the callback interface', () => {
    const all = operations(`
      import amqp from 'amqplib/callback_api';
      amqp.connect('amqp://localhost', (error, connection) => {
        connection.createConfirmChannel((failure, channel) => { channel.consume('orders', message => { channel.ack(message); }); });
      });`);
    expect(summaries(all)).toEqual(['amqplib: ack']);
  });

  it('knows a channel by its type', () => {
    const all = operations(`
      import type { Channel, ConsumeMessage } from 'amqplib';
      export const listen = (channel: Channel) => channel.consume('orders', message => channel.ack(message));
      export async function onOrder(message: ConsumeMessage | null) { await prisma.order.create({ data: { id: message.properties.messageId } }); }`);
    expect(summaries(all)).toEqual(['amqplib: ack', 'amqplib: insert order (id)']);
  });

  it('knows the channels of amqp-connection-manager', () => {
    const all = operations(`
      import { connect } from 'amqp-connection-manager';
      const wrapper = connect(['amqp://localhost']).createChannel({
        setup: channel => channel.consume('orders', message => { wrapper.ack(message); }),
      });
      export const more = () => wrapper.addSetup(channel => channel.sendToQueue('started', Buffer.from('{}')));`);
    expect(summaries(all)).toEqual(['amqplib: ack', 'send started (content)']);
  });
});
