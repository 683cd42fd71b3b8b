import type { Linter, Rule } from 'eslint';

/** A config object that can also be spread into a config array. */
export type FlatConfig = Linter.Config & Iterable<Linter.Config>;

/** A shareable config of ESLint 8 (`.eslintrc`). */
export interface LegacyConfig {
  readonly plugins: string[];
  readonly rules: Linter.RulesRecord;
}

export interface IdempotencyPlugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  readonly rules: Record<string, Rule.RuleModule>;
  readonly configs: {
    readonly recommended: FlatConfig;
    readonly strict: FlatConfig;
    readonly 'legacy-recommended': LegacyConfig;
    readonly 'legacy-strict': LegacyConfig;
  };
}
