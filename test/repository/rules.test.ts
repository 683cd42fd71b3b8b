import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleDefinitions } from '../../rules/index.js';

const root = path.resolve(import.meta.dirname, '../..');

describe.each(ruleDefinitions.map(rule => [rule.name, rule] as const))('%s', (name, rule) => {
  it('is named as its file and has a page', () => {
    expect(existsSync(path.join(root, 'rules', `${name}.ts`))).toBe(true);
    expect(existsSync(path.join(root, 'docs/rules', `${name}.md`))).toBe(true);
  });

  it('has messages that say what happens and what to do', () => {
    for (const message of Object.values(rule.messages)) {
      expect(message).toMatch(/^[A-Z].*\. [A-Z].*\.$/u);
      expect(message).not.toMatch(/!|\b(?:you|your|should)\b/iu);
    }
  });

  it('takes nothing but the options its schema names', () => {
    const [schema] = rule.schema;
    if (schema) expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(rule.defaultOptions).toHaveLength(rule.schema.length);
  });
});
