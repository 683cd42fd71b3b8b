import { checkThenInserts } from '../src/analysis/check-then-insert.js';
import type { Codemod } from '../src/rewrites/codemod.js';
import { insertFirst } from '../src/rewrites/insert-first.js';
import { transformOf } from '../src/rewrites/transform.js';

export const codemod: Codemod = {
  name: 'insert-first',
  rule: 'no-check-then-insert',
  description: 'Handle the unique violation of the run that inserts second, and answer the row that is there',
  *rewrites(target) {
    const { unit } = target;
    for (const pair of checkThenInserts(unit))
      yield { loc: unit.at(pair.insert), rewrite: insertFirst(target, pair) };
  },
};

/** For `npx jscodeshift -t`. */
export default transformOf(codemod);
