import { isClock, isFresh, resultsIn } from '../values/traits.js';
import { saysOneTime, wordsOf } from '../values/key-words.js';
import type { Operation } from '../operations/operation.js';
import type { Value } from '../values/value.js';
import { columnName } from './same-fact.js';

const SECRET = /(?:token|tokenhash|hashedtoken|otp|nonce|challenge|totp|passcode|magiclink)$/u;
const CODE = /(?:code|secret|hash|pin)$/u;
const NO_SECRET = /^(?:access|api|device|push|fcm|apns|session|id|csrf|page|cursor|bot|auth0)\w*token/u;
/** Tables of things that are kept and used again; a row that is removed from them is put away. */
const KEPT = new Set(['session', 'sessions', 'device', 'devices', 'api', 'push', 'webhook', 'webhooks', 'integration']);

/** The table holds what is used once, or the column by its own name does. */
export function isSecretColumn(column: string, { resource: { name = '' } }: Operation): boolean {
  if (wordsOf(name).some(word => KEPT.has(word))) return false;
  const plain = columnName(column);
  if (SECRET.test(plain)) return !NO_SECRET.test(plain);
  return CODE.test(plain) && (saysOneTime(name) || saysOneTime(column));
}

/** Written by every run alike: a constant, a clock, what the token itself holds. */
export const isAlike = (value: Value, token: Operation): boolean =>
  value.kind === 'constant' ||
  isClock(value) ||
  (resultsIn(value, token).length > 0 && !isFresh(value)) ||
  (value.kind === 'member' && value.object.kind === 'parameter' && /^[A-Z]/u.test(value.object.name));

