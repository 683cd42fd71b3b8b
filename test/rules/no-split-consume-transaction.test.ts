import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-split-consume-transaction.js';
import { briefOf, findingsOf, textOf } from './findings-of.js';

const inFile = (text: string, files: Readonly<Record<string, string>> = {}) => briefOf(findingsOf(rule, { 'app.ts': text, ...files }));

/** The body of a worker's processor is line 5. */
const onJob = (body: string) =>
  inFile(
    `import { PrismaClient } from '@prisma/client';
import { Worker } from 'bullmq';
import Redis from 'ioredis';
const prisma = new PrismaClient(); const redis = new Redis(); const { total } = input;
new Worker('orders', async job => { ${body} });`,
  );

const RECORD = 'await prisma.processedJob.create({ data: { jobId: job.id } });';
const WORK = 'await prisma.order.create({ data: { total } });';

describe('no-split-consume-transaction', () => {
  it('reports a record that commits before the work', () => {
    expect(onJob(RECORD + WORK)).toEqual(['5 recordFirst']);
  });

  it('says what a crash between the two does, and what to do', () => {
    const [finding] = findingsOf(
      rule,
      `import { PrismaClient } from '@prisma/client';
import { Worker } from 'bullmq';
const prisma = new PrismaClient();
new Worker('orders', async job => {
  await prisma.processedJob.create({ data: { jobId: job.id } });
  await prisma.order.create({ data: { total: 1 } });
});`,
    );
    expect(finding?.related.map(({ label }) => label)).toEqual(['records the delivery in processedJob', 'writes order']);
    expect(finding && textOf(rule, finding)).toBe(
      'A crash after `processedJob` commits (line 5) and before `order` does loses the message: its redelivery finds the record and skips. Write both through one transaction.',
    );
  });

  it('is silent where one transaction holds both', () => {
    expect(onJob(`await prisma.$transaction(async tx => { ${(RECORD + WORK).replaceAll('prisma.', 'tx.')} });`)).toEqual([]);
    expect(onJob('await prisma.$transaction([prisma.processedJob.create({ data: { jobId: job.id } }), prisma.order.create({ data: { total } })]);')).toEqual([]);
  });

  it('reports a record that commits after the work', () => {
    expect(onJob(`const seen = await prisma.processedJob.findUnique({ where: { jobId: job.id } }); if (seen) return; ${WORK}${RECORD}`)).toEqual(['5 recordLast']);
  });

  it('reports two transactions', () => {
    expect(onJob(`await prisma.$transaction(tx => tx.processedJob.create({ data: { jobId: job.id } })); await prisma.$transaction(tx => tx.order.create({ data: { total } }));`)).toEqual(['5 recordFirst']);
  });

  it('reports a write beside the transaction that holds the other', () => {
    expect(onJob(`await prisma.$transaction(async tx => { ${RECORD.replace('prisma', 'tx')}${WORK} });`)).toEqual(['5 beside']);
    expect(onJob(`await prisma.$transaction(async tx => { ${RECORD}${WORK.replace('prisma', 'tx')} });`)).toEqual(['5 beside']);
  });

  it('reports a transaction that neither goes through', () => {
    expect(onJob(`await prisma.$transaction(async () => { ${RECORD}${WORK} });`)).toEqual(['5 recordFirst']);
  });

  it('is silent where work and the final state of the record commit together', () => {
    expect(onJob(`${RECORD} await prisma.$transaction(async tx => { ${WORK.replace('prisma', 'tx')} await tx.processedJob.update({ where: { jobId: job.id }, data: { done: true } }); });`)).toEqual([]);
  });

  it('is silent where a second run of the work does nothing', () => {
    expect(onJob(`${RECORD} await prisma.order.upsert({ where: { id: job.data.id }, create: { id: job.data.id }, update: {} });`)).toEqual([]);
    expect(onJob(`${RECORD} await prisma.order.updateMany({ where: { id: job.data.id, status: 'OPEN' }, data: { status: 'PAID' } });`)).toEqual([]);
    expect(onJob(`await prisma.order.update({ where: { id: job.data.id }, data: { status: 'PAID' } }); ${RECORD}`)).toEqual([]);
  });

  it('reports work that converges where the record is first: the redelivery skips it', () => {
    expect(onJob(`${RECORD} await prisma.order.update({ where: { id: job.data.id }, data: { status: 'PAID' } });`)).toEqual(['5 recordFirst']);
  });

  it('is silent without work, without a record, and on logs', () => {
    expect(onJob(RECORD)).toEqual([]);
    expect(onJob(WORK)).toEqual([]);
    expect(onJob(`${RECORD} await prisma.auditLog.create({ data: { total } });`)).toEqual([]);
    expect(onJob(`await prisma.jobLog.create({ data: { jobId: job.id } }); ${WORK}`)).toEqual([]);
  });

  it('is silent where only one of the two runs', () => {
    expect(onJob(`if (job.name === 'skip') { ${RECORD} } else { ${WORK} }`)).toEqual([]);
    expect(onJob(`try { ${WORK} } catch (error) { ${RECORD} }`)).toEqual([]);
  });

  it('knows a record by a column that holds the id of the delivery, where it tells duplicates', () => {
    const insert = 'await prisma.payment.create({ data: { jobId: job.id, total } }); await prisma.account.update({ where: { id: 1 }, data: { balance: { increment: total } } });';
    expect(onJob(`if (await prisma.payment.findUnique({ where: { jobId: job.id } })) return; ${insert}`)).toEqual(['5 recordFirst']);
    expect(onJob(insert)).toEqual([]);
  });

  it('knows a key that only the first delivery sets, and tells it from a lock', () => {
    const key = 'if (!(await redis.set(`processed:${job.id}`, "1", "EX", 86400, "NX"))) return;';
    expect(onJob(key + WORK)).toEqual(['5 recordFirst']);
    expect(onJob(`${key} try { ${WORK} } finally { await redis.del(\`processed:\${job.id}\`); }`)).toEqual([]);
  });

  it('reports webhooks whose record is known by its name and tells duplicates', () => {
    const webhook = (record: string) => inFile(`import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export async function POST(request: Request) {
  const event = await request.json();
  ${record}
  await prisma.payment.create({ data: { total: event.total } });
}`);
    expect(webhook(`try { await prisma.stripeEvent.create({ data: { id: event.id } }); } catch (error) { if (error.code === 'P2002') return; throw error; }`)).toEqual(['6 recordFirst']);
    expect(webhook('await prisma.stripeEvent.create({ data: { id: event.id } });')).toEqual([]);
  });

  it('takes the column that says a delivery is done for the record, where it decides', () => {
    const handler = (end: string) => inFile(`import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export async function onEvent(event) {
  const known = await prisma.webhookEvent.findUnique({ where: { eventId: event.id } });
  if (known?.status === 'DONE') return;
  await prisma.webhookEvent.upsert({ where: { eventId: event.id }, create: { eventId: event.id, status: 'RECEIVED' }, update: {} });
  ${end}
}`);
    const work = 'await prisma.order.create({ data: { total: event.total } });';
    const done = `await prisma.webhookEvent.update({ where: { eventId: event.id }, data: { status: 'DONE' } });`;
    expect(handler(work + done)).toEqual(['7 recordLast']);
    expect(handler(`await prisma.$transaction(async prisma => { ${work}${done} });`)).toEqual([]);
  });

  it('is silent where work that is repeated writes the same again', () => {
    const handler = (data: string) => onJob(`if (await prisma.processedJob.findUnique({ where: { jobId: job.id } })) return;
      await prisma.account.update({ where: { id: job.data.account }, data: ${data} }); ${RECORD}`);
    expect(handler('{ plan: job.data.plan, until: new Date(job.data.until) }')).toEqual([]);
    expect(handler('{ balance: { increment: job.data.amount } }')).toEqual(['6 recordLast']);
  });

  it('is silent on a trail of events that tells no duplicates', () => {
    expect(inFile(`import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export async function onEvent(event) {
  try { await prisma.stripeWebhookEvent.create({ data: { eventId: event.id } }); } catch (error) { console.warn(error); }
  await prisma.order.create({ data: { total: event.total } });
}`)).toEqual([]);
  });

  it('does not take the violation of the record for that of the work', () => {
    expect(onJob(`try { ${RECORD}${WORK} } catch (error) { if (error.code === 'P2002') return; throw error; }`)).toEqual(['5 recordFirst']);
  });

  it('follows the transaction into other files', () => {
    const files = {
      'inbox.ts': `import { Prisma, PrismaClient } from '@prisma/client';
        const prisma = new PrismaClient();
        export const registerIn = (tx: Prisma.TransactionClient, jobId: string) => tx.processedJob.create({ data: { jobId } });
        export const register = (jobId: string) => prisma.processedJob.create({ data: { jobId } });`,
    };
    const worker = (record: string) => inFile(`import { PrismaClient } from '@prisma/client';
import { Worker } from 'bullmq';
import { register, registerIn } from './inbox';
const prisma = new PrismaClient();
new Worker('orders', job => prisma.$transaction(async tx => {
  ${record}
  await tx.order.create({ data: { total: 1 } });
}));`, files);
    expect(worker('await register(job.id);')).toEqual(['6 beside']);
    expect(worker('await registerIn(prisma, job.id);')).toEqual(['6 beside']);
    expect(worker('await registerIn(tx, job.id);')).toEqual([]);
  });

  it('is silent on a transaction that the caller passes in', () => {
    const text = `import { Prisma } from '@prisma/client';
import type { PoolClient } from 'pg';
import type { Knex } from 'knex';
import { EntityManager } from 'typeorm';
class ProcessedEvent {} class Order {}
export async function viaPrisma(tx: Prisma.TransactionClient, eventId: string) {
  try { await tx.processedEvent.create({ data: { eventId } }); } catch (error) { if (error.code === 'P2002') return; throw error; }
  await tx.order.create({ data: { total: 1 } });
}
export async function viaPg(client: PoolClient, id: string) {
  await client.query('INSERT INTO processed_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
  await client.query('INSERT INTO orders (id) VALUES ($1)', [id]);
}
export async function viaKnex(trx: Knex | Knex.Transaction, id: string) {
  await trx('processed_events').insert({ id }).onConflict('id').ignore();
  await trx('orders').insert({ id });
}
export async function viaTypeOrm(manager: EntityManager, id: string) {
  await manager.createQueryBuilder().insert().into(ProcessedEvent).values({ id }).orIgnore().execute();
  await manager.insert(Order, { id });
}`;
    expect(inFile(text)).toEqual([]);
  });

  it('is silent in a method that runs in a transaction by its decorator', () => {
    const processor = (decorator: string) => inFile(`import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Repository } from 'typeorm';
import { Transactional } from 'typeorm-transactional';
class ProcessedJob {} class Order {}
@Processor('orders')
export class Orders extends WorkerHost {
  constructor(private jobs: Repository<ProcessedJob>, private orders: Repository<Order>) { super(); }
  ${decorator}
  async process(job) {
    await this.jobs.insert({ jobId: job.id });
    await this.orders.insert({ total: 1 });
  }
}`);
    expect(processor('@Transactional()')).toEqual([]);
    expect(processor('')).toEqual(['11 recordFirst']);
  });
});
