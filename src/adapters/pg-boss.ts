import { array, handle, undefinedValue } from '../values/make.js';
import type { Handle, Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';
import { deliver, messageColumns, newMessage, recordSend, textOf } from './broker.js';

const SENDS = /^(?:send|publish|sendAfter|sendOnce|sendSingleton|sendThrottled|sendDebounced|insert)$/u;

/**
 * pg-boss: a job that fails or expires runs again. Since version 10 a handler is given a list of jobs, before one job.
 * https://timgit.github.io/pg-boss/#/./api/workers
 */
export const pgBoss: Adapter = {
  name: 'pg-boss',
  packages: ['pg-boss'],
  client: 'PgBoss',

  exported: name => (/^(?:default|PgBoss)$/u.test(name) ? handle('pg-boss', 'class', { name }) : undefined),
  typed: name => (/^(?:default|PgBoss)$/u.test(name) ? handle('pg-boss', 'boss') : undefined),
  receivesType: name => /^(?:Job|JobWithMetadata)$/u.test(name),
  construct: callee => (callee.type === 'class' ? handle('pg-boss', 'boss') : undefined),

  method(target, name, args, site) {
    if (target.type !== 'boss') return undefined;
    if (name === 'work' || name === 'subscribe') return work(args, site);
    if (SENDS.test(name)) send(target, args, site);
    return undefined;
  },
};

function work(args: readonly Value[], site: CallSite): Value {
  const job = newMessage();
  const handler = args.findLast(({ kind }) => kind === 'function');
  if (handler) deliver(site, handler, job, [isOfList(handler) ? array([job], true) : job]);
  return undefinedValue;
}

/** `async ([job]) => ...`, `async jobs => ...` */
function isOfList(handler: Value): boolean {
  const param = handler.kind === 'function' ? handler.node.params[0] : undefined;
  return param?.type === 'ArrayPattern' || (param?.type === 'Identifier' && /jobs|batch/iu.test(param.name));
}

function send(target: Handle, [name, data, options]: readonly Value[], site: CallSite): void {
  recordSend(site, { name: textOf(name), receiver: target, columns: messageColumns([['data', data]], options) });
}
