import { rangeOf } from '../modules/range.js';
import type { Occurrence, Operation } from '../operations/operation.js';
import { some } from '../values/traits.js';
import type { Value } from '../values/value.js';
import type { VolatilePart } from '../values/volatile.js';
import type { UnitOfWork } from './unit-of-work.js';

export const WRITES: ReadonlySet<string> = new Set(['insert', 'update', 'upsert']);

/** It is the id of a row that is made here: what it names is that row. */
export const isNewRow = ({ operations }: UnitOfWork, { kind, value }: VolatilePart): boolean =>
  kind === 'fresh' &&
  operations.some(
    ({ kind: does, resource, columns }) =>
      WRITES.has(does) &&
      resource.kind === 'table' &&
      [...columns.entries].some(
        ([name, written]) => written === value && !/key|idem|dedup|token|request/iu.test(name),
      ),
  );

const VERBS = 'save|create|insert|store|persist|register|put|set|add|update|upsert|write';
const STORES = new RegExp(`^(?:${VERBS})(?!Attribute|Tag|Context|Hash|Hmac)`, 'u');

/** Written somewhere before, from where the next attempt can read it. */
export function isStoredBefore(unit: UnitOfWork, use: Occurrence, { value }: VolatilePart): boolean {
  const holds = (written: Value): boolean => some(written, part => part === value);
  const isWritten = ({ kind, order, columns }: Operation): boolean =>
    WRITES.has(kind) && order < use.order && [...columns.entries.values(), ...columns.rest].some(holds);
  const isHandedOver = ([made, call]: readonly [Value, Occurrence]): boolean =>
    made.kind === 'call' &&
    STORES.test(made.callee) &&
    isBefore(call, use) &&
    !isHash(made.receiver) &&
    made.args.some(holds);
  return unit.operations.some(isWritten) || [...unit.calls].some(isHandedOver);
}

const isBefore = (call: Occurrence, use: Occurrence): boolean =>
  call.order <= use.order && (call.file !== use.file || rangeOf(call.node)[1] <= rangeOf(use.node)[0]);

const isHash = (receiver: Value | undefined): boolean =>
  receiver !== undefined &&
  some(receiver, part => part.kind === 'call' && /^create(?:Hash|Hmac)$/u.test(part.callee));
