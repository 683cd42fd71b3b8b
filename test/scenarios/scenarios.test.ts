import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleDefinitions } from '../../rules/index.js';
import { findIn, readExpectations, readMissingScenarios, readScenarios } from '../../scripts/scenarios.js';
import { Engine } from '../../src/analysis/engine.js';

const root = path.resolve(import.meta.dirname, '../..');
const engine = new Engine(root);

describe.each(readScenarios(root))('$name in $library', ({ file, valid }) => {
  it('is found where it is marked, and nothing else is', () => {
    expect(readExpectations(file)).not.toEqual([]);
    expect(findIn(file, ruleDefinitions, engine)).toEqual(readExpectations(file));
  });

  it('is silent on the valid neighbour', () => {
    expect(existsSync(valid)).toBe(true);
    expect(findIn(valid, ruleDefinitions, engine)).toEqual([]);
  });
});

describe('scenarios', () => {
  it('give a reason where a library cannot have one', () => {
    const reasons = readMissingScenarios(root).map(({ reason }) => reason);
    expect(reasons.filter(reason => reason === '')).toEqual([]);
  });

  it('are not both written and called impossible', () => {
    const cells = [...readScenarios(root), ...readMissingScenarios(root)].map(({ name, library }) => `${name}/${library}`);
    expect(cells).toEqual([...new Set(cells)]);
  });
});
