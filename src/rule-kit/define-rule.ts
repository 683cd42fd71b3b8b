import type { JSONSchema4 } from '@typescript-eslint/utils/json-schema';
import type { UnitOfWork } from '../analysis/unit-of-work.js';
import type { Finding } from '../operations/finding.js';

/** What a rule is, apart from any host: ESLint and the command line both run it from here. */
export interface RuleDefinition<Name extends string = string, Options extends object = object> {
  readonly name: Name;
  /** Completes the sentence "This rule will ..." in ESLint's own form: "Disallow an insert that ...". */
  readonly description: string;
  /** `true`: in `recommended` and `strict`; `'strict'`: in `strict` only. */
  readonly recommended: boolean | 'strict';
  readonly messages: Readonly<Record<string, string>>;
  /** JSON schema of the options object; empty for a rule without options. */
  readonly schema: readonly [] | readonly [JSONSchema4];
  readonly defaultOptions: readonly [] | readonly [Options];
  /** Options in the `strict` config, where they differ from the default. */
  readonly strictOptions?: Options;
  // A method, so that a definition with its own options type still is a `RuleDefinition`.
  find(unit: UnitOfWork, options: Options): Iterable<Finding>;
}

/** Declares a rule. */
export function defineRule<const Name extends string, Options extends object = Record<never, never>>(
  definition: RuleDefinition<Name, Options>,
): RuleDefinition<Name, Options> {
  return definition;
}
