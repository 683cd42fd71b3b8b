import { unhandledUpserts } from '../src/analysis/unguarded-writes.js';
import { columnsText, resourceText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'require-violation-handling',
  description: 'Require that the unique violation of an upsert which is two statements is handled',
  recommended: 'strict',
  messages: {
    upsertReadsFirst:
      'Of two runs at once that both miss `{{resource}}` by {{columns}}, the second fails: this upsert is a SELECT, ' +
        'then an INSERT. Catch the unique violation and answer the row that is there.',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    for (const upsert of unhandledUpserts(unit)) {
      const resource = resourceText(upsert);
      yield {
        rule: this.name,
        messageId: 'upsertReadsFirst',
        data: { resource, columns: columnsText(upsert.filter) },
        file: unit.file,
        loc: unit.at(upsert),
        related: [unit.place(upsert, `upserts ${resource}`)],
      };
    }
  },
});
