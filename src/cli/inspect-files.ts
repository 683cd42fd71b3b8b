import { readFileSync, realpathSync } from 'node:fs';
import { Engine } from '../analysis/engine.js';
import { isSourceFile } from '../modules/source-module.js';
import type { Finding } from '../operations/finding.js';
import type { RuleDefinition } from '../rule-kit/define-rule.js';
import { findAll } from '../rule-kit/find-all.js';
import { isMinified } from '../rule-kit/is-minified.js';
import { loadDirectiveReader } from './directives.js';
import type { Inspection } from './inspection.js';
import { Progress } from './output/progress.js';
import type { Problem } from './problem.js';
import type { Terminal } from './terminal.js';

export interface Run {
  readonly inspections: readonly Inspection[];
  readonly problems: readonly Problem[];
}

interface Searched {
  readonly file: string;
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** Runs the rules on the files. What cannot be read or parsed becomes a problem, and the rest is checked. */
export async function inspectFiles(
  files: readonly string[],
  rules: readonly RuleDefinition[],
  terminal: Terminal,
): Promise<Run> {
  const engine = new Engine(terminal.cwd);
  const progress = new Progress(terminal, files.length);
  const searched: Searched[] = [];
  const problems: Problem[] = [];
  for (const [index, file] of files.entries()) {
    progress.update(index);
    try {
      const text = readFileSync(file, 'utf8');
      if (!isMinified(file, text)) searched.push({ file, text, findings: search(engine, rules, { file, text }) });
    } catch (error) {
      problems.push(failure(file, error));
    }
  }
  progress.finish();
  problems.push(...projectProblems(engine, files));
  return { inspections: await applyDirectives(searched, rules), problems };
}

function search(engine: Engine, rules: readonly RuleDefinition[], { file, text }: Omit<Searched, 'findings'>): Finding[] {
  // Also a file that the engine lets go is parsed: what is wrong in it is said.
  engine.project.adopt(file, text);
  const units = engine.units(file, text);
  if (units.length === 0) return [];
  return rules.flatMap(rule => findAll(rule, units)).sort((a, b) => a.loc.start.line - b.loc.start.line);
}

async function applyDirectives(searched: readonly Searched[], rules: readonly RuleDefinition[]): Promise<Inspection[]> {
  const hasFindings = searched.some(({ findings }) => findings.length > 0);
  const reader = hasFindings ? await loadDirectiveReader(rules) : undefined;
  return searched.map(({ file, text, findings }) =>
    reader && findings.length > 0
      ? reader.apply(file, text, findings)
      : { file, text, reports: [], suppressed: [] },
  );
}

/** Problems of the checked files and of the project's configuration; other files were only read for what they export. */
function projectProblems(engine: Engine, files: readonly string[]): Problem[] {
  const named = new Map(files.map(file => [realpathSync(file), file]));
  return engine
    .problems()
    .filter(({ file }) => named.has(file) || !isSourceFile(file))
    .map(problem => ({ ...problem, file: named.get(problem.file) ?? problem.file }));
}

function failure(file: string, error: unknown): Problem {
  if (error instanceof Error && 'code' in error) {
    return { file, message: `It could not be read (${String(error.code)}).`, remedy: 'Check that it exists and may be read.' };
  }
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    file,
    message: `The analysis failed: ${reason.split('\n').slice(0, 3).map(line => line.trim()).join(' ')}.`,
    remedy: 'Report it with the code of this file; the other files were checked.',
  };
}
