import type { UnitOfWork } from '../analysis/unit-of-work.js';
import type { Finding } from '../operations/finding.js';
import type { RuleDefinition } from './define-rule.js';

/**
 * Findings of one rule in the units of one file, in order of their place.
 * A place that several units reach, or that is wrong in several ways, is reported once.
 */
export function findAll(
  rule: RuleDefinition,
  units: readonly UnitOfWork[],
  options: object = {},
): readonly Finding[] {
  const effective = { ...rule.defaultOptions[0], ...options };
  const findings = new Map<string, Finding>();
  for (const unit of units) {
    for (const finding of rule.find(unit, effective)) {
      // A host can only report on the file it asked about.
      if (finding.file !== unit.file) continue;
      const key = placeKey(finding);
      if (!findings.has(key)) findings.set(key, finding);
    }
  }
  return [...findings.values()].sort(byPlace);
}

function placeKey({ loc }: Finding): string {
  return [loc.start.line, loc.start.column, loc.end.line, loc.end.column].join(':');
}

function byPlace({ loc: { start: a } }: Finding, { loc: { start: b } }: Finding): number {
  return a.line - b.line || a.column - b.column;
}
