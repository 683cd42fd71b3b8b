import { namesLike } from '../syntax/names-like.js';
import type { Value } from '../values/value.js';

/** Functions that by their name run what they are handed again when it fails. */
const RETRIES = namesLike(
  'u',
  String.raw`(?:with|run|call|exec|execute|do|perform|invoke|try)\w*(?:Retry|Retries|Retrying|Backoff|BackOff)`,
  'p?[rR]etry|retry(?:ing|able|Async|Call|Fn|Function|Operation|Promise|Request|WithBackoff|With\\w+|On\\w+)',
  'autoRetry|backOff|exponentialBackoff|promiseRetry|asyncRetry|retrier',
);

/** `withRetry(() => charge(order))` */
export const runsAgain = (name: string, args: readonly Value[]): boolean =>
  RETRIES.test(name) && args.some(({ kind }) => kind === 'function');

/** Functions that keep what they are handed until the work at hand is done. */
const LATER = namesLike(
  'u',
  String.raw`(?:run|add|register|schedule|queue|do)?(?:on|after)(?:Transaction)?Commit\w*`,
  String.raw`(?:run)?OnTransaction(?:Commit|Complete|Success)\w*|runOnTransaction\w*|afterTransaction\w*`,
  'waitUntil|after|setImmediate|setTimeout|nextTick|queueMicrotask|defer',
);

/** `transaction.afterCommit(() => sendMail(to))`: what runs later is no part of the transaction. */
export const runsLater = (name: string): boolean => LATER.test(name);
