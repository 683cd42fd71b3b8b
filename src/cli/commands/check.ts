import type { CAC } from 'cac';
import { ruleDefinitions } from '../../../rules/index.js';
import { rulesOf, type ConfigName } from '../../plugin.js';
import type { RuleDefinition } from '../../rule-kit/define-rule.js';
import { inspectFiles } from '../inspect-files.js';
import { formatJson } from '../output/json.js';
import { formatProblem } from '../output/problems.js';
import { formatStylish } from '../output/stylish.js';
import { findSourceFiles } from '../source-files.js';
import { UsageError, type ExitCode, type Terminal } from '../terminal.js';

interface CheckOptions {
  readonly format: string;
  readonly config: string;
  readonly rule?: readonly (string | undefined)[];
}

/** `check [paths...]`: finds defects in the files under the paths. */
export function addCheckCommand(cli: CAC, terminal: Terminal): void {
  cli
    .command('check [...paths]', 'Find idempotency defects in the files under the paths (default: this folder)')
    .option('--format <name>', 'stylish (findings with code) or json (as ESLint writes it)', { default: 'stylish' })
    .option('--config <name>', 'Rules to run: recommended or strict', { default: 'recommended' })
    .option('--rule <name>', 'Run this rule only; can be given more than once', { type: [String] })
    .action((paths: readonly string[], options: CheckOptions) => check(paths, options, terminal));
}

async function check(paths: readonly string[], options: CheckOptions, terminal: Terminal): Promise<ExitCode> {
  const format = readChoice('--format', options.format, ['stylish', 'json']);
  const rules = selectRules(options);
  const { files, problems: pathProblems } = findSourceFiles(paths.length > 0 ? paths.map(String) : ['.'], terminal.cwd);
  const { inspections, problems: fileProblems } = await inspectFiles(files, rules, terminal);
  const problems = [...pathProblems, ...fileProblems];
  terminal.out(format === 'json' ? formatJson(inspections, problems) : formatStylish(inspections, terminal));
  for (const problem of problems) terminal.error(formatProblem(problem, terminal));
  if (problems.length > 0) return 2;
  return inspections.some(({ reports }) => reports.length > 0) ? 1 : 0;
}

function selectRules({ config, rule }: CheckOptions): readonly RuleDefinition[] {
  const names = (rule ?? []).filter(name => name !== undefined);
  if (names.length === 0) {
    const chosen = readChoice<ConfigName>('--config', config, ['recommended', 'strict']);
    const rules = rulesOf(ruleDefinitions, chosen);
    return chosen === 'strict' ? rules.map(inStrict) : rules;
  }
  const known = ruleDefinitions.map(({ name }) => name);
  const chosen = names.map(name => readChoice('--rule', name.replace(/^idempotency\//u, ''), known));
  return ruleDefinitions.filter(({ name }) => chosen.includes(name));
}

/** The rule with the options that the `strict` config gives it. */
const inStrict = (rule: RuleDefinition): RuleDefinition =>
  rule.strictOptions ? { ...rule, defaultOptions: [rule.strictOptions] } : rule;

function readChoice<Choice extends string>(option: string, value: string, choices: readonly Choice[]): Choice {
  const choice = choices.find(one => one === value);
  if (choice === undefined) throw new UsageError(`${option} is "${value}"; it can be ${choices.join(', ')}.`);
  return choice;
}
