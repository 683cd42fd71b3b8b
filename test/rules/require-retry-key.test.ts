import { describe, expect, it } from 'vitest';
import rule from '../../rules/require-retry-key.js';
import type { IdempotencySettings } from '../../src/analysis/settings.js';
import { briefOf, findingsOf } from './findings-of.js';

const found = (code: string | Readonly<Record<string, string>>, settings?: IdempotencySettings): readonly string[] =>
  briefOf(findingsOf(rule, code, settings));

const stripe = `import Stripe from 'stripe';
import pRetry from 'p-retry';
import axios from 'axios';
const stripe = new Stripe('sk');
`;
const create = 'stripe.paymentIntents.create({ amount, currency: "eur" })';
const charge = (body: string): string => `${stripe}export async function charge(id: string, amount: number, options: object) {
  ${body}
}`;

describe('a payment that is tried again', () => {
  it('is reported under a retry helper', () => {
    expect(found(charge(`return pRetry(() => ${create}, { retries: 3 });`))).toEqual(['6 helper']);
  });

  it('is left alone with a key, or with options that cannot be read', () => {
    expect(found(charge(`return pRetry(() => stripe.paymentIntents.create({ amount }, { idempotencyKey: id }));`))).toEqual([]);
    expect(found(charge(`return pRetry(() => stripe.paymentIntents.create({ amount }, options));`))).toEqual([]);
    expect(found(charge(`return pRetry(() => stripe.paymentIntents.create({ amount }, { ...options }));`))).toEqual([]);
  });

  it('is left alone outside of a retry, or where it only reads', () => {
    expect(found(charge(`return ${create};`))).toEqual([]);
    expect(found(charge(`return pRetry(() => stripe.paymentIntents.retrieve(id));`))).toEqual([]);
  });

  it('is reported in a loop that counts attempts and catches', () => {
    const loop = (head: string, call: string, rescue = 'await pause(attempt);'): string =>
      charge(`${head} {
    try { return await ${call}; } catch (error) { ${rescue} }
  }`);
    expect(found(loop('for (let attempt = 0; attempt < 3; attempt++)', create))).toEqual(['7 loop']);
    expect(found(loop('let attempt = 3;\n  while (attempt-- > 0)', create))).toEqual(['8 loop']);
    expect(found(loop('for (let attempt = 0; attempt < 3; attempt++)', create, 'throw error;'))).toEqual([]);
    expect(found(loop('for (let index = 0; index < 3; index++)', create))).toEqual([]);
    expect(found(loop('for (const item of items)', create))).toEqual([]);
  });

  it('is reported under a helper of the project, in whichever file', () => {
    const helper = `export async function withRetry<T>(run: () => Promise<T>, left = 3): Promise<T> {
  try { return await run(); } catch (error) {
    if (left === 0) throw error;
    return withRetry(run, left - 1);
  }
}`;
    const app = charge(`return withRetry(() => ${create});`);
    expect(found({ 'app.ts': `import { withRetry } from './retry.js';\n${app}`, 'retry.ts': helper })).toEqual(['7 helper']);
    expect(found(`${app}\n${helper}`)).toEqual(['6 helper']);
    expect(found(`import { withRetry } from '@acme/tools';\n${app}`)).toEqual(['7 helper']);
  });

  it('is reported under a helper that counts attempts by another name', () => {
    expect(found(`${charge(`return persist(() => ${create});`)}
async function persist<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try { return await run(); } catch (error) { if (tries > 3) throw error; }
  }
}`)).toEqual(['6 loop']);
  });

  it('is reported by the function that tries again, and not by those that call it', () => {
    const loop = charge(`for (let attempt = 0; attempt < 3; attempt++) {
    try { return await ${create}; } catch (error) { await pause(attempt); }
  }`);
    const caller = `import { charge } from './charge.js';
// retry
export const pay = (id: string) => charge(id, 5, {});
export const payment = (id: string) => pay(id);`;
    expect(found({ 'app.ts': caller, 'charge.ts': loop })).toEqual([]);
    expect(found({ 'app.ts': `import { withRetry } from '@acme/tools';\n${caller.replace('pay(id);', 'withRetry(() => pay(id));')}`, 'charge.ts': charge(`return ${create};`) })).toEqual(['5 helper']);
  });

  it('is reported under a wrapper that the settings name', () => {
    const code = `// retries\n${charge(`return resilient(() => ${create});`)}`;
    expect(found(code, { wrappers: [{ name: 'resilient', kind: 'retry' }] })).toEqual(['7 helper']);
  });

  it('is left alone where a function of the project keeps books', () => {
    expect(found(charge('return pRetry(() => accountRepository.debit(id, amount));'))).toEqual([]);
  });
});

describe('a request that is tried again', () => {
  it('is reported for a POST that makes something', () => {
    expect(found(charge("return pRetry(() => axios.post('https://bank.test/payouts', { amount }));"))).toEqual(['6 helper']);
    expect(found(charge("return pRetry(() => fetch(`${base}/refunds`, { method: 'POST', body: JSON.stringify({ amount }) }));"))).toEqual(['6 helper']);
  });

  it('is left alone with a key among headers or in the body', () => {
    expect(found(charge("return pRetry(() => axios.post('/payouts', { amount }, { headers: { 'Idempotency-Key': id } }));"))).toEqual([]);
    expect(found(charge("return pRetry(() => axios.post('/payouts', { amount, clientReferenceId: id }));"))).toEqual([]);
    expect(found(charge("return pRetry(() => fetch('/payouts', { method: 'POST', headers: new Headers({ 'Idempotency-Key': id }) }));"))).toEqual([]);
  });

  it('is left alone for other methods, and for a POST that asks', () => {
    expect(found(charge("return pRetry(() => axios.get('/payouts'));"))).toEqual([]);
    expect(found(charge("return pRetry(() => axios.put('/payouts/1', { amount }));"))).toEqual([]);
    expect(found(charge("return pRetry(() => axios.delete('/payouts/1'));"))).toEqual([]);
    expect(found(charge("return pRetry(() => axios.post('/payments/search', { amount }));"))).toEqual([]);
    expect(found(charge("return pRetry(() => axios.post('/v1/chat/completions', { amount }));"))).toEqual([]);
  });
});

describe('a client that axios-retry repeats the requests of', () => {
  const client = (options: string, call: string): string => `import axios from 'axios';
import axiosRetry from 'axios-retry';
const payouts = axios.create({ baseURL: 'https://bank.test' });
axiosRetry(payouts, ${options});
export const send = (cents: number, id: string) => ${call};`;
  const post = "payouts.post('/payouts', { cents })";

  it('is reported for a POST where the condition does not look at the method', () => {
    expect(found(client('{ retryCondition: error => error.response.status >= 500 }', post))).toEqual(['5 helper']);
    expect(found(client('{ retryCondition: () => true }', post))).toEqual(['5 helper']);
    expect(found(client('{ retryCondition: axiosRetry.isRetryableError }', post))).toEqual(['5 helper']);
  });

  it('is left alone by default, or where the condition looks at the method', () => {
    expect(found(client('{ retries: 3 }', post))).toEqual([]);
    expect(found(client('{ retryCondition: axiosRetry.isIdempotentRequestError }', post))).toEqual([]);
    expect(found(client("{ retryCondition: error => error.config.method === 'get' }", post))).toEqual([]);
  });

  it('is left alone with a key, and for what is no POST', () => {
    expect(found(client('{ retryCondition: () => true }', "payouts.post('/payouts', { cents }, { headers: { 'Idempotency-Key': id } })"))).toEqual([]);
    expect(found(client('{ retryCondition: () => true }', "payouts.get('/payouts')"))).toEqual([]);
  });
});
