import { expect, it } from 'vitest';
import { runSeeded } from './seeded-repository.js';

it('the check of generated files fails where one is old', () => {
  const files = {
    'rules/index.ts': 'export const ruleDefinitions = [];\n',
    'README.md': '<!-- rules -->\n\n| Rule |\n\n<!-- /rules -->\n',
    'docs/rules/no-check-then-insert.md': '# no-check-then-insert\n\nOld.\n\n<!-- end of generated header -->\n',
  };
  const { code, output } = runSeeded({ files, folders: ['src', 'rules', 'scripts'] }, 'jiti', 'scripts/generate.ts', '--check');
  expect(output).toContain('Out of date: rules/index.ts, README.md, docs/rules/no-check-then-insert.md. Run `npm run generate`');
  expect(code).toBe(1);
});
