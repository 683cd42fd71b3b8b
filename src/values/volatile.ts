import type { TSESTree } from '@typescript-eslint/utils';
import { namesLike } from '../syntax/names-like.js';
import { some } from './traits.js';
import type { Binary, Call, Value } from './value.js';

/** A part of a value that a second run of the same work would not find the same. */
export interface VolatilePart {
  /** fresh: made anew; clock: read from a clock; channel: names the request, connection or delivery. */
  readonly kind: 'fresh' | 'clock' | 'channel';
  readonly value: Value;
  /** As a message names it: `randomUUID()`, `requestId`. */
  readonly text: string;
}

/**
 * What of a text or key is volatile, on any side that can be taken. Only functions that are known to carry a
 * value into text are looked through: what `findOrder(requestId)` answers need not be volatile.
 */
export function* volatileParts(value: Value, depth = 0): Generator<VolatilePart> {
  if (depth > 12) return;
  switch (value.kind) {
    case 'parameter':
      if (isChannelName(value.name)) yield { kind: 'channel', value, text: value.name };
      return;
    case 'member':
      if (isChannelMember(value.object, value.name))
        yield { kind: 'channel', value, text: memberText(value.object, value.name) };
      return;
    case 'call':
      yield* inCall(value, depth + 1);
      return;
    case 'binary':
      yield* inBinary(value, depth + 1);
      return;
    default:
      for (const part of carriedBy(value)) yield* volatileParts(part, depth + 1);
  }
}

function carriedBy(value: Value): readonly Value[] {
  switch (value.kind) {
    case 'object':
      return [...value.entries.values(), ...value.spreads];
    case 'array':
      return value.elements;
    case 'choice':
      return [value.whenTrue, value.whenFalse];
    case 'template':
      return value.parts;
    default:
      return [];
  }
}

const CHANNEL = namesLike(
  'u',
  '(?:x|aws|amzn|xamzn|http)?(?:request|req|trace|correlation|span|connection|conn|socket)(?:trace)?id',
  'traceparent|deliverytag|offset|attempts?(?:number|no|count|made|index)?',
  'retry(?:count|number|attempt|index)',
);

export const isChannelName = (name: string): boolean =>
  CHANNEL.test(name.toLowerCase().replace(/[-_]/gu, ''));

/** What a client or producer wrote stays the same when it is sent again. */
const CONTENT = namesLike(
  'u',
  'body|dto|input|payload|data|params|query|value|content|args|command|variables',
  '.*(?:Dto|Input|Payload|Body)',
);
const CONNECTION = /^(?:req|socket|ws|conn|connection)$/u;

function isChannelMember(owner: Value, name: string): boolean {
  const ownerName = owner.kind === 'parameter' || owner.kind === 'member' ? owner.name : '';
  if (name === 'id') return CONNECTION.test(ownerName);
  if (!isChannelName(name) || CONTENT.test(ownerName)) return false;
  // `step.attempts` is a counter that the step keeps.
  if (/^attempts?(?:count)?$/iu.test(name) && !/job|message|msg|delivery|context|ctx/iu.test(ownerName)) return false;
  // A row or a parsed message has kept it.
  return !some(owner, part => part.kind === 'result' || (part.kind === 'call' && part.callee === 'parse'));
}

const memberText = (owner: Value, name: string): string =>
  name === 'id' && (owner.kind === 'parameter' || owner.kind === 'member') ? `${owner.name}.id` : name;

const FRESH = namesLike(
  'u',
  'randomUUID|randomBytes|randomInt|random|nanoid|uuid|uuidv?[1467]|v[1467]|ulid|cuid2?',
  'createId|getRandomValues|snowflake|ObjectId',
  '(?:generate|make|create|new|gen|random)(?:Uuid|UUID|Guid|GUID|Nanoid|NanoId|Ulid)',
  '(?:generate|make|create|new|gen|random)(?:RandomId|RandomString|Id|ID|String)',
  'uuidV[1467]',
);
const FRESH_PACKAGE = namesLike(
  'u',
  'uuid|nanoid(?:/.*)?|ulid|ulidx|uuidv7|cuid|@paralleldrive/cuid2|shortid|short-uuid',
  'short-unique-id|hyperid|ksuid|crypto-random-string|unique-string',
);
const FRESH_LENGTH = /^(?:random\w*|nanoid)$/u;
const DERIVED =
  /^(?:v3|v5|uuidv?[35]|validate|version|parse|stringify|isCuid|decodeTime|toString|fromUUID|toUUID)$/iu;

const CLOCK = /^(?:now|Date|hrtime|dayjs|moment|utc|local|instant|performance)$/u;

/** Text that a value goes into whole. */
const CARRIES = namesLike(
  'iu',
  String.raw`toString|String|concat|join|update|digest|stringify|hash\w*|sha\w*|md5|createHash`,
  String.raw`createHmac|hmac|objectHash|trim\w*|toLowerCase|toUpperCase|replace(?:All)?`,
  String.raw`pad(?:Start|End)|slice|substring|substr|split|at|get|encode\w*|encodeURIComponent|btoa`,
  'from|v3|v5|uuidv?[35]|getTime|valueOf|toISOString|toISO|toJSON|toUTCString',
  'toLocaleString|toLocaleTimeString|unix|toMillis|getUnixTime|formatISO|getMilliseconds',
  'floor|round|trunc|ceil|abs|Number|bigint|BigInt|sort|flat',
);
/** A day, a week, an hour: a period has one name for all runs in it. */
const PERIOD = namesLike(
  'u',
  String.raw`(?:start|end)Of\w*|toISODate|toDateString|toLocaleDateString`,
  'get(?:UTC)?(?:FullYear|Month|Date|Day|Hours|Week|ISOWeek|ISOWeekYear|DayOfYear|Quarter|Year)',
  String.raw`year|month|week|isoWeek|date|day|hour|quarter|roundToNearest\w*`,
);
const CLOCK_TEXT = /^(?:toISOString|toISO|toJSON|toLocaleString|formatISO|toString|split|format)$/u;

function* inCall(value: Call, depth: number): Generator<VolatilePart> {
  const { callee, receiver, args } = value;
  if (isFreshCall(value)) yield { kind: 'fresh', value, text: callText(value) };
  else if (isClockCall(value)) yield { kind: 'clock', value, text: callText(value) };
  else if (isChannelCall(value)) yield { kind: 'channel', value, text: channelText(value) };
  else if (CARRIES.test(callee) || (callee === 'format' && !isPeriodFormat(value))) {
    if (receiver && !isPeriodOf(callee, receiver)) yield* volatileParts(receiver, depth);
    for (const argument of args) yield* volatileParts(argument, depth);
  }
}

/** `new Date()`, `crypto.randomUUID()`, `uuid()` where the import has that name. */
function callText({ callee, node }: Call): string {
  const isMade = node.type === 'NewExpression';
  const written = isMade || node.type === 'CallExpression' ? nameText(node.callee) : undefined;
  return `${isMade ? 'new ' : ''}${written ?? callee}()`;
}

function nameText(node: TSESTree.Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return undefined;
  return node.object.type === 'Identifier' ? `${node.object.name}.${node.property.name}` : node.property.name;
}

/** A call that makes something new of nothing: what is made of an argument may be the same each time. */
function isFreshCall({ callee, receiver, args, from }: Call): boolean {
  if (DERIVED.test(callee) || PERIOD.test(callee)) return false;
  const isGenerator =
    FRESH.test(callee) ||
    (from !== undefined && FRESH_PACKAGE.test(from)) ||
    (/^(?:customAlphabet|monotonicFactory)$/u.test(nameOf(receiver)) && args.length === 0);
  if (!isGenerator || callee === 'customAlphabet') return false;
  return (
    FRESH_LENGTH.test(callee) ||
    args.every(
      argument =>
        argument.kind === 'constant' ||
        argument.kind === 'object' ||
        (argument.kind === 'call' && isClockCall(argument)),
    )
  );
}

const nameOf = (value: Value | undefined): string => (value?.kind === 'call' ? value.callee : '');

const isClockCall = ({ callee, args }: Call): boolean => CLOCK.test(callee) && args.length === 0;

function isChannelCall({ callee, args }: Call): boolean {
  const [name] = args;
  const isHeader =
    /^(?:get|header|getHeader)$/u.test(callee) &&
    name?.kind === 'constant' &&
    /-/u.test(String(name.value)) &&
    isChannelName(String(name.value));
  return isHeader || isChannelName(callee.replace(/^(?:get|current|read|getCurrent|generate|use)/u, ''));
}

const channelText = ({ callee, args: [name] }: Call): string =>
  name?.kind === 'constant' && /^(?:get|header|getHeader)$/u.test(callee)
    ? String(name.value)
    : `${callee}()`;

/** `new Date().toISOString().slice(0, 10)` */
const isPeriodOf = (callee: string, receiver: Value): boolean =>
  /^(?:slice|substring|substr|split|at)$/u.test(callee) &&
  receiver.kind === 'call' &&
  CLOCK_TEXT.test(receiver.callee);

/** `format(date, 'yyyy-MM-dd')`, `dayjs().format('YYYY-MM')`: no minutes, seconds or milliseconds. */
function isPeriodFormat({ args }: Call): boolean {
  const pattern = args.find(argument => argument.kind === 'constant' && typeof argument.value === 'string');
  return pattern?.kind === 'constant' && !/[msSxXTt]|H{1,2}:?m/u.test(String(pattern.value));
}

function* inBinary({ operator, left, right }: Binary, depth: number): Generator<VolatilePart> {
  if (
    operator === '+' ||
    operator === '*' ||
    (operator === '-' && !(right.kind === 'binary' && right.operator === '%'))
  ) {
    yield* volatileParts(left, depth);
    yield* volatileParts(right, depth);
  }
  // Seconds instead of milliseconds; a longer divisor makes a period.
  if (operator === '/' && right.kind === 'constant' && Number(right.value) <= 1000)
    yield* volatileParts(left, depth);
}
