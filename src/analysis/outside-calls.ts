import { nameChain } from '../values/name-chain.js';
import type { Operation } from '../operations/operation.js';
import { parts, some } from '../values/traits.js';

const PROVIDER = new RegExp(
  [
    'stripe|paypal|adyen|braintree|square|razorpay|mollie|paystack|flutterwave|gocardless|klarna|plaid',
    'twilio|sendgrid|mailgun|mailjet|postmark|resend|nodemailer|mailer|mail|sms|smtp|slack|firebase|fcm|apns',
    'gateway|provider|processor|acquirer|psp|api|sdk|http|axios|fetch|transport|client|notif',
  ].join('|'),
  'iu',
);
/** The database's own side, and rows of it: `account.debit(amount)`. */
const STORE = /repo|repository|model|dao|store|prisma|database|db$|entity|cache|knex|manager$|trx?$|ledger|wallet$|account$/iu;

/** A service that belongs to somebody else acts, and not a part of this code that its name only resembles. */
export function isOutside({ kind, library, resource, columns }: Operation): boolean {
  if (kind !== 'call') return false;
  const { receiver, name = '' } = resource;
  if (receiver && some(receiver, part => part.kind === 'result' || part.kind === 'element')) return false;
  // What is handed the transaction writes in it.
  if (columns.rest.some(argument => some(argument, part => part.kind === 'handle' && part.adapter !== 'package'))) return false;
  const chain = [...nameChain(receiver)];
  if (chain.some(part => STORE.test(part))) return false;
  return library !== '' || [...chain, name].some(part => PROVIDER.test(part));
}

/** What a POST makes that there should be one of. */
const ONCE = new RegExp(
  'pay(?:ment|out|roll)?s?\\b|charge|refund|transfer|orders?\\b|invoice|subscription|checkout|booking|reservation' +
    '|shipment|purchase|withdraw|deposit|transaction|top-?up|credits?\\b|debit|gift-?card|disburse',
  'iu',
);
/** Asks, checks or computes, though it is a POST. */
const ASKS =
  /search|query|graphql|token|oauth|login|auth|session|verif|valid|estimat|quote|preview|calculat|rates?\b|completion|embedding|chat|lookup|list|find|status|introspect|cancel|webhook|hook/iu;

/** Sent twice it makes two: an SDK makes a payment, or a POST does. */
export function makesAnother(operation: Operation): boolean {
  if (!isOutside(operation)) return false;
  const { resource: { name = '' }, columns } = operation;
  const isPost = /(?:^|\.)(?:post|fetch|axios|request|got|ky|superagent|\$fetch|ofetch)$/iu.test(name);
  if (!isPost) return operation.library !== '' || /stripe|paypal|adyen|braintree|razorpay|mollie|paystack/iu.test([...nameChain(operation.resource.receiver)].join(' '));
  const text = [...columns.rest.slice(0, 1)].flatMap(url => [...parts(url)]).map(textOf).join(' ');
  return ONCE.test(text) && !ASKS.test(text);
}

const textOf = (part: Operation['columns']['rest'][number]): string => (part.kind === 'constant' ? String(part.value) : '');
