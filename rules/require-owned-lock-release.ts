import { wrongReleases } from '../src/analysis/lock-release.js';
import { lockText, whereText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'require-owned-lock-release',
  description: 'Require that a lock is let go of by its owner alone, and also when the work under it fails',
  recommended: 'strict',
  messages: {
    unowned:
      'A run whose {{lock}} (taken at {{where}}) has expired removes the lock of the next one, and a third comes in. ' +
        'Store an owner and remove the key only where it still holds it, in one script.',
    compared:
      'The {{lock}} (taken at {{where}}) can expire and pass to another run between the test of its owner and its ' +
        'removal. Compare and remove in one script.',
    unacquired:
      'A run that did not get {{lock}} ({{where}}) comes here too and removes the lock of the one that did. Let go ' +
        'only of a lock that was had.',
    skipped:
      'An error between taking {{lock}} ({{where}}) and here leaves it taken, and every later run waits or fails. ' +
        'Let go of it in `finally`.',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    for (const { lock, release, form } of wrongReleases(unit)) {
      yield {
        rule: this.name,
        messageId: form,
        data: { lock: lockText(lock), where: whereText(unit, lock) },
        file: unit.file,
        loc: unit.at(release),
        related: [unit.place(lock, 'takes the lock'), unit.place(release, 'lets go of it')],
      };
    }
  },
});
