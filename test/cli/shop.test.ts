import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { run, type Output } from './run.js';

const shop = path.resolve(import.meta.dirname, '../../fixtures/projects/shop');
let json: Output;

beforeAll(async () => {
  json = await run(path.dirname(shop), 'check', 'shop', '--format', 'json');
});

it('the example shop has each defect where it is marked, and no other', () => {
  expect(json).toMatchObject({ code: 1, error: '' });
  expect(findings(json)).toEqual([
    'src/customers/customers.service.ts:13 no-check-then-insert',
    'src/orders/orders.service.ts:39 no-read-then-update',
    'src/orders/orders.service.ts:64 no-check-then-insert',
    'src/payments/payments.controller.ts:32 no-request-id-key',
    'src/payments/payments.service.ts:31 require-state-check-in-lock',
    'src/payments/payments.service.ts:40 no-request-id-key',
    'src/products/products.service.ts:14 no-read-then-update',
    'src/shipping/order-events.consumer.ts:23 no-split-consume-transaction',
  ]);
});

it('the finding that spans two files of the shop shows the call, the read and the insert', async () => {
  const { out } = await run(shop, 'check', 'src/customers');
  expect(out).toContain('> 13 |     return this.customers.insert(email, name);');
  expect(out).toContain('reads customer src/customers/customers.repository.ts:14:12');
  expect(out).toContain('inserts customer src/customers/customers.repository.ts:18:12');
});

function findings({ out }: Output): readonly string[] {
  const results = JSON.parse(out) as { filePath: string; messages: { ruleId: string; line: number }[] }[];
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, line }) => `${path.relative(shop, filePath)}:${line} ${ruleId.replace('idempotency/', '')}`),
  );
}
