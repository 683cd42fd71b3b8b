import { entryLocation } from '../src/analysis/entry.js';
import { repeatedEffects } from '../src/analysis/repeated-effects.js';
import { resourceText, whereText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'require-schedule-guard',
  description: 'Require that a schedule claims what it works on, so that two instances do not both do it',
  recommended: 'strict',
  messages: {
    inserts:
      'Each instance on which this schedule fires inserts `{{resource}}` ({{where}}). Claim the work first by a ' +
        'conditional update whose count decides, or insert under a unique key.',
    adds:
      'Each instance on which this schedule fires changes `{{resource}}` by the same amount ({{where}}). Claim the ' +
        'work first by a conditional update whose count decides.',
    calls:
      'Each instance on which this schedule fires calls `{{resource}}` ({{where}}). Claim the rows first by a ' +
        'conditional update, and work on those that it gives.',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    const reported = new Set<unknown>();
    for (const { effect, does, at } of repeatedEffects(unit, ['schedule'])) {
      if (reported.has(at.place.node)) continue;
      reported.add(at.place.node);
      const resource = resourceText(effect);
      yield {
        rule: this.name,
        messageId: does,
        data: { resource, where: whereText(unit, effect) },
        file: unit.file,
        loc: entryLocation(unit, at),
        related: [unit.place(at.place, 'is called by a clock'), unit.place(effect, `${effect.kind} ${resource}`)],
      };
    }
  },
});
