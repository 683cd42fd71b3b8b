import { unguardedWrites, type UnguardedWrite } from '../src/analysis/unguarded-writes.js';
import { resourceText } from '../src/analysis/wording.js';
import { defineRule } from '../src/rule-kit/define-rule.js';

export default defineRule({
  name: 'require-unique-constraint',
  description: 'Require a unique constraint where code counts on one to stop a second row',
  recommended: 'strict',
  messages: {
    upsert:
      'Two runs at once both insert into `{{resource}}`: no unique constraint on {{key}} makes this upsert ' +
        'meet the row of the other. Add one.',
    ignore:
      'A second run inserts `{{resource}}` again: no unique constraint on {{key}} gives a conflict to ignore. ' +
        'Add one.',
    catch:
      'A second run inserts `{{resource}}` again: no unique constraint on {{key}} raises the violation that is ' +
        'caught here. Add one.',
  },
  schema: [],
  defaultOptions: [],
  *find(unit) {
    for (const unguarded of unguardedWrites(unit)) {
      const { write, table, relies } = unguarded;
      const resource = resourceText(write);
      yield {
        rule: this.name,
        messageId: relies,
        data: { resource, key: keyOf(unguarded) },
        file: unit.file,
        loc: unit.at(write),
        related: [
          unit.place(write, `writes ${resource}`),
          { ...table.place, loc: lineOf(table.place.line), label: `declares ${resource}` },
        ],
      };
    }
  },
});

const lineOf = (line: number): { start: { line: number; column: number }; end: { line: number; column: number } } => ({
  start: { line, column: 0 },
  end: { line, column: 0 },
});

/** `users(email)`; just the table where any of its columns would do. */
function keyOf({ table, key }: UnguardedWrite): string {
  const name = table.databaseName ?? table.name;
  return key.length === 0 ? name : `${name}(${key.join(', ')})`;
}
