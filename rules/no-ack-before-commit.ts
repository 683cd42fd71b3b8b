import { earlyAcks } from '../src/analysis/early-ack.js';
import { resourceText, whereText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'no-ack-before-commit',
  description: 'Disallow settling a delivery before the work on it is durable',
  recommended: 'strict',
  messages: {
    early:
      'A crash after this ack and before `{{resource}}` is done ({{where}}) loses the message: the broker has ' +
        'forgotten it. Ack after the work.',
    auto:
      'The broker takes the message for settled as soon as it is sent, so a crash before `{{resource}}` is done ' +
        'loses it. Consume with acks, and ack after the work.',
    failed:
      'The message is acked although `{{resource}}` failed ({{where}}), and nothing is kept of it. Nack it, or ' +
        'set it aside in a dead letter queue first.',
    answered:
      'The provider is told that the webhook was handled before `{{resource}}` is done ({{where}}), and does not ' +
        'send it again after a crash. Answer after the work, or store the event first.',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    for (const { form, ack, work } of earlyAcks(unit)) {
      const resource = resourceText(work);
      yield {
        rule: this.name,
        messageId: form,
        data: { resource, where: whereText(unit, work) },
        file: unit.file,
        loc: unit.at(ack),
        related: [unit.place(ack, 'settles the delivery'), unit.place(work, `${work.kind} ${resource}`)],
      };
    }
  },
});
