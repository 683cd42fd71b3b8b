import { repeatedEffects } from '../src/analysis/repeated-effects.js';
import { resourceText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'require-consumer-dedup',
  description: 'Require that a consumer or webhook which adds something tells a delivery that comes again',
  recommended: 'strict',
  messages: {
    inserts:
      'A second delivery inserts `{{resource}}` again: no unique constraint, record or condition tells it. ' +
        'Record the id of the delivery in the same transaction and skip on conflict.',
    adds:
      'A second delivery changes `{{resource}}` by the same amount again: nothing tells it. Record the id of ' +
        'the delivery in the same transaction and skip on conflict.',
    calls:
      'A second delivery calls `{{resource}}` again: nothing tells it. Record the id of the delivery first, or ' +
        'pass an idempotency key made of it.',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    for (const { effect, does, at } of repeatedEffects(unit, ['message', 'webhook'])) {
      const resource = resourceText(effect);
      yield {
        rule: this.name,
        messageId: does,
        data: { resource },
        file: unit.file,
        loc: unit.at(effect),
        related: [unit.place(at.place, 'receives the delivery'), unit.place(effect, `${effect.kind} ${resource}`)],
      };
    }
  },
});
