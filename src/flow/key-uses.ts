import type { TSESTree } from '@typescript-eslint/utils';
import { namesLike } from '../syntax/names-like.js';
import type { Call, Value } from '../values/value.js';
import { nameIn } from './name-in.js';
import type { Run } from './run.js';

/** Properties and headers by which services are told that two requests mean one effect. */
const KEY = namesLike(
  'u',
  '(?:x|upstash)?(?:payout)?idempoten(?:cy|t)(?:key|id|token)?',
  '(?:message|upstash)?dedup(?:lication|e)?(?:id|key)|paypalrequestid|natsmsgid',
);

/** Properties that only mean so in what is handed to a broker. */
const SENT_KEY = /^(?:jobid|messageid|msgid)$/u;
const SENDING = /^(?:add|addBulk|publish\w*|sendToQueue|send(?:Message|Batch|Event)?|produce|emit)$/u;

/** Values that properties are in. */
const HOLDERS = new Set<Value['kind']>(['object', 'array', 'choice']);

/** Names under which further options of one call stand. */
const OPTIONS = /^(?:headers|options|opts|requestOptions|config|init|params|properties|Entries|messages)$/u;

const HEADER_SETTER = /^(?:set|append|header|setHeader|addHeader)$/u;

/** Calls that only show, keep or check what they are given, or answer it to the client. */
const NO_SENDER = namesLike(
  'u',
  'parse|safeParse|parseAsync|stringify|json|assign|freeze|log|info|warn|debug|error|trace',
  'verbose|captureException|expect|validate|create(?:Hash|Hmac)|startSpan|setAttributes?',
);
const NO_SERVICE = namesLike(
  'iu',
  'res|response|reply|ctx|logger|log|console|span',
  '.*(?:repo|repository|model|dao|store|db|database|prisma|entity|entities|cache|schema)',
);

/** Notes the idempotency keys that a call of unreadable code is given. */
export function noteKeys(run: Run, { callee, receiver, args, node }: Call): void {
  if (NO_SENDER.test(callee) || NO_SERVICE.test(nameIn(receiver))) return;
  const [name, value] = args;
  if (HEADER_SETTER.test(callee) && name?.kind === 'constant' && value && KEY.test(plain(String(name.value))))
    run.noteKey(String(name.value), value, node);
  noteSentKeys(run, callee, args, node);
}

/** Notes the keys among the properties that a call sends. */
export function noteSentKeys(run: Run, callee: string, args: readonly Value[], node: TSESTree.Node): void {
  const isSending = SENDING.test(callee) && (args.length > 1 || callee !== 'add');
  for (const argument of args) {
    if (!HOLDERS.has(argument.kind)) continue;
    for (const [name, value] of propertiesOf(argument)) {
      if (KEY.test(plain(name)) || (isSending && SENT_KEY.test(plain(name))))
        run.noteKey(name, value, propertyIn(node, name) ?? node);
    }
  }
}

/** `idempotencyKey: key`, where it is written in the call itself. */
function propertyIn(node: TSESTree.Node, name: string): TSESTree.Node | undefined {
  switch (node.type) {
    case 'CallExpression':
    case 'NewExpression':
      return firstOf(node.arguments, name);
    case 'ArrayExpression':
      return firstOf(node.elements, name);
    case 'ObjectExpression':
      return firstOf(node.properties, name);
    case 'Property':
      return isNamed(node.key, name) ? node : propertyIn(node.value, name);
    default:
      return undefined;
  }
}

function firstOf(nodes: readonly (TSESTree.Node | null)[], name: string): TSESTree.Node | undefined {
  for (const node of nodes) {
    const found = node && propertyIn(node, name);
    if (found) return found;
  }
  return undefined;
}

const isNamed = (key: TSESTree.Node, name: string): boolean =>
  (key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : undefined) === name;

const plain = (name: string): string => name.toLowerCase().replace(/[-_]/gu, '');

function* propertiesOf(value: Value, depth = 0): Generator<[string, Value]> {
  if (depth > 3) return;
  if (value.kind === 'array') for (const item of value.elements) yield* propertiesOf(item, depth + 1);
  if (value.kind === 'choice') {
    yield* propertiesOf(value.whenTrue, depth + 1);
    yield* propertiesOf(value.whenFalse, depth + 1);
  }
  if (value.kind !== 'object') return;
  for (const [name, entry] of value.entries) {
    yield [name, entry];
    if (OPTIONS.test(name)) yield* propertiesOf(entry, depth + 1);
  }
  for (const spread of value.spreads) {
    for (const [name, entry] of propertiesOf(spread, depth + 1))
      if (!value.entries.has(name)) yield [name, entry];
  }
}
