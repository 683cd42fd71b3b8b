import { type Columns, noColumns, type OperationKind, type Transaction } from '../../operations/operation.js';
import { array, call, element, member, result, unknown } from '../../values/make.js';
import type { ResultShape, Value } from '../../values/value.js';
import { columns } from './key.js';
import { acquire, atomically, flag, record, type Command, type Run } from './record.js';
import { runScript } from './script.js';
import { seconds } from './set-options.js';
import { setting, settingFields, settingFor, settingMany } from './setting.js';

/** What a command does, by its name in lower case: https://redis.io/docs/latest/commands/ */
export function runCommand(command: Command): Value | undefined {
  return COMMANDS.get(command.name)?.(command);
}

const reading =
  (shape: ResultShape): Run =>
  command =>
    result(record(command, 'read', command.args[0]), shape);

const readField: Run = command => {
  const [key, field] = command.args;
  const row = result(record(command, 'read', key), 'row');
  return field?.kind === 'constant' ? member(row, String(field.value)) : row;
};

/** A key, or a member of what it holds. */
const keyFilter = (key: Value, item: Value | undefined): Columns =>
  columns(item ? [['key', key], ['member', item]] : [['key', key]]);

/** EXISTS, SISMEMBER, HEXISTS: whether a key, or a member of it, is there. */
const testing: Run = command => {
  const [key, item] = command.args;
  if (!key) return undefined;
  return flag(
    record(command, 'read', key, { filter: keyFilter(key, item) }),
  );
};

const changing =
  (column?: string): Run =>
  command => {
    const [key, field, amount] = command.args;
    if (!column) return atomically(command, key, field);
    return atomically(command, key, amount, field?.kind === 'constant' ? String(field.value) : column);
  };

/** The answer says how many members were new. */
const adding: Run = command => {
  const [key, ...items] = command.args;
  const value = call('atomic', undefined, items, command.site.node);
  return result(record(command, 'update', key, { columns: columns([['value', value]]) }), 'affected');
};

/** The answer is a member that no other run gets. */
const popping: Run = command => {
  const value = call('atomic', undefined, [], command.site.node);
  return result(record(command, 'update', command.args[0], { columns: columns([['value', value]]) }), 'row');
};

const removing: Run = command => {
  const [key, item] = command.args;
  if (!key) return undefined;
  return result(
    record(command, 'delete', key, { filter: keyFilter(key, item) }),
    'affected',
  );
};

const MAX_KEYS = 4;
const deleting: Run = command => {
  const keys = command.args.flatMap(argument => (argument.kind === 'array' ? argument.elements : [argument]));
  const operations = keys.slice(0, MAX_KEYS).map(key => record(command, 'delete', key));
  return operations[0] && result(operations[0], 'affected');
};

const expiring =
  (unit: (value: Value) => Value): Run =>
  command => {
    const [key, expiry] = command.args;
    return result(record(command, 'update', key, { expiry: expiry && unit(expiry) }), 'affected');
  };

const readingMany: Run = command => {
  const keys = command.args.flatMap(argument => (argument.kind === 'array' ? argument.elements : [argument]));
  const isListed =
    command.args.every(argument => argument.kind !== 'array' || !argument.open) &&
    command.args[0]?.kind !== 'parameter';
  if (isListed)
    return array(
      keys.slice(0, MAX_KEYS).map(key => result(record(command, 'read', key), 'row')),
      keys.length > MAX_KEYS,
    );
  return result(record(command, 'read', keys[0] && element(keys[0])), 'rows');
};

/** WATCH makes the EXEC after it fail if the key has changed: what is read since then is as good as locked. */
const watching: Run = command => {
  const transaction: Transaction = { isolation: 'default', node: command.site.node };
  command.site.record({
    kind: 'begin',
    resource: { kind: 'key', name: undefined },
    filter: noColumns,
    columns: noColumns,
    connection: command.client,
    transaction,
  });
  for (const key of command.args) record(command, 'read', key, { rowLock: true });
  return unknown;
};

const messaging =
  (kind: OperationKind, subject: (args: readonly Value[]) => Value | undefined): Run =>
  command => {
    const [queue] = command.args;
    const name = queue?.kind === 'constant' ? String(queue.value) : undefined;
    command.site.record({
      kind,
      resource: { kind: 'queue', name, receiver: command.client },
      filter: noColumns,
      columns: noColumns,
      subject: subject(command.args),
    });
    return unknown;
  };

const same = (value: Value): Value => value;

const named = (names: string, run: Run): [string, Run][] => names.split(' ').map(name => [name, run]);

const COMMANDS: ReadonlyMap<string, Run> = new Map([
  ...named('get getbuffer getex getrange hgetall zscore zrank zrevrank lindex type', reading('row')),
  ...named(
    'smembers lrange zrange zrangebyscore zrevrange zrevrangebyscore hkeys hvals hmget keys scan sscan hscan zscan srandmember sinter sunion sdiff',
    reading('rows'),
  ),
  ...named('strlen llen scard zcard hlen zcount bitcount getbit ttl pttl', reading('count')),
  ...named('hget', readField),
  ...named('exists sismember hexists', testing),
  ...named('mget', readingMany),
  ...named('incr incrby incrbyfloat decr decrby append setbit', changing()),
  ...named('hincrby hincrbyfloat', changing('value')),
  ...named('sadd zadd zincrby lpush rpush lpushx rpushx linsert pfadd', adding),
  ...named('lpop rpop spop zpopmin zpopmax blpop brpop lmove blmove rpoplpush brpoplpush', popping),
  ...named('hdel srem zrem lrem zremrangebyscore zremrangebyrank', removing),
  ...named('del unlink', deleting),
  ...named('getdel', command => result(record(command, 'delete', command.args[0]), 'row')),
  ...named('set', setting),
  ...named('setnx', command => {
    const [key, value] = command.args;
    return key && flag(acquire(command, key, value, undefined));
  }),
  ...named('hsetnx', command => {
    const [key, field = unknown, value = unknown] = command.args;
    if (!key) return undefined;
    const written = columns([
      ['key', key],
      ['member', field],
      ['value', value],
    ]);
    return flag(record(command, 'insert', key, { columns: written, onConflict: 'ignored' }));
  }),
  ...named('getset', command => {
    const [key, value = unknown] = command.args;
    return result(record(command, 'update', key, { columns: columns([['value', value]]) }), 'row');
  }),
  ...named('setex', settingFor(seconds)),
  ...named('psetex', settingFor(same)),
  ...named('mset', settingMany),
  ...named('hset hmset', settingFields),
  ...named('expire expireat', expiring(seconds)),
  ...named('pexpire pexpireat', expiring(same)),
  ...named('eval evalsha eval_ro', runScript),
  ...named('watch', watching),
  ...named(
    'publish spublish',
    messaging('send', ([, message]) => message),
  ),
  ...named(
    'xadd',
    messaging('send', args => args.at(-1)),
  ),
  ...named(
    'xack',
    messaging('ack', args => args[2]),
  ),
]);
