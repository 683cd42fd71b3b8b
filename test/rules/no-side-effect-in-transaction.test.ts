import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-side-effect-in-transaction.js';
import { briefOf, findingsOf, textOf } from './findings-of.js';

const found = (code: string | Readonly<Record<string, string>>): readonly string[] => briefOf(findingsOf(rule, code));

const prisma = (body: string, after = ''): string => `import { PrismaClient } from '@prisma/client';
import Stripe from 'stripe';
import { Queue } from 'bullmq';
const prisma = new PrismaClient();
const stripe = new Stripe('sk');
const queue = new Queue('mails');
export async function pay(id: string, mailer: Mailer, axios: Axios) {
  await prisma.$transaction(async tx => {
    ${body}
  });
  ${after}
}`;
const update = "await tx.order.update({ where: { id }, data: { status: 'paid' } });";

describe('a service that acts inside a transaction', () => {
  it('is reported for a payment', () => {
    const [finding] = findingsOf(rule, prisma(`await stripe.refunds.create({ charge: id });\n    ${update}`));
    expect(finding).toMatchObject({ messageId: 'called', loc: { start: { line: 9 } } });
    expect(finding && textOf(rule, finding)).toBe(
      'The call of `refunds.create` acts though the transaction may be rolled back, and again when it is repeated. ' +
        'Call it after the commit, or store what is to be done beside `order` (line 10).',
    );
  });

  it('is reported for a mail, a POST and a message', () => {
    expect(found(prisma(`${update}\n    await mailer.sendMail({ to: id });`))).toEqual(['10 called']);
    expect(found(prisma(`${update}\n    await axios.post('/orders', { id });`))).toEqual(['10 called']);
    expect(found(prisma(`${update}\n    await queue.add('mail', { id });`))).toEqual(['10 sent']);
  });

  it('is left alone after the commit', () => {
    expect(found(prisma(update, 'await mailer.sendMail({ to: id });'))).toEqual([]);
    expect(found(prisma(`${update}\n    tx.afterCommit(() => mailer.sendMail({ to: id }));`))).toEqual([]);
    expect(found(prisma(`${update}\n    runOnTransactionCommit(() => queue.add('mail', { id }));`))).toEqual([]);
  });

  it('is left alone where it is only stored, or only asked', () => {
    expect(found(prisma(`${update}\n    await tx.outbox.create({ data: { topic: 'mail', id } });`))).toEqual([]);
    expect(found(prisma(`${update}\n    await axios.get('/rates');`))).toEqual([]);
    expect(found(prisma(`${update}\n    await stripe.refunds.retrieve(id);`))).toEqual([]);
  });

  it('is left alone where the transaction is handed to it', () => {
    expect(found(prisma(`${update}\n    await mailer.sendMail(tx, { to: id });`))).toEqual([]);
  });

  it('is left alone where the service could tell that it was asked before', () => {
    expect(found(prisma(`${update}\n    await stripe.refunds.create({ charge: id }, { idempotencyKey: id });`))).toEqual([]);
  });

  it('is left alone where the transaction only reads', () => {
    expect(found(prisma('await tx.order.findUnique({ where: { id } });\n    await mailer.sendMail({ to: id });'))).toEqual([]);
  });

  it('is left alone where it takes back', () => {
    expect(found(prisma(`try { ${update} } catch (error) { await stripe.refunds.create({ charge: id }); throw error; }`))).toEqual([]);
  });

  it('is left alone where a row has a method of the name', () => {
    expect(found(prisma(`const wallet = await tx.wallet.findUnique({ where: { id } });
    wallet.debit(5);
    ${update}`))).toEqual([]);
  });

  it('is reported where it stands in another function, at its call', () => {
    expect(found(`${prisma(`${update}\n    await tell(id);`)}
const mailer = createTransport();
async function tell(id: string) { await mailer.sendMail({ to: id }); }`)).toEqual(['10 called']);
  });

  it('is reported where a function that is handed the transaction does both', () => {
    expect(found({ 'app.ts': `import { settle } from './settle.js';\n${prisma('await settle(tx, id);')}`, 'settle.ts': `import { mailer } from './mailer.js';
import type { Prisma } from '@prisma/client';
export async function settle(tx: Prisma.TransactionClient, id: string) {
  ${update}
  await mailer.sendMail({ to: id });
}` })).toEqual(['10 called']);
  });

  it('is reported once, by the function that opens the transaction', () => {
    expect(found(`${prisma(update).replace('pay(', 'inTransaction(')}
export const twice = (id: string) => inTransaction(id, createTransport(), axios);`)).toEqual([]);
    expect(found(`${prisma(`${update}\n    await mailer.sendMail({ to: id });`)}
export const twice = (id: string) => pay(id, createTransport(), axios);`)).toEqual(['10 called']);
  });
});

describe('a transaction that clients find by themselves', () => {
  it('is reported', () => {
    expect(found(`import { Sequelize, DataTypes } from 'sequelize';
const sequelize = new Sequelize('sqlite::memory:');
const Order = sequelize.define('order', { id: DataTypes.STRING });
export async function pay(id: string, mailer: Mailer) {
  await sequelize.transaction(async transaction => {
    await Order.update({ status: 'paid' }, { where: { id }, transaction });
    await mailer.sendMail({ to: id });
  });
}`)).toEqual(['7 called']);
  });
});
