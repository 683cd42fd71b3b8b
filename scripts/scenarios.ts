import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from '../src/analysis/engine.js';
import { findAll } from '../src/rule-kit/find-all.js';
import type { RuleDefinition } from '../src/rule-kit/define-rule.js';

/** One mistake written with one library: `fixtures/scenarios/<scenario>/<library>.ts`. */
export interface Scenario {
  readonly name: string;
  readonly library: string;
  readonly file: string;
  /** The same code put right; nothing may be found in it. */
  readonly valid: string;
}

/** Why a scenario cannot be written with a library: `<library>.none.txt`. */
export interface MissingScenario {
  readonly name: string;
  readonly library: string;
  readonly reason: string;
}

const MARKER = /\/\/\s*expect:\s*(?<rules>[a-z, -]+?)\s*$/u;
const REASON = '.none.txt';

export function readScenarios(root: string): readonly Scenario[] {
  return scenarioFiles(root)
    .filter(({ file }) => /^[\w-]+\.tsx?$/u.test(file))
    .map(({ name, folder, file }) => {
      const [library = file, extension] = file.split('.');
      return { name, library, file: path.join(folder, file), valid: path.join(folder, `${library}.valid.${extension}`) };
    });
}

export function readMissingScenarios(root: string): readonly MissingScenario[] {
  return scenarioFiles(root)
    .filter(({ file }) => file.endsWith(REASON))
    .map(({ name, folder, file }) => ({
      name,
      library: file.slice(0, -REASON.length),
      reason: readFileSync(path.join(folder, file), 'utf8').trim(),
    }));
}

/** `<line> <rule>` for each marker: on the line of the finding, or alone on the line before it. */
export function readExpectations(file: string): readonly string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .flatMap((text, index) => {
      const rules = MARKER.exec(text)?.groups?.['rules']?.split(/,\s*/u) ?? [];
      const line = text.trimStart().startsWith('//') ? index + 2 : index + 1;
      return rules.map(rule => `${line} ${rule}`);
    })
    .sort();
}

/** `<line> <rule>` for each finding in the file. */
export function findIn(file: string, rules: readonly RuleDefinition[], engine: Engine): readonly string[] {
  const units = engine.units(file, readFileSync(file, 'utf8'));
  return rules
    .flatMap(rule => findAll(rule, units))
    .map(({ loc, rule }) => `${loc.start.line} ${rule}`)
    .sort();
}

/** Whether every marked mistake, and nothing else, is found. */
export function isSupported(scenario: Scenario, rules: readonly RuleDefinition[], engine: Engine): boolean {
  const expected = readExpectations(scenario.file);
  const isFound = expected.length > 0 && expected.join() === findIn(scenario.file, rules, engine).join();
  return isFound && existsSync(scenario.valid) && findIn(scenario.valid, rules, engine).length === 0;
}

interface ScenarioFile {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
}

function scenarioFiles(root: string): ScenarioFile[] {
  const top = path.join(root, 'fixtures/scenarios');
  if (!existsSync(top)) return [];
  const names = readdirSync(top, { withFileTypes: true }).filter(entry => entry.isDirectory());
  return names.flatMap(({ name }) => {
    const folder = path.join(top, name);
    return readdirSync(folder).map(file => ({ name, folder, file }));
  });
}
