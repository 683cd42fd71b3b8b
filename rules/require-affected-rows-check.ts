import { meetingPlace } from '../src/analysis/meeting-place.js';
import { unreadClaims } from '../src/analysis/unread-claims.js';
import { effectText, resourceText, whereText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'require-affected-rows-check',
  description: 'Require that the number of rows of a conditional write is read before work that rests on it',
  recommended: 'strict',
  messages: {
    updated:
      'Of two runs only one changes `{{column}}` of `{{resource}}`, but both go on to {{effect}} ({{where}}). ' +
        'Read the number of rows changed and stop where it is zero.',
    deleted:
      'Of two runs only one deletes the `{{resource}}` row, but both go on to {{effect}} ({{where}}). ' +
        'Read the number of rows deleted and stop where it is zero.',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    for (const { claim, column, effect } of unreadClaims(unit)) {
      const resource = resourceText(claim);
      yield {
        rule: this.name,
        messageId: claim.kind === 'delete' ? 'deleted' : 'updated',
        data: { column, resource, effect: effectText(effect), where: whereText(unit, effect) },
        file: unit.file,
        loc: unit.at(meetingPlace(claim, effect)),
        related: [unit.place(claim, `claims ${resource}`), unit.place(effect, 'goes on all the same')],
      };
    }
  },
});
