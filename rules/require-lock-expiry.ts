import { unboundLocks } from '../src/analysis/lock-expiry.js';
import { lockText, whereText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'require-lock-expiry',
  description: 'Require that a lock ends by itself when its holder dies, and that its holder knows that it has it',
  recommended: 'strict',
  messages: {
    endless:
      'A holder of {{lock}} that dies before it lets go keeps every later run out for good: the key never expires. ' +
        'Give it an expiry in the command that takes it, as in SET key owner NX PX 30000.',
    twoSteps:
      'A holder of {{lock}} that dies between taking it and {{where}} keeps every later run out for good. Take it ' +
        'and let it expire in one command, as in SET key owner NX PX 30000.',
    unread:
      'A run that does not get {{lock}} goes on as if it had it: nobody looks at the answer. Branch on it.',
    pooled:
      'A pool runs this and the release of {{lock}} on different connections, so that the lock stays where it is and ' +
        'others that share the connection pass. Take one connection out for both, or lock for a transaction.',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    for (const { lock, place, form, expiring } of unboundLocks(unit)) {
      yield {
        rule: this.name,
        messageId: form,
        data: { lock: lockText(lock), where: expiring ? whereText(unit, expiring) : '' },
        file: unit.file,
        loc: unit.at(place),
        related: [
          unit.place(lock, 'takes the lock'),
          ...(expiring ? [unit.place(expiring, 'lets it expire')] : []),
        ],
      };
    }
  },
});
