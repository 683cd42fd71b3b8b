import { shortLocks } from '../src/analysis/lock-duration.js';
import { lockText, whereText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

interface Options {
  /** Milliseconds that a lock has to live at least under which a service is called. */
  readonly floor?: number;
}

export default defineRule({
  name: 'no-lock-shorter-than-work',
  description: 'Disallow a lock that expires while the work under it may still run',
  recommended: 'strict',
  messages: {
    shorter:
      'The work under {{lock}} may take {{needed}} ms ({{where}}) and the lock expires after {{expiry}} ms, so that a ' +
        'second run comes in while the first still works. Extend the lock, or let it live longer.',
    calling:
      'The lock {{lock}} expires after {{expiry}} ms while a service is called under it ({{where}}), which may take ' +
        'longer, so that a second run comes in. Extend the lock, or let it live longer.',
  },
  schema: [
    {
      type: 'object',
      properties: { floor: { type: 'integer', minimum: 0 } },
      additionalProperties: false,
    },
  ],
  defaultOptions: [{ floor: 5000 }],
  *find(unit, { floor = 0 }: Options) {
    for (const { lock, work, expiry, needed } of shortLocks(unit, floor)) {
      yield {
        rule: this.name,
        messageId: needed === undefined ? 'calling' : 'shorter',
        data: {
          lock: lockText(lock),
          expiry: String(expiry),
          needed: String(needed ?? ''),
          where: whereText(unit, work),
        },
        file: unit.file,
        loc: unit.at(lock),
        related: [unit.place(lock, 'takes the lock'), unit.place(work, 'may take longer')],
      };
    }
  },
});
