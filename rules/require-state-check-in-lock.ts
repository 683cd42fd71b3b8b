import { uncheckedLocks } from '../src/analysis/lock-state.js';
import { meetingPlace } from '../src/analysis/meeting-place.js';
import { lockText, resourceText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'require-state-check-in-lock',
  description:
    'Require that work done under a lock first reads, while the lock is held, whether it is done already',
  recommended: true,
  messages: {
    unchecked:
      'The next holder of {{lock}} does `{{resource}}` again: the lock only puts the runs in a row. Read ' +
        'the state inside the lock and branch on it, or write under a condition.',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    for (const { lock, write } of uncheckedLocks(unit)) {
      const resource = resourceText(write);
      yield {
        rule: this.name,
        messageId: 'unchecked',
        data: { lock: lockText(lock), resource },
        file: unit.file,
        loc: unit.at(meetingPlace(lock, write)),
        related: [unit.place(lock, 'takes the lock'), unit.place(write, `${write.kind} ${resource}`)],
      };
    }
  },
});
