import { call, handle, nullValue, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { Adapter, CallSite } from '../adapter.js';
import { runCommand } from './commands.js';

interface Library {
  readonly name: string;
  readonly packages: readonly string[];
  /** Exported name of the client class or factory. */
  readonly client: string;
  /** Exports that make a client, by `new` or by a call; also static methods of the default export. */
  readonly makers: ReadonlySet<string>;
  /** Last part of the type names that mean a client. */
  readonly types: RegExp;
  readonly decorators?: ReadonlySet<string>;
}

/** Methods that answer the client itself, or one that acts like it. */
const SAME_CLIENT = new Set([
  'on',
  'once',
  'connect',
  'duplicate',
  'legacy',
  'withTypeMapping',
  'asap',
  'getClient',
  'getOrThrow',
  'getOrNil',
  'getOrDefault',
  'fromEnv',
  'autopipeline',
]);

/**
 * A Redis client. All clients of a library are one: where a key has no constant text to go by, the key itself
 * tells rows apart. Method names are compared without case, so `hSetNX` and `hsetnx` are one command.
 */
export function redisAdapter({
  name: library,
  packages,
  client: clientName,
  makers,
  types,
  decorators,
}: Library): Adapter {
  const client = handle(library, 'client');

  function clientMethod(name: string, args: readonly Value[], site: CallSite): Value | undefined {
    if (SAME_CLIENT.has(name) || makers.has(name)) return client;
    if (name === 'multi' || name === 'pipeline') return queued(name, args[0], site);
    if (name === 'executeIsolated' && args[0]) return site.run(args[0], [client]);
    if (name === 'call' || name === 'sendCommand') return rawCommand(args, site);
    const callback = args.at(-1)?.kind === 'function' ? args.at(-1) : undefined;
    const answer = runCommand({
      client,
      name: name.toLowerCase(),
      args: callback ? args.slice(0, -1) : args,
      site,
    });
    if (answer && callback) site.run(callback, [nullValue, answer]);
    return answer;
  }

  /** `multi([['set', key, value], ['expire', key, 5]])` */
  function queued(name: string, commands: Value | undefined, site: CallSite): Value {
    const pipeline = handle(library, 'pipeline', { name });
    for (const command of commands?.kind === 'array' ? commands.elements : []) {
      if (command.kind === 'array') rawCommand(command.elements, site, pipeline);
    }
    return pipeline;
  }

  function pipelineMethod(pipeline: Handle, name: string, args: readonly Value[], site: CallSite): Value {
    if (/^exec/u.test(name)) return call(name, pipeline, args, site.node);
    runCommand({ client, name: name.toLowerCase(), args, site, batch: pipeline });
    return pipeline;
  }

  /** `sendCommand(['SET', key, value, 'NX'])`, `call('SET', key, value, 'NX')`. */
  function rawCommand(given: readonly Value[], site: CallSite, batch?: Handle): Value {
    const [name, ...args] = given.flatMap(argument =>
      argument.kind === 'array' ? argument.elements : [argument],
    );
    return (
      (name?.kind === 'constant' &&
        runCommand({ client, name: String(name.value).toLowerCase(), args, site, batch })) ||
      unknown
    );
  }

  return {
    name: library,
    packages,
    client: clientName,
    exported: name =>
      name === 'default' || makers.has(name) ? handle(library, 'maker', { name }) : undefined,
    typed: name => (types.test(name) ? client : undefined),
    injected: decorator => (decorators?.has(decorator) ? client : undefined),
    construct: () => client,
    invoke: callee => (callee.type === 'maker' ? client : undefined),
    member: (target: Handle, name) =>
      target.type === 'maker' && makers.has(name) ? handle(library, 'maker', { name }) : undefined,
    method: (target, name, args, site) =>
      target.type === 'pipeline' ? pipelineMethod(target, name, args, site) : clientMethod(name, args, site),
  };
}
