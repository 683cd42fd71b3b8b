import { namesLike } from '../syntax/names-like.js';
import { sendsPostAgain } from '../adapters/axios-retry.js';
import type { OperationFacts } from '../operations/operation.js';
import { fieldOf } from '../values/evaluate.js';
import type { Call, Value } from '../values/value.js';
import { keyOf } from './call-keys.js';
import { packageOf } from './callee.js';
import { nameIn } from './name-in.js';
import type { Run } from './run.js';

const PAYMENT = namesLike(
  'u',
  String.raw`(?:charge|capture|refund|transfer|pay|payOut|payout)(?:[A-Z]\w*)?`,
  String.raw`(?:withdraw|deposit|debit|credit|disburse|remit|chargeback|topUp)(?:[A-Z]\w*)?`,
);
const MESSAGE = namesLike(
  'u',
  String.raw`(?:send|dispatch|deliver|push)\w*(?:Mail|Email|Sms|SMS|Text|Message|Notification)s?`,
  String.raw`(?:send|dispatch|deliver|push)\w*(?:Invite|Invitation|Receipt|Reminder|Webhook|Template)s?`,
  'sendMail',
);

/** `stripe.paymentIntents.create`, `client.payments.create`: the collection says what is made. */
const COLLECTION = namesLike(
  'iu',
  'paymentIntents?|payments?(?:Api)?|charges?|refunds?|transfers?|payouts?|invoiceItems?',
  'creditNotes?|topups?|orders',
);
const MAKES = /^(?:create|capture|confirm|execute|submit)$/u;

const HTTP = namesLike(
  'iu',
  'axios|got|ky|superagent|http|https|api|fetch|fetcher|needle|undici',
  String.raw`\w*(?:http|api|rest|client|axios|gateway)`,
);
const HTTP_PACKAGE =
  /^(?:axios|got|ky|superagent|node-fetch|undici|cross-fetch|needle|ofetch|@nestjs\/axios)$/u;

/** `Sentry.captureException`, `posthog.capture`. */
const NO_SERVICE =
  /^(?:Sentry|posthog|analytics|logger|log|console|app|router|server|fastify|Math|JSON|Object)$/iu;
const NO_EFFECT = namesLike(
  'u',
  String.raw`capture(?:Exception|Message|Event|StackTrace)|credit(?:Score|Limit|Card)\w*`,
  String.raw`\w+(?:Of|For|From|Amount|Total|Fee|Fees)`,
);

/** Records a call of unreadable code that plainly has a service outside act. */
export function recordCallOut(run: Run, call: Call): void {
  const { callee, receiver, args, node } = call;
  if (NO_SERVICE.test(ownerName(receiver)) || NO_EFFECT.test(callee) || !isCallOut(call)) return;
  const owner = ownerName(receiver);
  const facts: OperationFacts = {
    kind: 'call',
    resource: { kind: 'service', name: owner === '' ? callee : `${owner}.${callee}`, receiver },
    filter: nothing,
    columns: { entries: new Map(), rest: args, compared: new Set() },
    key: keyOf(call),
  };
  const record = (): unknown => run.record(packageIn(call), node, facts);
  if (sendsPostAgain(receiver)) run.within({ kind: 'retry', node }, record);
  else record();
}

/** The package that a function comes from, or what it is called on. */
function packageIn(value: Value | undefined): string {
  switch (value?.kind) {
    case 'call':
      return value.from ?? packageIn(value.receiver);
    case 'member':
      return packageIn(value.object);
    case 'handle':
      return packageOf(value) ?? '';
    default:
      return '';
  }
}
const nothing = { entries: new Map<string, Value>(), rest: [], compared: new Set<string>() };

/** `const resend = key ? new Resend(key) : null` is what it is if it is there. */
const ownerName = (receiver: Value | undefined): string =>
  receiver?.kind === 'choice' ? ownerName(receiver.whenTrue) || ownerName(receiver.whenFalse) : nameIn(receiver);

function isCallOut(call: Call): boolean {
  const { callee, receiver, args } = call;
  if (args.length === 0) return false;
  if (PAYMENT.test(callee) || MESSAGE.test(callee)) return true;
  if (MAKES.test(callee) && receiver?.kind === 'member' && COLLECTION.test(receiver.name)) return true;
  return (SENDS.test(callee) && MAILER.test(ownerName(receiver))) || isPost(call);
}

/** `mailer.send(...)`, `resend.emails.send(...)`, `twilio.messages.create(...)`. */
const MAILER = namesLike(
  'iu',
  String.raw`\w*(?:mail|mails|mailer|emails?|sms)(?:er)?(?:Service|Gateway|Client|Sender|Provider|Transport)?`,
  'sgMail|sendgrid|postmark|mailgun|resend|transporter',
);
const SENDS = /^(?:send|sendNow|deliver)$/u;

/** A POST; the other methods of HTTP are meant to be repeated. */
function isPost({ callee, receiver, args, from }: Call): boolean {
  const isClient =
    HTTP_PACKAGE.test(from ?? '') ||
    HTTP.test(receiver ? nameIn(receiver) : callee) ||
    (receiver?.kind === 'call' && HTTP_PACKAGE.test(packageIn(receiver)));
  if (!isClient || args.some(({ kind }) => kind === 'function')) return false;
  if (callee === 'post') return true;
  return args.some(argument => methodOf(argument) === 'POST');
}

function methodOf(options: Value): string | undefined {
  const method = fieldOf(options, 'method');
  return method?.kind === 'constant' ? String(method.value).toUpperCase() : undefined;
}
