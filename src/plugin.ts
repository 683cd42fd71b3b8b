import type { Linter } from 'eslint';
import type { FlatConfig, IdempotencyPlugin, LegacyConfig } from './idempotency-plugin.js';
import { AnalysisHost } from './rule-kit/analysis-host.js';
import type { RuleDefinition } from './rule-kit/define-rule.js';
import type { Codemod } from './rewrites/codemod.js';
import { toRuleModule } from './rule-kit/to-rule-module.js';

const NAMESPACE = 'idempotency';

/** Config that a rule is part of. */
export type ConfigName = 'recommended' | 'strict';

/** The rules of a config. */
export function rulesOf<Rule extends RuleDefinition>(definitions: readonly Rule[], config: ConfigName): readonly Rule[] {
  return definitions.filter(({ recommended }) => recommended === true || recommended === config);
}

/** Makes the plugin with an analysis of its own. */
export function createPlugin(
  definitions: readonly RuleDefinition[],
  codemods: readonly Codemod[],
  version: string,
): IdempotencyPlugin {
  const host = new AnalysisHost();
  const codemodOf = (name: string): Codemod | undefined => codemods.find(({ rule }) => rule === name);
  const legacy = (config: ConfigName): LegacyConfig => ({ plugins: [NAMESPACE], rules: ruleEntries(definitions, config) });
  // The flat configs hold the plugin that holds them, so they come second.
  const configs = {
    'legacy-recommended': legacy('recommended'),
    'legacy-strict': legacy('strict'),
  } as IdempotencyPlugin['configs'];
  const plugin: IdempotencyPlugin = {
    meta: { name: 'eslint-plugin-idempotency', version, namespace: NAMESPACE },
    rules: Object.fromEntries(definitions.map(rule => [rule.name, toRuleModule(rule, host, codemodOf(rule.name))])),
    configs,
  };
  const flat = (config: ConfigName): FlatConfig =>
    spreadable({
      name: `${NAMESPACE}/${config}`,
      plugins: { [NAMESPACE]: plugin },
      rules: ruleEntries(definitions, config),
    });
  Object.assign(configs, { recommended: flat('recommended'), strict: flat('strict') });
  return plugin;
}

function ruleEntries(definitions: readonly RuleDefinition[], config: ConfigName): Linter.RulesRecord {
  return Object.fromEntries(
    rulesOf(definitions, config).map(({ name, strictOptions }) => [
      `${NAMESPACE}/${name}`,
      config === 'strict' && strictOptions ? ['error', strictOptions] : 'error',
    ]),
  );
}

/** Plugins disagree on whether a flat config is an object or an array; this one serves `{ ...config }` and `[...config]`. */
function spreadable(config: Linter.Config): FlatConfig {
  return Object.defineProperty(config, Symbol.iterator, {
    enumerable: false,
    *value() {
      yield config;
    },
  }) as FlatConfig;
}
