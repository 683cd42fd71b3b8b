import { handle, parameter, undefinedValue } from '../values/make.js';
import type { Handle, Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';
import { deliver, messageColumns, newMessage, recordSend, textOf } from './broker.js';

interface Queue {
  readonly name: string | undefined;
}

const queue = (name: Value | undefined): Handle => handle('bullmq', 'queue', { name: textOf(name) } satisfies Queue);

/**
 * BullMQ and Bull, also through Nest. A job that stalls or fails runs again; `jobId` keeps a second one out.
 * https://docs.bullmq.io/guide/jobs/stalled
 */
export const bullmq: Adapter = {
  name: 'bullmq',
  packages: ['bullmq', 'bull', '@nestjs/bullmq', '@nestjs/bull', '@taskforcesh/bullmq-pro'],
  client: 'Queue',

  exported: (name, specifier) => exported(name, specifier),
  typed: name => (/(?:^|\.)(?:Queue|Bull|default|FlowProducer)(?:Pro)?$/u.test(name) ? queue(undefined) : undefined),
  injected: (decorator, [name]) => (/^Inject(?:Queue|FlowProducer)$/u.test(decorator) ? queue(name) : undefined),
  receives: decorator => decorator === 'Process',
  receivesIn: (decorator, method) => decorator === 'Processor' && method === 'process',
  receivesType: name => /^(?:Sandboxed)?Job(?:Pro)?$/u.test(name.split('.').at(-1) ?? ''),
  construct: (callee, args, site) => made(callee, args, site),
  invoke: (callee, args, site) => made(callee, args, site),
  member: (target, name) => (target.type === 'module' ? exported(name, 'bullmq') : undefined),
  method: (target, name, args, site) => (target.type === 'queue' ? queueMethod(target, name, args, site) : undefined),
};

function exported(name: string, specifier: string): Value | undefined {
  if (name === 'default') return specifier === 'bull' ? handle('bullmq', 'class', { name: 'Queue' }) : handle('bullmq', 'module');
  return /^(?:Queue|Worker|FlowProducer)(?:Pro)?$/u.test(name) ? handle('bullmq', 'class', { name }) : undefined;
}

function made({ data }: Handle, args: readonly Value[], site: CallSite): Value | undefined {
  const name = 'name' in data ? String(data.name) : '';
  if (!name.startsWith('Worker')) return queue(args[0]);
  const [, processor] = args;
  if (processor?.kind === 'function') run(processor, site);
  return handle('bullmq', 'worker');
}

function run(processor: Value, site: CallSite): void {
  const job = newMessage();
  deliver(site, processor, job, [job, parameter('token')]);
}

function queueMethod(target: Handle, name: string, args: readonly Value[], site: CallSite): Value | undefined {
  switch (name) {
    case 'add':
      add(target, args, site);
      return undefined;
    case 'addBulk': {
      const [jobs] = args;
      for (const job of jobs?.kind === 'array' ? jobs.elements : jobs ? [jobs] : []) addDescribed(target, job, site);
      return undefined;
    }
    case 'process': {
      const processor = args.find(({ kind }) => kind === 'function');
      if (processor) run(processor, site);
      return undefinedValue;
    }
    default:
      return undefined;
  }
}

/** `add(name, data, options)`; Bull also takes `add(data, options)`. */
function add(target: Handle, args: readonly Value[], site: CallSite): void {
  const [first] = args;
  if (first?.kind === 'object' && first.entries.has('queueName')) return addDescribed(target, first, site);
  const isNamed = first?.kind !== 'object' && args.length > 1;
  const [data, options] = isNamed ? args.slice(1) : args;
  send(target, isNamed ? first : undefined, { data, options }, site);
}

/** `addBulk([{ name, data, opts }])`, `flow.add({ name, queueName, data, opts })`. */
function addDescribed(target: Handle, job: Value, site: CallSite): void {
  const described = job.kind === 'call' && job.callee === 'map' ? (job.args[0] ?? job) : job;
  const part = (name: string): Value => site.property(described, name);
  send(textOf(part('queueName')) === undefined ? target : queue(part('queueName')), part('name'), { data: part('data'), options: part('opts') }, site);
}

interface Job {
  readonly data: Value | undefined;
  readonly options: Value | undefined;
}

function send(target: Handle, name: Value | undefined, { data, options }: Job, site: CallSite): void {
  const columns = messageColumns([['name', name], ['data', data]], options);
  recordSend(site, { name: (target.data as Queue).name ?? textOf(name), receiver: target, columns });
}
