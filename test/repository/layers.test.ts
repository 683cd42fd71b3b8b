import { beforeAll, describe, expect, it } from 'vitest';
import { runSeeded, type Outcome } from './seeded-repository.js';

const nothing = 'export const nothing = 0;\n';
const type = "import type { TSESTree } from '@typescript-eslint/utils';\nexport type Node = TSESTree.Node;\n";

describe('the layer check', () => {
  it('passes where imports go down, and on types of a development package', () => {
    const files = {
      'src/flow/a.ts': type,
      'src/analysis/b.ts': "export type { Node } from '../flow/a.js';\n",
      'rules/c.ts': "export type { Node as default } from '../src/analysis/b.js';\n",
      'src/index.ts': "export type { default } from '../rules/c.js';\n",
    };
    expect(runSeeded({ files }, 'depcruise', 'src', 'rules')).toMatchObject({ code: 0 });
  });

  describe('fails on', () => {
    let outcome: Outcome;

    beforeAll(() => {
      const files = {
        'src/flow/nothing.ts': nothing,
        'src/adapters/nothing.ts': nothing,
        'src/cli/nothing.ts': nothing,
        'src/adapters/upwards.ts': "export * from '../flow/nothing.js';\n",
        'rules/library.ts': "import type { nothing } from '../src/adapters/nothing.js';\nexport type A = typeof nothing;\n",
        'rules/other-rule.ts': "export * from './library.js';\n",
        'src/adapters/disk.ts': "import { readFileSync } from 'node:fs';\nexport const text = readFileSync('x');\n",
        'src/flow/cycle.ts': "import { back } from './back.js';\nexport const cycle = (): number => back();\n",
        'src/flow/back.ts': "import { cycle } from './cycle.js';\nexport const back = (): number => cycle();\n",
        'src/plugin.ts': "export * from './cli/nothing.js';\n",
        'src/flow/package.ts': "export { AST_NODE_TYPES } from '@typescript-eslint/utils';\n",
      };
      outcome = runSeeded({ files }, 'depcruise', 'src', 'rules');
    }, 60_000);

    it.each([
      ['an import of a higher layer', 'layer-adapters: src/adapters/upwards.ts → src/flow/nothing.ts'],
      ['a rule that knows a library, even by type', 'layer-rules: rules/library.ts → src/adapters/nothing.ts'],
      ['a rule that imports a rule', 'layer-rules: rules/other-rule.ts → rules/library.ts'],
      ['an adapter that reads the disk', 'disk-only-in-modules-and-cli: src/adapters/disk.ts'],
      ['a cycle', 'no-cycle: src/flow/back.ts'],
      ['an import of the command line', 'nothing-imports-the-top: src/plugin.ts → src/cli/nothing.ts'],
      ['a package that users do not have', 'no-development-package: src/flow/package.ts'],
    ])('%s', (_, violation) => {
      expect(outcome.code).not.toBe(0);
      expect(outcome.output).toContain(violation);
    });
  });
});
