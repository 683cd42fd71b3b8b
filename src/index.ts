import { createRequire } from 'node:module';
import { codemods } from '../codemods/index.js';
import { ruleDefinitions } from '../rules/index.js';
import type { IdempotencyPlugin } from './idempotency-plugin.js';
import type { Linter } from 'eslint';
import { projectDigest } from './analysis/project-digest.js';
import type { IdempotencySettings } from './analysis/settings.js';
import { createPlugin } from './plugin.js';

const { version } = createRequire(import.meta.url)('eslint-plugin-idempotency/package.json') as { version: string };

/** The ESLint plugin. */
const plugin: IdempotencyPlugin = createPlugin(ruleDefinitions, codemods, version);

/**
 * The config with the state of the project's schemas and clients in its settings, for runs with `--cache`: ESLint's
 * cache knows only the linted file, so that after `@unique` was added to a schema it would answer the findings of
 * before. `cwd`: the folder of the project, by default the one ESLint runs in.
 */
export function withProjectDigest<Config extends Linter.Config>(config: Config, cwd = process.cwd()): Config {
  const { idempotency } = (config.settings ?? {}) as { idempotency?: IdempotencySettings };
  const digest = projectDigest(cwd);
  return { ...config, settings: { ...config.settings, idempotency: { ...idempotency, digest } } };
}

// `require` answers the plugin itself, as it does for a CommonJS plugin.
export { plugin as default, plugin as 'module.exports' };
export const { meta, rules, configs } = plugin;
export type { ClientSetting, IdempotencySettings, WrapperSetting } from './analysis/settings.js';
export type { FlatConfig, IdempotencyPlugin, LegacyConfig } from './idempotency-plugin.js';
