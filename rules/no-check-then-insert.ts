import { checkThenInserts, numberedInserts, type CheckThenInsert } from '../src/analysis/check-then-insert.js';
import type { Guarantee } from '../src/analysis/schema/guarantee.js';
import { columnsText, keyText, placeText, resourceText, whereText } from '../src/analysis/wording.js';
import { checkThenUpdates, quotas, quotaUpdates, type Checked } from '../src/analysis/uniqueness-and-quota.js';
import type { UnitOfWork } from '../src/analysis/unit-of-work.js';
import type { Finding } from '../src/operations/finding.js';
import type { Operation } from '../src/operations/operation.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export interface Options {
  /** Also report an update to a value that a read found no other row with. */
  readonly checkUpdates?: boolean;
  /** Also report an insert, or an update that makes one more, which a count below a limit lets through. */
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
    noConstraint:
      'Two runs at once both miss `{{resource}}` ({{where}}) and both insert it: no unique constraint on ' +
        '{{key}}. Add one, insert first, and on conflict answer the row that is there.',
    violationUnhandled:
      'Two runs at once both miss `{{resource}}` ({{where}}); the second insert fails on the unique ' +
        'constraint at {{constraint}}. Catch its violation and answer the row that is there.',
    checkThenInsertPossibly:
      'Two runs at once can both miss `{{resource}}` ({{where}}) and both insert it. Insert first on a ' +
        'unique constraint and on conflict answer the row that is there.',
    nextNumber:
      'Two runs at once read the same highest `{{columns}}` of `{{resource}}` ({{where}}) and both insert ' +
        'the next. Let the database number the rows, or lock the parent row first.',
    nextNumberUnhandled:
      'Two runs at once read the same highest `{{columns}}` of `{{resource}}` ({{where}}); the second insert fails ' +
        'on the unique constraint at {{constraint}}. Let the database number the rows, or try again on its violation.',
    checkThenUpdate:
      'Two runs at once both find `{{columns}}` of `{{resource}}` free ({{where}}) and both take it. Put ' +
        'a unique constraint on it and handle its violation.',
    quota:
      'Two runs at once both count `{{resource}}` below its limit ({{where}}) and both insert, past the ' +
        'limit. Lock the parent row before counting.',
    quotaUpdate:
      'Two runs at once both count `{{resource}}` by `{{columns}}` below its limit ({{where}}) and both add ' +
        'one. Lock the parent row before counting.',
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
    for (const pair of checkThenInserts(unit)) yield checked(unit, pair);
    for (const { read, insert, column, guarantee } of numberedInserts(unit)) {
      const resource = resourceText(insert);
      yield {
        rule: this.name,
        messageId: guarantee.kind === 'unique' ? 'nextNumberUnhandled' : 'nextNumber',
        data: {
          resource,
          columns: column,
          where: whereText(unit, read),
          constraint: guarantee.kind === 'unique' ? placeText(guarantee.constraint.place) : '',
        },
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
    if (checkQuotas !== true) return;
    for (const checked of quotas(unit)) yield found(unit, 'quota', checked);
    for (const checked of quotaUpdates(unit)) yield found(unit, 'quotaUpdate', checked);
  },
});

function checked(unit: UnitOfWork, { read, insert, match, guarantee }: CheckThenInsert): Finding {
  const resource = resourceText(insert);
  const [messageId, more] = caseOf(guarantee, match, read);
  return {
    rule: 'no-check-then-insert',
    messageId,
    data: { resource, columns: columnsText(read.filter), where: whereText(unit, read), ...more },
    file: unit.file,
    loc: unit.at(insert),
    related: [unit.place(read, `reads ${resource}`), unit.place(insert, `inserts ${resource}`)],
  };
}

function caseOf(
  guarantee: Guarantee,
  match: CheckThenInsert['match'],
  { filter }: Operation,
): readonly [messageId: string, data: Readonly<Record<string, string>>] {
  if (guarantee.kind === 'unique') return ['violationUnhandled', { constraint: placeText(guarantee.constraint.place) }];
  if (match === 'possible') return ['checkThenInsertPossibly', {}];
  return guarantee.kind === 'none' ? ['noConstraint', { key: keyText(guarantee.table, filter) }] : ['checkThenInsert', {}];
}

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
