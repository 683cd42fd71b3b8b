import { tokenConsumes } from '../src/analysis/token-consume.js';
import { columnsText, resourceText, whereText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'require-atomic-token-consume',
  description: 'Require that a token which is good for one use is tested and used up in one step',
  recommended: 'strict',
  messages: {
    removed:
      'Two runs with one token both read `{{resource}}` ({{where}}), both pass, and then both remove it. Take it out ' +
        'in one step (GETDEL, a script, DELETE ... RETURNING) or go on only if the removal removed something.',
    cleared:
      'Two runs with one token both find the `{{resource}}` row by {{columns}} ({{where}}) and both use it. Repeat ' +
        '{{columns}} in the filter of this update and go on only if it changed a row.',
    drained:
      'What is added to `{{resource}}` between reading it ({{where}}) and its removal is lost, and two runs both take ' +
        'the rest. Read and remove in one transaction or script, or rename the key first.',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    for (const { read, consume, form } of tokenConsumes(unit)) {
      const resource = resourceText(consume);
      yield {
        rule: this.name,
        messageId: form,
        data: { resource, columns: columnsText(read.filter), where: whereText(unit, read) },
        file: unit.file,
        loc: unit.at(consume),
        related: [unit.place(read, `reads ${resource}`), unit.place(consume, `uses ${resource} up`)],
      };
    }
  },
});
