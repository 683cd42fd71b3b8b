import { meetingPlace } from '../src/analysis/meeting-place.js';
import { keylessRetries } from '../src/analysis/retries.js';
import { resourceText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'require-retry-key',
  description: 'Require an idempotency key for a call that makes something outside and is tried again when it fails',
  recommended: 'strict',
  messages: {
    helper:
      'An attempt whose answer was lost is made again, and `{{call}}` acts twice. ' +
        'Send an idempotency key of the business identity, the same for all attempts.',
    loop:
      'The loop tries `{{call}}` again although the attempt before may have been done, and it acts twice. ' +
        'Send an idempotency key of the business identity, the same for all attempts.',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    for (const { call, form } of keylessRetries(unit)) {
      yield {
        rule: this.name,
        messageId: form,
        data: { call: resourceText(call) },
        file: unit.file,
        loc: unit.at(meetingPlace(call, { frames: [] })),
        related: [unit.place(call, 'is sent again')],
      };
    }
  },
});
