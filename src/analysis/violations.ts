import { namesLike } from '../syntax/names-like.js';
import type { Operation } from '../operations/operation.js';
import type { CatchClause } from '../values/value.js';

/** Codes and class names by which databases and libraries report a unique violation. */
const VIOLATIONS = namesLike(
  'iu',
  String.raw`P2002|23505|ER_DUP_ENTRY|1062|SQLITE_CONSTRAINT\w*|2067|E?11000|ORA-00001|2627|2601`,
  String.raw`[^]*(?:unique|duplicate|dup_?key|already_?exists|conflict)[^]*`,
);

export const testsViolation = (clause: CatchClause): boolean =>
  [...clause.tests].some(test => VIOLATIONS.test(test));

/** A unique violation of the insert is ignored by the statement, or caught and told from other errors. */
export const handlesViolation = (insert: Operation): boolean =>
  insert.onConflict !== undefined || catchesViolation(insert);

/** A unique violation that comes out of the operation is caught and told from other errors. */
export const catchesViolation = ({ scopes }: Operation): boolean =>
  scopes.some(scope => scope.kind === 'try' && testsViolation(scope.clause));

/** A text that tells a unique violation from other errors, by what libraries call it. */
const NAMES_VIOLATION =
  /\b(?:P2002|23505|ER_DUP_ENTRY|SQLITE_CONSTRAINT\w*|11000|UniqueConstraint\w*|UniqueViolation\w*)\b/u;

export const namesViolation = (text: string): boolean => NAMES_VIOLATION.test(text);

/** Where a framework brings all errors that nobody caught: exception filters, error middleware, error formatters. */
const TAKES_ALL_ERRORS = new RegExp(
  [
    String.raw`@Catch\s*\(`,
    String.raw`\bsetErrorHandler\s*\(|\berrorFormatter\b|\bonError\b|\bregisterErrorHandler\b`,
    // Express knows its error middleware by the number of its parameters.
    String.raw`\(\s*\w*err\w*\b[^()]*,\s*\w*req\w*\b[^()]*,\s*\w*res\w*\b[^()]*,\s*\w*next\w*\b[^()]*\)`,
  ].join('|'),
  'iu',
);

export const takesAllErrors = (text: string): boolean => TAKES_ALL_ERRORS.test(text);
