import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-request-id-key.js';
import { briefOf, findingsOf, textOf } from './findings-of.js';

const found = (code: string): readonly string[] => briefOf(findingsOf(rule, code));

const stripe = `import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
const stripe = new Stripe('');
`;

describe('a key that is made at the point of use', () => {
  it('is reported where it is written', () => {
    const code = `${stripe}export async function refund(charge: string) {
  await stripe.refunds.create(
    { charge },
    { idempotencyKey: randomUUID() },
  );
}`;
    const [finding] = findingsOf(rule, code);
    expect(finding).toMatchObject({ messageId: 'sent', loc: { start: { line: 7, column: 6 } } });
    expect(finding && textOf(rule, finding)).toBe(
      'A second run sends another `idempotencyKey`, made of `randomUUID()`, and the receiver acts twice. Make the key of the business identity, such as an order or refund number.',
    );
  });

  it('is left alone when it is made of the business identity', () => {
    expect(found(`${stripe}export async function refund(charge: string) {
  await stripe.refunds.create({ charge }, { idempotencyKey: \`refund:\${charge}\` });
}`)).toEqual([]);
  });

  it('is reported in a header', () => {
    expect(found(`import axios from 'axios';
import { nanoid } from 'nanoid';
export const pay = (order: Order) =>
  axios.post('/payments', order, { headers: { 'Idempotency-Key': nanoid() } });`)).toEqual(['4 sent']);
  });

  it('is reported in a header that is set by a call', () => {
    expect(found(`import { nanoid } from 'nanoid';
export async function pay(body: string) {
  const headers = new Headers();
  headers.set('Idempotency-Key', nanoid());
  await fetch('/payments', { method: 'POST', headers, body });
}`)).toEqual(['4 sent']);
  });

  it('is left alone when it is the key that the client sent', () => {
    expect(found(`import axios from 'axios';
export const pay = (req: Request, order: Order) =>
  axios.post('/payments', order, { headers: { 'Idempotency-Key': req.headers['idempotency-key'] } });`)).toEqual([]);
  });

  it('is reported where it stands in for the key that the client did not send', () => {
    expect(found(`${stripe}export async function refund(charge: string, clientKey?: string) {
  await stripe.refunds.create({ charge }, { idempotencyKey: clientKey ?? randomUUID() });
}`)).toEqual(['5 sent']);
  });

  it('is reported when one part of it comes from a clock', () => {
    expect(found(`import { Queue } from 'bullmq';
const refunds = new Queue('refunds');
export const refund = (no: string) => refunds.add('refund', { no }, { jobId: \`\${no}-\${Date.now()}\` });`)).toEqual(['3 sent']);
  });

  it('is left alone when the clock gives a period', () => {
    expect(found(`import { Queue } from 'bullmq';
const reminders = new Queue('reminders');
export const remind = (user: string) =>
  reminders.add('remind', { user }, { jobId: \`\${user}-\${new Date().toISOString().slice(0, 10)}\` });`)).toEqual([]);
  });

  it('is left alone when midnight is set before', () => {
    expect(found(`export async function remind(user: string, mailer: Mailer) {
  const today = new Date();
  today.setHours(0, 0, 0, 0);
  await mailer.send({ user }, { idempotencyKey: \`\${user}-\${today.getTime()}\` });
}`)).toEqual([]);
  });

  it('is left alone when a uuid is computed from a name', () => {
    expect(found(`${stripe}import { v5 } from 'uuid';
export const refund = (charge: string) => stripe.refunds.create({ charge }, { idempotencyKey: v5(charge, NAMESPACE) });`)).toEqual([]);
  });

  it('is reported through a hash that a helper makes', () => {
    expect(found(`${stripe}import { createHash } from 'node:crypto';
function keyFor(charge: string) {
  const stamp = new Date().toISOString();
  return createHash('sha256').update(JSON.stringify({ charge, stamp })).digest('hex');
}
export const refund = (charge: string) => stripe.refunds.create({ charge }, { idempotencyKey: keyFor(charge) });`)).toEqual(['6 sent']);
  });

  it('is left alone in a hash of the payload', () => {
    expect(found(`${stripe}import { createHash } from 'node:crypto';
const keyFor = (charge: string) => createHash('sha256').update(JSON.stringify({ charge })).digest('hex');
export const refund = (charge: string) => stripe.refunds.create({ charge }, { idempotencyKey: keyFor(charge) });`)).toEqual([]);
  });

  it('is left alone when what makes it cannot be read', () => {
    expect(found(`${stripe}import { generateIdempotencyKey } from '@acme/keys';
export const refund = (charge: string) => stripe.refunds.create({ charge }, { idempotencyKey: generateIdempotencyKey(charge) });`)).toEqual([]);
  });

  it('is reported in options that are spread', () => {
    expect(found(`${stripe}export async function refund(charge: string) {
  const options = { idempotencyKey: randomUUID() };
  await stripe.refunds.create({ charge }, { ...options, timeout: 5000 });
}`)).toEqual(['6 sent']);
  });

  it('is left alone in a log or an answer', () => {
    expect(found(`import { randomUUID } from 'node:crypto';
export function open(res: Response, logger: Logger) {
  const idempotencyKey = randomUUID();
  logger.info('opened', { idempotencyKey });
  res.json({ idempotencyKey });
}`)).toEqual([]);
  });
});

describe('a key in a retry', () => {
  it('is reported when each attempt makes its own', () => {
    expect(found(`${stripe}import pRetry from 'p-retry';
export const refund = (charge: string) =>
  pRetry(() => stripe.refunds.create({ charge }, { idempotencyKey: randomUUID() }));`)).toEqual(['6 retried']);
  });

  it('is left alone when all attempts share it', () => {
    expect(found(`${stripe}import pRetry from 'p-retry';
export function refund(charge: string) {
  const idempotencyKey = randomUUID();
  return pRetry(() => stripe.refunds.create({ charge }, { idempotencyKey }));
}`)).toEqual([]);
  });

  it('is left alone when it holds a counter that what it names keeps', () => {
    const timer = `import { Queue } from 'bullmq';
const queue = new Queue('q');
export async function plan(step: Step) {
  await queue.add('timeout', {}, { jobId: [step.id, step.attempts].join(':') });
}`;
    expect(found(timer)).toEqual([]);
    expect(found(timer.replace('step.attempts', 'step.attemptsMade'))).toEqual(['4 sent']);
  });

  it('is reported when it holds the number of the attempt', () => {
    expect(found(`${stripe}export async function refund(charge: string) {
  for (let attempt = 1; attempt <= 3; attempt++) {
    try {
      return await stripe.refunds.create({ charge }, { idempotencyKey: \`\${charge}-\${attempt}\` });
    } catch {}
  }
}`)).toEqual(['7 retried']);
  });

  it('is reported for a message whose id differs at each attempt', () => {
    expect(found(`import retry from 'async-retry';
import { v4 } from 'uuid';
export const send = (channel: Channel, body: Buffer) =>
  retry(async () => channel.publish('orders', '', body, { headers: { messageId: v4() } }));`)).toEqual(['4 retried']);
  });

  it('is left alone for a message that is given an id as it is sent', () => {
    expect(found(`import { v4 } from 'uuid';
export const send = (channel: Channel, body: Buffer) => channel.publish('orders', '', body, { messageId: v4() });`)).toEqual([]);
  });
});

describe('a key that is stored', () => {
  const prismaQueue = `import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
const orders = new Queue('orders');
`;

  it('is left alone when a row holds it before it is sent', () => {
    expect(found(`${stripe}import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export async function refund(charge: string) {
  const row = await prisma.refund.create({ data: { charge, idempotencyKey: randomUUID() } });
  await stripe.refunds.create({ charge }, { idempotencyKey: row.idempotencyKey });
}`)).toEqual([]);
  });

  it('is reported when the row is written after', () => {
    expect(found(`${stripe}import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export async function refund(charge: string) {
  const key = randomUUID();
  await stripe.refunds.create({ charge }, { idempotencyKey: key });
  await prisma.refund.create({ data: { charge, key } });
}`)).toEqual(['8 sent']);
  });

  it('is left alone when it is the id of a row made here', () => {
    expect(found(`${prismaQueue}export async function order(sku: string) {
  const id = randomUUID();
  await orders.add('order', { id }, { jobId: id });
  await prisma.order.create({ data: { id, sku } });
}`)).toEqual([]);
  });

  it('is left alone for a job that has a name of its own on the other side', () => {
    expect(found(`${prismaQueue}export const order = (sku?: string) => orders.add('order', {}, { jobId: sku ?? randomUUID() });`)).toEqual([]);
  });

  it('is left alone when code that cannot be read stores it', () => {
    expect(found(`${stripe}export async function refund(charge: string, keys: KeyStore) {
  const key = randomUUID();
  await keys.save(charge, key);
  await stripe.refunds.create({ charge }, { idempotencyKey: key });
}`)).toEqual([]);
  });

  it('is reported when a conflict on a key made anew is ignored', () => {
    expect(found(`import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
const pool = new Pool();
export const pay = (order: string) =>
  pool.query('INSERT INTO payments (order_no, idempotency_key) VALUES ($1, $2) ON CONFLICT (idempotency_key) DO NOTHING', [order, randomUUID()]);`)).toEqual(['5 stored']);
  });

  it('is left alone when another column keeps duplicates out', () => {
    expect(found(`import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
const pool = new Pool();
export const pay = (order: string) =>
  pool.query('INSERT INTO payments (order_no, idempotency_key) VALUES ($1, $2) ON CONFLICT (order_no) DO NOTHING', [order, randomUUID()]);`)).toEqual([]);
  });

  it('is reported when the column holds the id of the request', () => {
    expect(found(`import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export const pay = (req: FastifyRequest, amount: number) =>
  prisma.payment.create({ data: { amount, idempotencyKey: req.id } });`)).toEqual(['4 stored']);
  });
});

describe('what the channel names', () => {
  it('is reported for the id of a request', () => {
    expect(found(`${stripe}export const refund = (req: Request, charge: string) =>
  stripe.refunds.create({ charge }, { idempotencyKey: req.headers['x-request-id'] });`)).toEqual(['5 sent']);
  });

  it('is reported for a delivery tag', () => {
    expect(found(`${stripe}export const refund = (message: Message, charge: string) =>
  stripe.refunds.create({ charge }, { idempotencyKey: \`refund-\${message.fields.deliveryTag}\` });`)).toEqual(['5 sent']);
  });

  it('is left alone when the client wrote it into the body', () => {
    expect(found(`${stripe}export const refund = (body: Refund) =>
  stripe.refunds.create({ charge: body.charge }, { idempotencyKey: body.requestId });`)).toEqual([]);
  });

  it('is left alone when a row is looked up by it', () => {
    expect(found(`${stripe}import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export async function approve(requestId: string) {
  const request = await prisma.refundRequest.findUniqueOrThrow({ where: { id: requestId } });
  await stripe.refunds.create({ charge: request.charge }, { idempotencyKey: requestId });
}`)).toEqual([]);
  });
});

describe('a key in redis', () => {
  const redis = `import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';
const redis = new Redis();
`;

  it('is reported when a lock is named by the request', () => {
    expect(found(`${redis}export const lock = (req: FastifyRequest) => redis.set(\`lock:refund:\${req.id}\`, randomUUID(), 'PX', 5000, 'NX');`)).toEqual(['4 locked']);
  });

  it('is left alone when only the owner of the lock is made anew', () => {
    expect(found(`${redis}export const lock = (refundNo: string) => redis.set(\`lock:refund:\${refundNo}\`, randomUUID(), 'PX', 5000, 'NX');`)).toEqual([]);
  });

  it('is left alone when it is a token', () => {
    expect(found(`${redis}export async function issue(user: string) {
  const token = randomUUID();
  await redis.set(\`token:\${token}\`, user, 'EX', 60, 'NX');
  return token;
}`)).toEqual([]);
  });

  it('is reported when what is to keep duplicates out holds the time', () => {
    expect(found(`${redis}export const first = (id: string) => redis.set(\`processed:\${id}:\${Date.now()}\`, '1', 'EX', 60, 'NX');`)).toEqual(['4 stored']);
  });

  it('is left alone when it counts a window', () => {
    expect(found(`${redis}export const first = (ip: string) => redis.set(\`once:\${ip}:\${Math.floor(Date.now() / 60_000)}\`, '1', 'EX', 60, 'NX');`)).toEqual([]);
  });

  it('is left alone when it is the id of the message', () => {
    expect(found(`${redis}export const first = (messageId: string) => redis.set(\`processed:\${messageId}\`, '1', 'EX', 60, 'NX');`)).toEqual([]);
  });
});

describe('across functions and files', () => {
  it('is reported where the caller makes the key', () => {
    const files = {
      'refund.ts': `import { randomUUID } from 'node:crypto';
import { refund } from './gateway.js';
export const cancel = (charge: string) => refund(charge, randomUUID());`,
      'gateway.ts': `${stripe}export const refund = (charge: string, idempotencyKey: string) => stripe.refunds.create({ charge }, { idempotencyKey });`,
    };
    expect(briefOf(findingsOf(rule, files))).toEqual(['3 sent']);
  });

  it('is not reported again at the caller of a function that makes it', () => {
    const files = {
      'cancel.ts': `import { refund } from './gateway.js';
export const cancel = (charge: string) => refund(charge);`,
      'gateway.ts': `${stripe}export const refund = (charge: string) => stripe.refunds.create({ charge }, { idempotencyKey: randomUUID() });`,
    };
    expect(briefOf(findingsOf(rule, files))).toEqual([]);
  });

  it('is reported through a wrapper of the project that tries again', () => {
    const files = {
      'refund.ts': `${stripe}import { withRetry } from './with-retry.js';
export const refund = (charge: string) =>
  withRetry(() => stripe.refunds.create({ charge }, { idempotencyKey: randomUUID() }));`,
      'with-retry.ts': `export async function withRetry<T>(run: () => Promise<T>): Promise<T> {
  for (let i = 0; ; i++) {
    try {
      return await run();
    } catch (error) {
      if (i === 3) throw error;
    }
  }
}`,
    };
    expect(briefOf(findingsOf(rule, files))).toEqual(['6 retried']);
  });
});
