import { execFileSync, spawnSync } from 'node:child_process';
import { AssertionError } from 'node:assert';
import { setTimeout as wait } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { hammer, HammerError, type HammerOptions } from '../../src/testing/index.js';
import { reportText } from '../../src/testing/hammer-report.js';
import { temporaryProject } from '../temporary-project.js';

interface Row {
  readonly id: number;
  readonly key: string;
}

/** A table in memory whose reads and writes take a turn, as those of a database do. */
function shop() {
  const rows: Row[] = [];
  const charge = vi.fn<(key: string) => void>();
  const find = async (key: string): Promise<Row | undefined> => {
    const found = rows.find(row => row.key === key);
    await wait(1);
    return found;
  };
  const insert = (key: string): Row => {
    const row = { id: rows.length + 1, key };
    rows.push(row);
    return row;
  };
  return {
    rows,
    charge,
    racy: async (key: string): Promise<Row> => {
      const found = await find(key);
      if (found) return found;
      charge(key);
      return insert(key);
    },
    right: async (key: string): Promise<Row> => {
      const found = rows.find(row => row.key === key);
      if (found) return find(key).then(row => row ?? found);
      const row = insert(key);
      await wait(1);
      charge(key);
      return row;
    },
  };
}

async function failure<T>(
  call: (index: number) => T | Promise<T>,
  options: HammerOptions<T>,
): Promise<HammerError> {
  const error: unknown = await hammer(call, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HammerError)) throw new Error(`It held, or failed otherwise: ${String(error)}`);
  return error;
}

describe('hammer', () => {
  it('fails on calls that look and then insert', async () => {
    const { rows, charge, racy } = shop();
    const error = await failure(() => racy('a'), { rows: () => rows, downstream: () => charge.mock.calls });
    expect(error).toBeInstanceOf(AssertionError);
    expect(error.report).toMatchObject({
      times: 100,
      rows: { before: 0, added: 100 },
      downstream: { added: 100 },
    });
    expect(error.message.replace(/\d+ ms/u, '1 ms'))
      .toBe(`100 calls at once did not do their work exactly once (1 ms).
  ✗ rows        100 rows, one was expected
  ✗ downstream  100 calls, one was expected
  ✗ answers     100 different ones, one was expected
      1 × { id: 1, key: 'a' }
      1 × { id: 2, key: 'a' }
      1 × { id: 3, key: 'a' }
      1 × { id: 4, key: 'a' }
      1 × { id: 5, key: 'a' }`);
    expect([error.actual, error.expected]).toEqual([
      { rows: 100, downstream: 100, answers: 100, errors: 0 },
      { rows: 1, downstream: 1, answers: 1, errors: 0 },
    ]);
  });

  it('holds where the work is done once, and says what callers got', async () => {
    const { rows, charge, right } = shop();
    const report = await hammer(() => right('a'), {
      rows: () => Promise.resolve(rows.length),
      downstream: () => charge.mock.calls,
    });
    expect(report).toMatchObject({
      rows: { before: 0, added: 1 },
      downstream: { before: 0, added: 1 },
      answers: [{ text: "{ id: 1, key: 'a' }", count: 100 }],
      errors: [],
      processing: 0,
    });
  });

  it('fails on each single demand', async () => {
    const one = { rows: () => table };
    const table: number[] = [];
    const first = () => {
      if (table.length === 0) table.push(1);
      return 'done';
    };
    await expect(hammer(first, one)).resolves.toMatchObject({ rows: { added: 1 } });
    expect((await failure(first, one)).message).toContain(
      '0 rows, one was expected; 1 had been there before: is the key a new one?',
    );
    const sent: number[] = [];
    expect((await failure(() => void sent.push(1), { times: 2, downstream: () => sent })).message).toContain(
      '✗ downstream  2 calls',
    );
    let calls = 0;
    const different = await failure(() => calls++, { times: 3, rows: () => Math.min(calls, 1) });
    expect(different.message).toContain('✓ rows        1 row\n  ✗ answers     3 different ones');
  });

  it('takes an error for no answer, and puts equal ones together', async () => {
    const table: number[] = [];
    const refuse = () => {
      if (table.length > 0) throw new RangeError(`duplicate key\nDETAIL: ${String(Math.random())}`);
      table.push(1);
      return 'done';
    };
    const { message } = await failure(refuse, { times: 4, rows: () => table });
    expect(message).toContain(
      "✓ answers     equal for 1 caller\n      1 × 'done'\n  ✗ errors      3 callers got one\n      3 × RangeError: duplicate key",
    );
  });

  it('lets callers be told that the first is at work, but not all of them', async () => {
    const table: number[] = [];
    const claim = () => {
      if (table.length > 0) throw new Error('409');
      table.push(1);
      return 'done';
    };
    const options: HammerOptions<string> = { rows: () => (table.splice(0).length > 0 ? 1 : 0) };
    const isProcessing: HammerOptions<string>['isProcessing'] = outcome =>
      outcome.status === 'rejected' && String(outcome.reason).includes('409');
    await expect(hammer(claim, { ...options, isProcessing })).resolves.toMatchObject({ processing: 99 });
    const nobody = await failure(() => 'later', { rows: () => 1, isProcessing: () => true });
    expect(nobody.message).toContain(
      '✗ answers     no caller got one\n  ✓ processing  told to come back: 100 callers',
    );
  });

  it('compares the part of the answer that it is told', async () => {
    let calls = 0;
    const call = () => ({ id: 1, at: calls++ });
    const rows = () => Math.min(calls, 1);
    await expect(hammer(call, { rows, answer: ({ id }) => id })).resolves.toMatchObject({
      answers: [{ text: '1', count: 100 }],
    });
    calls = 0;
    expect((await failure(call, { rows })).report.answers).toHaveLength(100);
  });

  it('says what it cannot work with', async () => {
    await expect(hammer(() => 1, {})).rejects.toThrow('give it `rows` or `downstream`');
    await expect(hammer(() => 1, { times: 1, rows: () => 1 })).rejects.toThrow('`times` is 1');
  });
});

describe('the report in the README', () => {
  it('is one', () => {
    const text = reportText({
      times: 100,
      milliseconds: 41,
      rows: { before: 0, added: 3 },
      downstream: { before: 0, added: 1 },
      answers: [98, 1, 1].map((count, index) => ({ count, text: `{ id: ${String(index + 1)} }` })),
      errors: [],
      processing: 0,
    });
    expect(readFileSync('README.md', 'utf8')).toContain(`\n${text}\n`);
  });
});

describe('hammer in another test runner', () => {
  const entry = pathToFileURL(path.resolve('dist/src/testing/index.js')).href;
  const test = (framework: string): string => `${framework}
import { hammer } from ${JSON.stringify(entry)};
const table = [];
const racy = async () => {
  if (table.length > 0) return table[0];
  await null;
  return table.push('row'), table.length;
};
const right = async () => {
  if (table.length === 0) table.push('row');
  return 1;
};
test('racy', () => hammer(racy, { rows: () => table }));
test('right', () => { table.length = 0; return hammer(right, { rows: () => table }); });
`;

  it('fails and passes tests of node:test', () => {
    const root = temporaryProject({ 'node.test.mjs': test("import { test } from 'node:test';") });
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--test', '--test-reporter=tap', 'node.test.mjs'],
      { cwd: root, encoding: 'utf8', env: { PATH: process.env['PATH'] } },
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(/^ *not ok 1 - racy$/mu);
    expect(stdout).toMatch(/^ *ok 2 - right$/mu);
    expect(stdout).toContain('100 calls at once did not do their work exactly once');
  });

  it('is what the package exports', () => {
    const code =
      "import('eslint-plugin-idempotency/testing').then(({ hammer }) => console.log(typeof hammer))";
    expect(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' })).toBe('function\n');
  });
});
