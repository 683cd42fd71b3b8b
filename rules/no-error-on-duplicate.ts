import { refusedDuplicates } from '../src/analysis/duplicate-answers.js';
import { resourceText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'no-error-on-duplicate',
  description: 'Disallow an error as the answer to a webhook or keyed request that was handled before',
  recommended: 'strict',
  messages: {
    webhook:
      'A delivery that `{{resource}}` tells to be a duplicate is answered with an error, so the provider sends it ' +
        'again. Answer 200: the work is done.',
    key:
      'A retry of a request whose key is in `{{resource}}` is answered with an error, though the first one went ' +
        'well. Answer what was answered first.',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    for (const { told, by } of refusedDuplicates(unit)) {
      if (by === 'message') continue;
      yield {
        rule: this.name,
        messageId: by,
        data: { resource: resourceText(told) },
        file: unit.file,
        loc: unit.at(told),
        related: [unit.place(told, 'tells the duplicate')],
      };
    }
  },
});
