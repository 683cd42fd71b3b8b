import { checkThenInserts, numberedInserts } from '../src/analysis/check-then-insert.js';
import { columnsText, resourceText, whereText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'no-check-then-insert',
  description: 'Disallow an insert that runs because a read of the same table found nothing',
  recommended: true,
  messages: {
    checkThenInsert:
      'Two runs at once both miss `{{resource}}` by {{columns}} ({{where}}) and both insert it. Insert first on a unique constraint and on conflict answer the row that is there.',
    checkThenInsertPossibly:
      'Two runs at once can both miss `{{resource}}` ({{where}}) and both insert it. Insert first on a unique constraint and on conflict answer the row that is there.',
    nextNumber:
      'Two runs at once read the same highest `{{columns}}` of `{{resource}}` ({{where}}) and both insert the next. Let the database number the rows, or lock the parent row first.',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    for (const { read, insert, match } of checkThenInserts(unit)) {
      const resource = resourceText(insert);
      yield {
        rule: this.name,
        messageId: match === 'certain' ? 'checkThenInsert' : 'checkThenInsertPossibly',
        data: { resource, columns: columnsText(read.filter), where: whereText(unit, read) },
        file: unit.file,
        loc: unit.at(insert),
        related: [unit.place(read, `reads ${resource}`), unit.place(insert, `inserts ${resource}`)],
      };
    }
    for (const { read, insert, column } of numberedInserts(unit)) {
      const resource = resourceText(insert);
      yield {
        rule: this.name,
        messageId: 'nextNumber',
        data: { resource, columns: column, where: whereText(unit, read) },
        file: unit.file,
        loc: unit.at(insert),
        related: [unit.place(read, `reads the highest ${column}`), unit.place(insert, `inserts the next ${column}`)],
      };
    }
  },
});
