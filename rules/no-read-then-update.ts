import { readThenUpdates } from '../src/analysis/read-then-update.js';
import { resourceText, whereText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export interface Options {
  /** Also report an update of which two runs leave what one leaves: a constant, the time of day. */
  readonly checkConvergent?: boolean;
}

export default defineRule({
  name: 'no-read-then-update',
  description: 'Disallow an update that rests on a column read before and does not repeat it in its filter',
  recommended: true,
  messages: {
    decided:
      'Two runs at once both read `{{resource}}` ({{where}}), both pass the test of `{{column}}`, and ' +
        'both write it. Repeat the test in the filter of the update and branch on its affected count.',
    filtered:
      'Two runs at once both find the `{{resource}}` row by its `{{column}}` ({{where}}) and both write ' +
        'it. Repeat `{{column}}` in the filter of the update and branch on its affected count.',
    computed:
      'Two runs at once both compute `{{column}}` of `{{resource}}` from the value read at {{where}}, and ' +
        'one change is lost. Change it in the statement itself, or repeat the old value in the filter.',
    shifted:
      'The `{{column}}` of a `{{resource}}` row was read before ({{where}}), and two runs at once both ' +
        'move the rows after it. Lock the rows first and read inside the lock.',
    counted:
      'Two runs at once both count `{{resource}}` ({{where}}), both pass, and both write. Lock the rows ' +
        'counted, or run both in a serializable transaction that is retried.',
  },
  schema: [
    { type: 'object', properties: { checkConvergent: { type: 'boolean' } }, additionalProperties: false },
  ],
  defaultOptions: [{ checkConvergent: false }],
  strictOptions: { checkConvergent: true },
  *find(unit, { checkConvergent }: Options) {
    for (const { read, update, form, column, isConvergent } of readThenUpdates(unit)) {
      if (isConvergent === true && checkConvergent !== true) continue;
      const resource = resourceText(update);
      yield {
        rule: this.name,
        messageId: form,
        data: { resource, column, where: whereText(unit, read) },
        file: unit.file,
        loc: unit.at(update),
        related: [unit.place(read, `reads ${resource}`), unit.place(update, `writes ${column}`)],
      };
    }
  },
});
