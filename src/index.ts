import { createRequire } from 'node:module';
import { codemods } from '../codemods/index.js';
import { ruleDefinitions } from '../rules/index.js';
import type { IdempotencyPlugin } from './idempotency-plugin.js';
import { createPlugin } from './plugin.js';

const { version } = createRequire(import.meta.url)('eslint-plugin-idempotency/package.json') as { version: string };

/** The ESLint plugin. */
const plugin: IdempotencyPlugin = createPlugin(ruleDefinitions, codemods, version);

// `require` answers the plugin itself, as it does for a CommonJS plugin.
export { plugin as default, plugin as 'module.exports' };
export const { meta, rules, configs } = plugin;
export type { ClientSetting, IdempotencySettings, WrapperSetting } from './analysis/settings.js';
export type { FlatConfig, IdempotencyPlugin, LegacyConfig } from './idempotency-plugin.js';
