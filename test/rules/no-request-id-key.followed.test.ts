import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-request-id-key.js';
import { briefOf, findingsOf } from './findings-of.js';

const charge = (body: string, more = ''): readonly string[] =>
  briefOf(findingsOf(rule, `import { createHash, randomUUID } from 'node:crypto';
import pRetry from 'p-retry';
import Stripe from 'stripe';
const stripe = new Stripe('sk');
const send = (idempotencyKey: string) => stripe.refunds.create({ charge: 'c' }, { idempotencyKey });
export async function refund(req: Request, orderId: string, given?: string) {
  ${body}
}
${more}`));

describe('a key is followed from where it is made', () => {
  it('through variables, lists and texts', () => {
    expect(charge("const parts = [orderId, randomUUID()];\n  await send(parts.join(':'));")).toHaveLength(1);
    expect(charge('const id = randomUUID();\n  const key = `${orderId}-${id}`;\n  await send(key);')).toHaveLength(1);
    expect(charge("const parts = [orderId, 'refund'];\n  await send(parts.join(':'));")).toEqual([]);
  });

  it('through hashes and helpers', () => {
    const helper = (made: string): string => `function keyOf(id: string) { return createHash('sha1').update(id + ${made}).digest('hex'); }`;
    expect(charge('await send(keyOf(orderId));', helper('Date.now()'))).toHaveLength(1);
    expect(charge('await send(keyOf(orderId));', helper("'refund'"))).toEqual([]);
  });

  it('into a retry: made before it, all attempts have the same', () => {
    expect(charge('await pRetry(() => send(randomUUID()));')).toHaveLength(1);
    expect(charge('let key = orderId;\n  await pRetry(() => { key = randomUUID(); return send(key); });')).toHaveLength(1);
    expect(charge('await withRetry(() => send(`${orderId}:${randomUUID()}`));')).toHaveLength(1);
    expect(charge('await withRetry(() => send(`${orderId}:refund`));')).toEqual([]);
  });
});
