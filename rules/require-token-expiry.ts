import { endlessTokens } from '../src/analysis/token-expiry.js';
import { resourceText, whereText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'require-token-expiry',
  description: 'Require that a token which is good for one use is written with the time at which it ends',
  recommended: 'strict',
  messages: {
    endless:
      'A token under `{{resource}}` that nobody uses is good for ever: it is written without an expiry. Give it one ' +
        'in the same command, as in SET key value EX 600.',
    twoSteps:
      'A crash between this write of `{{resource}}` and its expiry ({{where}}) leaves a token that is good for ever. ' +
        'Write both in one command, as in SET key value EX 600.',
    undated:
      'A token in `{{resource}}` that nobody uses is good for ever: the table has no column that says when it ends. ' +
        'Add one and test it where the token is used up.',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    for (const { write, form, expiring } of endlessTokens(unit)) {
      const resource = resourceText(write);
      yield {
        rule: this.name,
        messageId: form,
        data: { resource, where: expiring ? whereText(unit, expiring) : '' },
        file: unit.file,
        loc: unit.at(write),
        related: [
          unit.place(write, `writes ${resource}`),
          ...(expiring ? [unit.place(expiring, 'lets it expire')] : []),
        ],
      };
    }
  },
});
