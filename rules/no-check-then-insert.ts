import { checkThenInserts, numberedInserts } from '../src/analysis/check-then-insert.js';
import { columnsText, resourceText, whereText } from '../src/analysis/wording.js';
import { checkThenUpdates, quotas, type Checked } from '../src/analysis/uniqueness-and-quota.js';
import type { UnitOfWork } from '../src/analysis/unit-of-work.js';
import type { Finding } from '../src/operations/finding.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export interface Options {
  /** Also report an update to a value that a read found no other row with. */
  readonly checkUpdates?: boolean;
  /** Also report an insert that a count below a limit lets through. */
  readonly checkQuotas?: boolean;
}

export default defineRule({
  name: 'no-check-then-insert',
  description: 'Disallow an insert that runs because a read of the same table found nothing',
  recommended: true,
  messages: {
    checkThenInsert:
      'Two runs at once both miss `{{resource}}` by {{columns}} ({{where}}) and both insert it. Insert ' +
        'first on a unique constraint and on conflict answer the row that is there.',
    checkThenInsertPossibly:
      'Two runs at once can both miss `{{resource}}` ({{where}}) and both insert it. Insert first on a ' +
        'unique constraint and on conflict answer the row that is there.',
    nextNumber:
      'Two runs at once read the same highest `{{columns}}` of `{{resource}}` ({{where}}) and both insert ' +
        'the next. Let the database number the rows, or lock the parent row first.',
    checkThenUpdate:
      'Two runs at once both find `{{columns}}` of `{{resource}}` free ({{where}}) and both take it. Put ' +
        'a unique constraint on it and handle its violation.',
    quota:
      'Two runs at once both count `{{resource}}` below its limit ({{where}}) and both insert, past the ' +
        'limit. Lock the parent row before counting.',
  },
  schema: [
    {
      type: 'object',
      properties: { checkUpdates: { type: 'boolean' }, checkQuotas: { type: 'boolean' } },
      additionalProperties: false,
    },
  ],
  defaultOptions: [{ checkUpdates: false, checkQuotas: false }],
  strictOptions: { checkUpdates: true, checkQuotas: true },
  *find(unit, { checkUpdates, checkQuotas }: Options) {
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
        related: [
          unit.place(read, `reads the highest ${column}`),
          unit.place(insert, `inserts the next ${column}`),
        ],
      };
    }
    if (checkUpdates === true)
      for (const checked of checkThenUpdates(unit)) yield found(unit, 'checkThenUpdate', checked);
    if (checkQuotas === true) for (const checked of quotas(unit)) yield found(unit, 'quota', checked);
  },
});

function found(unit: UnitOfWork, messageId: string, { read, write, column }: Checked): Finding {
  const resource = resourceText(write);
  return {
    rule: 'no-check-then-insert',
    messageId,
    data: { resource, columns: column, where: whereText(unit, read) },
    file: unit.file,
    loc: unit.at(write),
    related: [unit.place(read, `reads ${resource}`), unit.place(write, `writes ${resource}`)],
  };
}
