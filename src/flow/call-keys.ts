import { unknown } from '../values/make.js';
import type { Call, Value } from '../values/value.js';

/** Names under which services take what tells one request from the next. */
const KEYS = new RegExp(
  [
    'idempoten|dedup|nonce|unique|paypalrequestid|externalid|externalref',
    '^(?:client|merchant|partner|end2end|endtoend)[a-z]*(?:token|id|ref|reference)$',
    '^(?:request|transaction|txn?|trx|message|event)(?:id|ref|reference|uuid)$',
  ].join('|'),
  'u',
);

/** Properties in which a request has further ones. */
const INNER = /^(?:headers|options|opts|requestOptions|config|init|params|body|data|json|payload)$/u;
const BODIES = /^(?:body|data|json|payload)$/u;

/**
 * The value by which the service could tell that it was asked before; `unknown` where options or headers cannot
 * be read, `undefined` where there is none among all that is sent.
 */
export function keyOf({ callee, args }: Call): Value | undefined {
  let isOpen = false;
  for (const [at, argument] of args.entries()) {
    const isBody = at === 0 || (at === 1 && callee === 'post');
    const key = keyIn(argument, !isBody, 0);
    if (key && key.kind !== 'unknown') return key;
    isOpen ||= key !== undefined;
  }
  return isOpen ? unknown : undefined;
}

function keyIn(value: Value, isOptions: boolean, depth: number): Value | undefined {
  if (depth > 5) return undefined;
  switch (value.kind) {
    case 'object':
      return keyInObject(value, isOptions, depth);
    case 'call':
      if (/^(?:stringify|Headers|URLSearchParams|assign)$/u.test(value.callee))
        return either(value.args.map(argument => keyIn(argument, isOptions, depth + 1)));
      break;
    case 'choice':
      return either([value.whenTrue, value.whenFalse].map(side => keyIn(side, isOptions, depth + 1)));
    case 'constant':
    case 'template':
    case 'array':
      return undefined;
    default:
  }
  return isOptions ? unknown : undefined;
}

function keyInObject(value: Extract<Value, { kind: 'object' }>, isOptions: boolean, depth: number): Value | undefined {
  const found: (Value | undefined)[] = [];
  for (const [name, entry] of value.entries) {
    if (KEYS.test(name.toLowerCase().replace(/[-_]/gu, ''))) return entry;
    if (INNER.test(name)) found.push(keyIn(entry, isOptions && !BODIES.test(name), depth + 1));
  }
  for (const spread of value.spreads) found.push(keyIn(spread, isOptions, depth + 1));
  if (value.open && isOptions) found.push(unknown);
  return either(found);
}

const either = (found: readonly (Value | undefined)[]): Value | undefined =>
  found.find(key => key !== undefined && key.kind !== 'unknown') ?? found.find(key => key !== undefined);
