import { handle, parameter, undefinedValue } from '../values/make.js';
import type { Handle, Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';
import { deliver } from './broker.js';

interface Exported {
  readonly name: string;
  readonly specifier: string;
}

const EXPORTS = /^(?:default|schedule|scheduleJob|CronJob|Cron|Task|AsyncTask|Agenda|Queue)$/u;

/**
 * Clocks in the process: each instance has its own, and a run may last longer than until the next. node-cron and
 * node-schedule take the function at once, cron and croner make a job of it, toad-scheduler a task, and Nest calls
 * the methods that it finds decorated. https://docs.nestjs.com/techniques/task-scheduling
 *
 * Agenda is none of them: it keeps its jobs in the database and locks each run.
 * https://github.com/agenda/agenda#multiple-job-processors
 */
export const schedulers: Adapter = {
  name: 'schedulers',
  packages: ['node-cron', 'cron', 'croner', 'node-schedule', 'toad-scheduler', '@nestjs/schedule'],
  entry: 'schedule',

  exported: (name, specifier) =>
    EXPORTS.test(name) && specifier !== '@nestjs/schedule'
      ? handle('schedulers', 'export', { name, specifier } satisfies Exported)
      : undefined,
  receives: decorator => decorator === 'Cron' || decorator === 'Interval',

  construct(callee, args, site) {
    const { name } = callee.data as Exported;
    if (!/^(?:CronJob|Cron|Task|AsyncTask)$/u.test(name)) return undefined;
    return fire(args, site);
  },
  invoke: (callee, args, site) =>
    /^(?:schedule|scheduleJob|Cron|default)$/u.test((callee.data as Exported).name) ? fire(args, site) : undefined,
  member: (target, name) => memberOf(target, name),

  method(target, name, args, site) {
    if (target.type !== 'export') return undefined;
    if (name === 'schedule' || name === 'scheduleJob') return fire(args, site);
    // `CronJob.from({ cronTime, onTick })`
    const [options] = args;
    return name === 'from' && options ? fire([site.property(options, 'onTick')], site) : undefined;
  },
};

/** `cron.CronJob`, `schedule.scheduleJob` kept in a variable. */
const memberOf = ({ type, data }: Handle, name: string): Value | undefined =>
  type === 'export' && EXPORTS.test(name)
    ? handle('schedulers', 'export', { name, specifier: (data as Exported).specifier } satisfies Exported)
    : undefined;

/** Walks the function among the arguments as the clock would call it. */
function fire(args: readonly Value[], site: CallSite): Value {
  const body = args.find(({ kind }) => kind === 'function') ?? args[1];
  const time = parameter('time');
  if (body) deliver(site, body, time, [time]);
  return body ? handle('schedulers', 'job') : undefinedValue;
}
