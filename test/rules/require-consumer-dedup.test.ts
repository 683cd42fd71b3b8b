import { describe, expect, it } from 'vitest';
import rule from '../../rules/require-consumer-dedup.js';
import { briefOf, findingsOf, textOf } from './findings-of.js';

const SCHEMA = `model Reading {
  id      Int @id @default(autoincrement())
  meterId String
  kwh     Int
}
model Meter {
  meterId String @id
  sum     Int
  status  String
}
model Invoice {
  no    String @id
  total Int
}`;

const inFile = (text: string) => findingsOf(rule, { 'app.ts': text, 'schema.prisma': SCHEMA });

/** The body of a worker's processor is line 5. */
const onJob = (body: string) =>
  briefOf(inFile(`import { PrismaClient } from '@prisma/client';
import { Worker } from 'bullmq';
import { mailer, store } from 'unread';
const prisma = new PrismaClient();
new Worker('readings', async job => { const { meterId, kwh } = job.data; ${body} });`));

const INSERT = 'await prisma.reading.create({ data: { meterId, kwh } });';
const ADD = 'await prisma.meter.update({ where: { meterId }, data: { sum: { increment: kwh } } });';
const MAIL = "await mailer.sendMail({ to: meterId, subject: 'Read' });";

describe('require-consumer-dedup', () => {
  it('reports one more row, an addition, a mail', () => {
    expect(onJob(INSERT)).toEqual(['5 inserts']);
    expect(onJob(ADD)).toEqual(['5 adds']);
    expect(onJob(MAIL)).toEqual(['5 calls']);
  });

  it('says what a second delivery does', () => {
    const [finding] = inFile(`import { PrismaClient } from '@prisma/client';
import { Worker } from 'bullmq';
new Worker('a', async job => { await new PrismaClient().reading.create({ data: { meterId: job.data.id, kwh: 1 } }); });`);
    expect(finding && textOf(rule, finding)).toBe(
      'A second delivery inserts `reading` again: no unique constraint, record or condition tells it. Record the id of the delivery in the same transaction and skip on conflict.',
    );
  });

  it('is silent where nothing delivers', () => {
    expect(briefOf(inFile(`import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export const add = (meterId, kwh) => prisma.reading.create({ data: { meterId, kwh } });`))).toEqual([]);
  });

  it('is silent on what comes to the same', () => {
    expect(onJob("await prisma.meter.update({ where: { meterId }, data: { sum: kwh } });")).toEqual([]);
    expect(onJob('await prisma.reading.deleteMany({ where: { meterId } });')).toEqual([]);
    expect(onJob('await prisma.meter.upsert({ where: { meterId }, create: { meterId, sum: kwh }, update: { sum: kwh } });')).toEqual([]);
  });

  it('is silent under a unique key, and on what comes after it', () => {
    const invoice = 'await prisma.invoice.create({ data: { no: job.data.no, total: kwh } });';
    expect(onJob(invoice)).toEqual([]);
    expect(onJob(invoice + MAIL)).toEqual([]);
    expect(onJob(MAIL + invoice)).toEqual(['5 calls']);
  });

  it('is silent where a record, a row or a state tells', () => {
    expect(onJob(`await prisma.processedJob.create({ data: { jobId: job.id } }); ${MAIL}`)).toEqual([]);
    expect(onJob(`if (await prisma.reading.findFirst({ where: { meterId, kwh } })) return; ${MAIL}`)).toEqual([]);
    expect(onJob(`const meter = await prisma.meter.findUnique({ where: { meterId } }); if (meter.status === 'READ') return; ${MAIL}`)).toEqual([]);
    expect(onJob(`if (await store.isProcessed(job.id)) return; ${MAIL}`)).toEqual([]);
  });

  it('reports where a parent is only looked up', () => {
    expect(onJob(`const meter = await prisma.meter.findUnique({ where: { meterId } }); if (!meter) return; ${MAIL}`)).toEqual(['5 calls']);
  });

  it('is silent after a claim, and on a conditional addition', () => {
    const claim = "const { count } = await prisma.meter.updateMany({ where: { meterId, status: 'OPEN' }, data: { status: 'READ' } });";
    expect(onJob(`${claim} if (count === 0) return; ${MAIL}`)).toEqual([]);
    expect(onJob("await prisma.meter.updateMany({ where: { meterId, status: 'OPEN' }, data: { status: 'READ', sum: { increment: kwh } } });")).toEqual([]);
  });

  it('is silent on calls with a key and on failures', () => {
    expect(onJob("await store.charge({ amount: kwh }, { idempotencyKey: job.data.no });")).toEqual([]);
    expect(onJob('await store.charge({ amount: kwh });')).toEqual(['5 calls']);
    expect(onJob(`try { job.log('a'); } catch { ${MAIL} }`)).toEqual([]);
  });

  it('knows webhooks by the test of their signature and by their types', () => {
    const hook = (verify: string) => briefOf(inFile(`import { PrismaClient } from '@prisma/client';
import { timingSafeEqual } from 'node:crypto';
import { Webhook, stripe } from 'unread';
const prisma = new PrismaClient();
export async function route(req, res) {
  ${verify}
  await prisma.reading.create({ data: { meterId: req.body.id, kwh: 1 } });
}`));
    expect(hook('stripe.webhooks.constructEvent(req.body, req.headers.sig, key);')).toEqual(['7 inserts']);
    expect(hook("if (!timingSafeEqual(Buffer.from(req.headers['x-hub-signature-256']), own)) return;")).toEqual(['7 inserts']);
    expect(hook("if (!timingSafeEqual(Buffer.from(req.headers['x-api-key']), own)) return;")).toEqual([]);
    expect(hook('')).toEqual([]);
  });

  it('leaves a handler that is called to its own report', () => {
    const files = {
      'app.ts': `import type Stripe from 'stripe';
import { onPaid } from './paid';
export const dispatch = (event: Stripe.Event) => onPaid(event);`,
      'paid.ts': `import { PrismaClient } from '@prisma/client';
import type Stripe from 'stripe';
const prisma = new PrismaClient();
export async function onPaid(event: Stripe.Event) { await prisma.reading.create({ data: { meterId: event.id, kwh: 1 } }); }`,
      'schema.prisma': SCHEMA,
    };
    expect(briefOf(findingsOf(rule, files))).toEqual([]);
    expect(briefOf(findingsOf(rule, { 'paid.ts': files['paid.ts'], 'schema.prisma': SCHEMA }))).toEqual(['4 inserts']);
  });
});
