import { noColumns, type Columns, type Operation } from '../operations/operation.js';
import { parameter } from '../values/make.js';
import type { Value } from '../values/value.js';
import type { CallSite } from './adapter.js';
import { columnsOf } from './columns.js';

/** What is sent, to where. */
export interface Sending {
  /** Topic, queue or job name, where it can be read. */
  readonly name: string | undefined;
  /** The sender, which tells queues without a name apart. */
  readonly receiver: Value;
  readonly columns: Columns;
}

export const recordSend = (site: CallSite, { name, receiver, columns }: Sending): Operation =>
  site.record({ kind: 'send', resource: { kind: 'queue', name, receiver }, filter: noColumns, columns });

/** Settles a delivery; `subject`: the message, its tag or its offset. */
export const recordSettle = (site: CallSite, kind: 'ack' | 'nack', receiver: Value, subject?: Value): Operation =>
  site.record({ kind, resource: { kind: 'queue', name: undefined, receiver }, filter: noColumns, columns: noColumns, subject });

/** What a broker hands over. Whatever is read from it leads back to it. */
export const newMessage = (): Value => parameter('message');

/** Runs a handler as the broker would, with a message that may come again. */
export const deliver = (site: CallSite, handler: Value, message: Value, args: readonly Value[]): Value =>
  site.run(handler, args, { kind: 'receive', message });

export const textOf = (value: Value | undefined): string | undefined =>
  value?.kind === 'constant' && typeof value.value === 'string' && value.value !== '' ? value.value : undefined;

/** Properties of a message and of its options, as far as they can be read. */
export function messageColumns(parts: Iterable<readonly [string, Value | undefined]>, ...options: readonly (Value | undefined)[]): Columns {
  const entries = new Map<string, Value>();
  for (const [name, value] of parts) if (value && value.kind !== 'unknown') entries.set(name, value);
  const rest: Value[] = [];
  for (const option of options) {
    const columns = columnsOf(option);
    for (const [name, value] of columns.entries) entries.set(name, value);
    rest.push(...columns.rest);
  }
  return { entries, rest, compared: new Set() };
}
