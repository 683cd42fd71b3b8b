import { namesLike } from '../syntax/names-like.js';
import { noColumns } from '../operations/operation.js';
import { some } from '../values/traits.js';
import type { Call, Value } from '../values/value.js';
import { nameIn } from './name-in.js';
import type { Run } from './run.js';

/**
 * `stripe.webhooks.constructEvent`, `verifyWebhook(request)` of Clerk, `paddle.webhooks.unmarshal`,
 * `webhooks.verifyAndReceive` of Octokit, `shopify.authenticate.webhook`.
 */
const VERIFIES = namesLike(
  'u',
  'constructEvent(?:Async)?|verifyAndReceive',
  String.raw`(?:verify|validate|check|authenticate)\w*Webhook\w*`,
  String.raw`(?:isValid|is)Webhook\w*(?:Signature|Valid)`,
);
const OF_WEBHOOKS = /^(?:verify|unmarshal|unwrap|validate|isSignatureValid|webhook)$/u;
const WEBHOOKS = /^(?:\w*webhooks?|Webhook|authenticate|EventWebhook)$/iu;

/** Comparisons that take the same time whatever they are given; `receiver.verify({ signature, body })` of QStash. */
const COMPARES = /^(?:timingSafeEqual|timingSafeCompare|safeCompare|safeEqual|secureCompare)$/u;
const SIGNATURE = /signature|hmac|-sig(?:nature)?\b/iu;

/** Records where the signature of a webhook is tested: from there on a provider's delivery is worked on. */
export function recordReceipt(run: Run, call: Call): void {
  if (!isReceipt(call)) return;
  run.record(call.from ?? '', call.node, {
    kind: 'receive',
    resource: { kind: 'service', name: call.callee, receiver: call.receiver },
    filter: noColumns,
    columns: noColumns,
    subject: call,
  });
}

function isReceipt({ callee, receiver, args }: Call): boolean {
  if (args.length === 0) return false;
  if (VERIFIES.test(callee)) return true;
  if (OF_WEBHOOKS.test(callee) && WEBHOOKS.test(nameIn(receiver))) return true;
  return (COMPARES.test(callee) || callee === 'verify') && args.some(argument => some(argument, isSignatureHeader));
}

/** `req.headers['x-hub-signature-256']`, `request.headers.get('x-signature')`. */
function isSignatureHeader(part: Value): boolean {
  if (part.kind === 'member') return SIGNATURE.test(part.name) && nameIn(part.object) === 'headers';
  if (part.kind !== 'call' || !/^(?:get|header|getHeader)$/u.test(part.callee)) return false;
  const [name] = part.args;
  return name?.kind === 'constant' && SIGNATURE.test(String(name.value));
}
