import { splitConsumes } from '../src/analysis/split-consume.js';
import { resourceText, whereText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'no-split-consume-transaction',
  description: 'Disallow a consume record that commits in another transaction than the work it stands for',
  recommended: true,
  messages: {
    recordFirst:
      'A crash after `{{record}}` commits ({{where}}) and before `{{resource}}` does loses the message: ' +
        'its redelivery finds the record and skips. Write both through one transaction.',
    recordLast:
      'A crash after `{{resource}}` commits ({{where}}) and before `{{record}}` does repeats the work: ' +
        'nothing tells the redelivery that it is done. Write both through one transaction.',
    beside:
      'A crash can leave one of `{{record}}` and `{{resource}}` without the other ({{where}}): this write ' +
        'stands in their transaction but does not go through it. Pass the transaction on to it.',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    for (const { record, write, form, late, early } of splitConsumes(unit)) {
      const [recorded, resource] = [resourceText(record), resourceText(write)];
      yield {
        rule: this.name,
        messageId: form,
        data: { record: recorded, resource, where: whereText(unit, early) },
        file: unit.file,
        loc: unit.at(late),
        related: [
          unit.place(record, `records the delivery in ${recorded}`),
          unit.place(write, `writes ${resource}`),
        ],
      };
    }
  },
});
