import { describe, expect, it } from 'vitest';
import { operations } from './delivered.js';

const retried = (text: string) => operations(`export async function run(id) { ${text} }`);
const scopes = (imports: string, call: string) =>
  operations(`${imports}\nconst write = () => prisma.order.create({ data: { id: 1 } });\nexport async function run() { ${call} }`)
    .filter(({ frames, scopes: own }) => own.length > 0 || frames.length > 0)
    .map(operation => operation.scopes.map(({ kind }) => kind));

describe('retry helpers', () => {
  it('runs a function again', () => {
    expect(scopes(`import pRetry from 'p-retry';`, 'await pRetry(write, { retries: 3 });')).toEqual([['retry']]);
    expect(scopes(`import retry from 'async-retry';`, 'await retry(async (bail, attempt) => { await write(); });')).toEqual([['retry']]);
    expect(scopes(`import promiseRetry from 'promise-retry';`, 'await promiseRetry({ retries: 3 }, again => write().catch(again));')).toEqual([['retry', 'try']]);
    expect(scopes(`import { backOff } from 'exponential-backoff';`, 'await backOff(() => write());')).toEqual([['retry']]);
  });

  it('runs an operation of retry', () => {
    expect(scopes(`import retry from 'retry';`, 'const operation = retry.operation(); operation.attempt(async () => { await write(); });')).toEqual([['retry']]);
  });

  it('runs under a policy of cockatiel', () => {
    const imports = `import { circuitBreaker, handleAll, retry, wrap } from 'cockatiel';\nconst policy = retry(handleAll, { maxAttempts: 3 });`;
    expect(scopes(imports, 'await policy.execute(() => write());')).toEqual([['retry']]);
    expect(scopes(imports, 'await wrap(circuitBreaker(handleAll, {}), policy).execute(() => write());')).toEqual([['retry']]);
  });

  it('answers what the function answers', () => {
    const [, update] = retried('const { default: pRetry } = await import("p-retry"); const order = await pRetry(() => prisma.order.create({ data: { id } })); await prisma.bill.create({ data: { order: order.id } });');
    expect(update?.columns.entries.get('order')).toMatchObject({ kind: 'member', name: 'id', object: { kind: 'result' } });
  });
});
