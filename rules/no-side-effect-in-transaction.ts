import { meetingPlace } from '../src/analysis/meeting-place.js';
import { outsideInTransactions } from '../src/analysis/outside-in-transaction.js';
import { resourceText, whereText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'no-side-effect-in-transaction',
  description: 'Disallow mails, payments, requests and messages inside a database transaction',
  recommended: 'strict',
  messages: {
    called:
      'The call of `{{effect}}` acts though the transaction may be rolled back, and again when it is repeated. ' +
        'Call it after the commit, or store what is to be done beside `{{resource}}` ({{where}}).',
    sent:
      'The message to `{{effect}}` is out before the transaction commits, and stays when it is rolled back. ' +
        'Send it after the commit, or store it beside `{{resource}}` ({{where}}).',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    for (const { effect, write, form } of outsideInTransactions(unit)) {
      yield {
        rule: this.name,
        messageId: form,
        data: {
          effect: effect.resource.name ?? 'the queue',
          resource: resourceText(write),
          where: whereText(unit, write),
        },
        file: unit.file,
        loc: unit.at(meetingPlace(effect, write)),
        related: [unit.place(effect, 'acts outside'), unit.place(write, 'is rolled back')],
      };
    }
  },
});
