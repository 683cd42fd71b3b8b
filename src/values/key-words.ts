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
  const pieces = typeof key === 'string' ? [] : piecesOf(key);
  const [constants, names] = [true, false].map(isConstant =>
    pieces.filter(({ kind }) => (kind === 'constant') === isConstant).map(textOf));
  const texts = typeof key === 'string' ? [key] : (constants ?? []);
  const words = [...texts, ...(names ?? [])].flatMap(wordsOf);
  const isOAuthState = words.includes('oauth') && words.includes('state');
  return (
    (isOAuthState || words.some(word => ONE_TIME.has(word))) &&
    // `attemptId` names what the token is for, `otp:attempts:` what is kept.
    !texts.flatMap(wordsOf).some(word => NOT_ONE_TIME.has(word))
  );
}

/** What a key is put together from; where its pieces come from does not matter. */
function piecesOf(key: Value, depth = 0): readonly Value[] {
  const inner = depth > 4 ? [] : partsOf(key);
  return inner.length === 0 ? [key] : inner.flatMap(part => piecesOf(part, depth + 1));
}

function partsOf(key: Value): readonly Value[] {
  switch (key.kind) {
    case 'template':
      return key.parts;
    case 'binary':
      return [key.left, key.right];
    case 'array':
      return key.elements;
    case 'call':
      return key.receiver?.kind === 'array' ? [key.receiver, ...key.args] : [];
    default:
      return [];
  }
}

/** `resetToken`, `reset_token` and `reset:token` are the words `reset` and `token`. */
export const wordsOf = (text: string): readonly string[] =>
  text.replace(/(?<=[a-z\d])(?=[A-Z])/gu, ' ').toLowerCase().split(/[^a-z]+/u).filter(word => word !== '');

function textOf(part: Value): string {
  if (part.kind === 'constant') return typeof part.value === 'string' ? part.value : '';
  if (part.kind === 'call') return part.callee;
  return part.kind === 'parameter' || part.kind === 'member' ? part.name : '';
}
