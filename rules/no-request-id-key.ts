import { volatileKeys } from '../src/analysis/request-id-key.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'no-request-id-key',
  description:
    'Disallow an idempotency, deduplication or lock key that a second attempt would not make the same',
  recommended: true,
  messages: {
    retried:
      'Each attempt sends another `{{name}}`, made of `{{source}}`, so the receiver acts once for each. ' +
        'Make the key before the first attempt, of the business identity.',
    sent:
      'A second run sends another `{{name}}`, made of `{{source}}`, and the receiver acts twice. Make the ' +
        'key of the business identity, such as an order or refund number.',
    locked:
      'Two runs of the same work lock `{{name}}` under different keys, made of `{{source}}`, and neither ' +
        'waits. Lock by the business identity, such as an order number.',
    stored:
      'A second run stores another `{{name}}`, made of `{{source}}`, so it is never found to be a ' +
        'duplicate. Make the key of the business identity or of what the client sent.',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    for (const { use, place, name, source, form } of volatileKeys(unit)) {
      yield {
        rule: this.name,
        messageId: form,
        data: { name, source: source.text },
        file: unit.file,
        loc: unit.at(place),
        related: [unit.place(use, `uses the key ${name}`)],
      };
    }
  },
});
