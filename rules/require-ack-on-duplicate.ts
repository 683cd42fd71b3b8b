import { refusalPlace, refusedDuplicates } from '../src/analysis/duplicate-answers.js';
import { resourceText, whereText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'require-ack-on-duplicate',
  description: 'Require that a consumer acks a message which it finds to be a duplicate',
  recommended: 'strict',
  messages: {
    nacked:
      'A message that `{{resource}}` tells to be a duplicate ({{where}}) is refused, and comes again for ever or ' +
        'ends as a dead letter. Ack it and skip the work.',
    thrown:
      'A message that `{{resource}}` tells to be a duplicate ends in an error, so the broker delivers it again. ' +
        'Return without one: the work is done.',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    for (const refused of refusedDuplicates(unit)) {
      const { told, nack, by } = refused;
      if (by !== 'message') continue;
      yield {
        rule: this.name,
        messageId: nack ? 'nacked' : 'thrown',
        data: { resource: resourceText(told), where: whereText(unit, told) },
        file: unit.file,
        loc: unit.at(refusalPlace(refused)),
        related: [unit.place(told, 'tells the duplicate'), ...(nack ? [unit.place(nack, 'refuses it')] : [])],
      };
    }
  },
});
