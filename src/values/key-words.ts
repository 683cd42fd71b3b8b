import { some } from './traits.js';
import type { Value } from './value.js';

/** Not `block`, `clock`, `locked`, `leaderboard`. */
const LOCK_WORD =
  /Lock(?!ed)|(?<![bc]|un)lock(?!ed)|(?<![BC])LOCK(?!ED)|[mM]utex|MUTEX|[sS]emaphore|[lL]eader(?!-?[bB]oard)/u;

/** Text or names in a key say that it is a lock. */
export const saysLock = (key: Value): boolean => some(key, part => LOCK_WORD.test(textOf(part)));

const ONE_TIME = new Set(
  ('otp otps totp passcode passcodes challenge challenges nonce nonces verification verifications verify '
    + 'reset resets forgot forget invite invites invitation invitations magic magiclink onetime captcha '
    + 'confirmation confirm activation activate pkce').split(' '),
);

/** What is counted, limited or kept beside a token, and what is used more than once. */
const NOT_ONE_TIME = new Set(
  ('attempt attempts tries limit limiter rate count counter counts cache cached cooldown lock locks sent last '
    + 'throttle quota blacklist blocked stats session sessions resend interval usage metrics').split(' '),
);

/** Text or names in a key, or the name of a table, say that what it holds is meant to be used once. */
export function saysOneTime(key: Value | string): boolean {
  const words = typeof key === 'string' ? wordsOf(key) : wordsIn(key);
  return words.some(word => ONE_TIME.has(word)) && !words.some(word => NOT_ONE_TIME.has(word));
}

function wordsIn(key: Value): readonly string[] {
  const words: string[] = [];
  some(key, part => {
    words.push(...wordsOf(textOf(part)));
    return false;
  });
  // `oauth:state:...`, `auth_code:...`
  return words.includes('oauth') && words.includes('state') ? [...words, 'nonce'] : words;
}

/** `resetToken`, `reset_token` and `reset:token` are the words `reset` and `token`. */
export const wordsOf = (text: string): readonly string[] =>
  text.replace(/(?<=[a-z\d])(?=[A-Z])/gu, ' ').toLowerCase().split(/[^a-z]+/u).filter(word => word !== '');

function textOf(part: Value): string {
  if (part.kind === 'constant') return typeof part.value === 'string' ? part.value : '';
  if (part.kind === 'call') return part.callee;
  return part.kind === 'parameter' || part.kind === 'member' ? part.name : '';
}
