import { beforeAll, describe, expect, it } from 'vitest';
import { runSeeded, type Outcome } from './seeded-repository.js';

describe('our own lint fails on', () => {
  let outcome: Outcome;

  beforeAll(() => {
    const files = {
      'src/flow/clean.ts': 'export const one = 1;\n',
      'src/flow/state.ts': 'export let count = 0;\nexport const add = (): number => (count += 1);\n',
      'src/flow/promise.ts': 'export function start(): void {\n  Promise.resolve(1);\n}\n',
      'src/flow/output.ts': 'export const print = (): void => console.log(1);\n',
      'src/flow/long.ts': `export const ones = [\n${'  1,\n'.repeat(260)}];\n`,
      'test/alone.test.ts': "import { it } from 'vitest';\nit.only('alone', () => undefined);\n",
    };
    outcome = runSeeded({ files }, 'eslint', '--format', 'json', '.');
  }, 120_000);

  it.each([
    ['state at module level', 'state.ts', 'no-restricted-syntax'],
    ['a promise that nobody awaits', 'promise.ts', '@typescript-eslint/no-floating-promises'],
    ['output from the engine', 'output.ts', 'no-console'],
    ['a file over the cap', 'long.ts', 'max-lines'],
    ['a test that runs alone', 'alone.test.ts', 'no-restricted-properties'],
  ])('%s', (_, file, rule) => {
    expect(outcome.code).toBe(1);
    expect(rulesIn(file)).toEqual([rule]);
  });

  it('nothing else', () => {
    expect(rulesIn('clean.ts')).toEqual([]);
  });

  function rulesIn(file: string): readonly string[] {
    const results = JSON.parse(outcome.output) as { filePath: string; messages: { ruleId: string }[] }[];
    const result = results.find(({ filePath }) => filePath.endsWith(`/${file}`));
    return result?.messages.map(({ ruleId }) => ruleId) ?? [];
  }
});

it('the type check fails on a wrong type and on an element that may be missing', () => {
  const files = {
    'src/wrong.ts': "export const one: number = 'one';\n",
    'src/missing.ts': 'export const first = (list: string[]): string => list[0];\n',
  };
  const { code, output } = runSeeded({ files }, 'tsc', '--noEmit');
  expect(code).not.toBe(0);
  expect(output).toContain('src/wrong.ts(1,14): error TS2322');
  expect(output).toContain('src/missing.ts(1,50): error TS2322');
});
