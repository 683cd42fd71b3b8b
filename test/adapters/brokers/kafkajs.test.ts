import { describe, expect, it } from 'vitest';
import { operationsOf } from '../operations-of.js';
import { columnsOfMessage, operations, summaries } from './delivered.js';

const kafka = (body: string) =>
  operations(`
    import { Kafka, type EachMessagePayload } from 'kafkajs';
    const kafka = new Kafka({ brokers: [] });
    const consumer = kafka.consumer({ groupId: 'orders' });
    const producer = kafka.producer();
    ${body}`);

describe('kafkajs', () => {
  it('delivers a message to eachMessage', () => {
    const [insert] = kafka(`await consumer.run({ eachMessage: async ({ topic, message }) => {
      await prisma.order.create({ data: { id: message.key.toString(), total: JSON.parse(message.value.toString()).total, topic } });
    } });`);
    expect(summaries(insert ? [insert] : [])).toEqual(['kafkajs: insert order (id, total, topic)']);
    expect(insert && columnsOfMessage(insert)).toEqual(['id', 'total']);
  });

  it('delivers the messages of a batch, whose offsets are settled one by one', () => {
    const all = kafka(`await consumer.run({ eachBatch: async ({ batch, resolveOffset, commitOffsetsIfNecessary }) => {
      for (const message of batch.messages) {
        await prisma.order.create({ data: { id: message.key } });
        resolveOffset(message.offset);
      }
      await commitOffsetsIfNecessary();
    } });`);
    expect(summaries(all)).toEqual(['kafkajs: insert order (id)', 'kafkajs: ack', 'kafkajs: ack']);
    expect(all[0] && columnsOfMessage(all[0])).toEqual(['id']);
  });

  it('settles by commitOffsets', () => {
    const all = kafka(`await consumer.run({ autoCommit: false, eachMessage: async ({ topic, partition, message }) => {
      await consumer.commitOffsets([{ topic, partition, offset: message.offset }]);
    } });`);
    expect(summaries(all)).toEqual(['kafkajs: ack']);
  });

  it('sends to a topic', () => {
    expect(summaries(kafka(`await producer.send({ topic: 'paid', messages: [{ key: 'k', value: 'v' }] });`))).toEqual(['send paid (key, value)']);
    expect(summaries(kafka(`await producer.sendBatch({ topicMessages: [{ topic: 'a', messages: [] }, { topic: 'b', messages: [{ value: 'v' }] }] });`))).toEqual([
      'send a (...)',
      'send b (value)',
    ]);
    expect(summaries(kafka(`const sending = await producer.transaction(); await sending.send({ topic: 'a', messages: [{ value: 'v' }] }); await sending.sendOffsets({ consumerGroupId: 'g', topics: [] });`))).toEqual([
      'send a (value)',
      'ack',
    ]);
  });

  it('delivers to a function of the payload type, wherever it is registered', () => {
    const all = kafka('export const onOrder = async ({ message }: EachMessagePayload) => { await prisma.order.create({ data: { id: message.key } }); };');
    expect(summaries(all)).toEqual(['kafkajs: insert order (id)']);
    expect(all[0] && columnsOfMessage(all[0])).toEqual(['id']);
  });

  it('follows a handler into another file', () => {
    const all = operationsOf(
      {
        'handler.ts': `import { PrismaClient } from '@prisma/client';\nconst prisma = new PrismaClient();
          export async function onOrder({ message }) { await prisma.order.create({ data: { id: message.key } }); }`,
        'app.ts': `import { Kafka } from 'kafkajs';\nimport { onOrder } from './handler';
          await new Kafka({ brokers: [] }).consumer({ groupId: 'orders' }).run({ eachMessage: onOrder });`,
      },
      'app.ts',
    );
    expect(summaries(all)).toEqual(['kafkajs: insert order (id)']);
    expect(all[0]?.frames).toHaveLength(1);
  });

  it('knows a consumer and a producer by their types', () => {
    const all = kafka(`
      import type { Consumer, Producer } from 'kafkajs';
      export class Relay {
        constructor(private readonly from: Consumer, private readonly to: Producer) {}
        start() { return this.from.run({ eachMessage: async ({ message }) => { await this.to.send({ topic: 'copy', messages: [{ value: message.value }] }); } }); }
      }`);
    expect(summaries(all)).toEqual(['kafkajs: send copy (value)']);
  });
});
