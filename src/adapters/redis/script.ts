import { result, unknown } from '../../values/make.js';
import { parts } from '../../values/traits.js';
import type { Value } from '../../values/value.js';
import { acquire, atomically, record, type Command } from './record.js';

const WRITES =
  /^(?:set\w*|p?setex|del|unlink|getdel|incr\w*|decr\w*|h(?:set|del|incr)\w*|[zs](?:add|rem|incr|pop)\w*|[lr]p(?:ush|op)\w*|l(?:set|rem|trim)|append|xadd)$/u;

/** EVAL: what a Lua script does, by the commands it calls. A script of which no text is in reach is not known. */
export function runScript(command: Command): Value | undefined {
  const [script, ...rest] = command.args;
  const text = script ? textIn(script) : '';
  const calls = new Set(
    [...text.matchAll(/redis\.p?call\(\s*['"](\w+)['"]/giu)].map(([, name = '']) => name.toLowerCase()),
  );
  const { key, args } = scriptArguments(rest, command);
  if (calls.size === 0 || !key) return undefined;
  const removes = calls.has('del') || calls.has('unlink');
  if (calls.has('get') && removes) {
    if (!/==\s*ARGV|ARGV\[\d+\]\s*==/u.test(text)) return result(record(command, 'delete', key), 'row');
    return result(record(command, 'unlock', key), 'affected');
  }
  if (calls.has('setnx') || (calls.has('set') && /['"]NX['"]/iu.test(text))) {
    // An expiry that is written into the script itself is there, whatever it is.
    const expiry = args[1] ?? (/['"]P?X['"]|['"]EX['"]|['"]p?expire['"]/iu.test(text) ? unknown : undefined);
    return result(acquire(command, key, args[0], expiry), 'row');
  }
  if ([...calls].some(name => WRITES.test(name))) return atomically(command, key, args[0]);
  return calls.has('expire') || calls.has('pexpire')
    ? result(record(command, 'update', key), 'affected')
    : undefined;
}

/** The script as written, also where it was loaded first: `evalsha(await redis.script('LOAD', text))`. */
const textIn = (script: Value): string =>
  [...parts(script)]
    .map(part => (part.kind === 'constant' && typeof part.value === 'string' ? part.value : ''))
    .join('\n');

/** `1, key, owner` (ioredis), `{ keys, arguments }` (node-redis), `[key], [owner]` (Upstash). */
function scriptArguments(
  rest: readonly Value[],
  { site }: Command,
): { key: Value | undefined; args: readonly Value[] } {
  const [first, second] = rest;
  if (!first) return { key: undefined, args: [] };
  if (first.kind === 'array') return { key: first.elements[0], args: elementsOf(second) };
  if (first.kind === 'object') {
    return {
      key: elementsOf(site.property(first, 'keys'))[0],
      args: elementsOf(site.property(first, 'arguments')),
    };
  }
  const count = first.kind === 'constant' ? Number(first.value) : 1;
  return { key: rest[1], args: rest.slice(1 + count) };
}

const elementsOf = (value: Value | undefined): readonly Value[] =>
  value?.kind === 'array' ? value.elements : [];
