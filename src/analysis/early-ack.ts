import type { Occurrence, Operation } from '../operations/operation.js';
import type { CatchClause, Value } from '../values/value.js';
import { isLog, receiveOf } from './consume-record.js';
import { isCall } from './effects.js';
import { entryOf, isInCatch, isUnder } from './entry.js';
import type { UnitOfWork } from './unit-of-work.js';

export interface EarlyAck {
  /** early: before the work; auto: by the broker itself; failed: though the work failed; answered: a webhook with 200. */
  readonly form: 'early' | 'auto' | 'failed' | 'answered';
  readonly ack: Occurrence;
  readonly work: Operation;
}

/** Deliveries that are settled while the work on them can still be lost. */
export function* earlyAcks(unit: UnitOfWork): Generator<EarlyAck> {
  for (const ack of unit.operations) {
    if (ack.kind !== 'ack') continue;
    const clause = catchOf(ack);
    const found = clause ? failed(unit, ack, clause) : early(unit, ack);
    if (found) yield found;
  }
  for (const [call, ack] of unit.calls) {
    if (!isAnswer(call) || isInCatch(ack) || entryOf(unit, ack)?.entry !== 'webhook') continue;
    const work = workAfter(unit, ack);
    if (work) yield { form: 'answered', ack, work };
  }
}

function early(unit: UnitOfWork, ack: Operation): EarlyAck | undefined {
  const receive = receiveOf(ack);
  if (receive) {
    const work = workAfter(unit, ack);
    return work && receiveOf(work) === receive ? { form: 'early', ack, work } : undefined;
  }
  const work = unit.operations.find(
    other => isWork(other) && ack.subject !== undefined && receiveOf(other)?.message === ack.subject && unit.joins(ack, other),
  );
  return work && { form: 'auto', ack: work, work };
}

/** Work that has yet to be done, where nothing was stored or handed on before. */
function workAfter(unit: UnitOfWork, ack: Occurrence): Operation | undefined {
  const isStored = unit.operations.some(
    other => other.order < ack.order && (other.kind === 'send' || isWrite(other)) && isUnder(ack, other),
  );
  if (isStored) return undefined;
  return unit.operations.find(
    other =>
      other !== ack && other.order >= ack.order && isWork(other) && !isInCatch(other) && isUnder(other, ack) && unit.joins(ack, other),
  );
}

/** `catch (error) { console.error(error); channel.ack(message); }`: nothing is kept of the message. */
function failed(unit: UnitOfWork, ack: Operation, clause: CatchClause): EarlyAck | undefined {
  if (clause.tests.size > 0 || clause.rethrows) return undefined;
  const inside = unit.operations.filter(({ scopes }) => scopes.some(scope => scope.kind === 'catch' && scope.clause === clause));
  // It is told by how often it failed, set aside, or taken down.
  if (inside.some(other => other !== ack && other.kind !== 'read')) return undefined;
  const work = unit.operations.find(
    other =>
      isWork(other) &&
      other.order < ack.order &&
      unit.joins(ack, other) &&
      other.scopes.some(scope => scope.kind === 'try' && scope.clause === clause),
  );
  return work && { form: 'failed', ack, work };
}

const catchOf = ({ scopes }: Operation): CatchClause | undefined => {
  const scope = scopes.findLast(({ kind }) => kind === 'catch');
  return scope?.kind === 'catch' ? scope.clause : undefined;
};

const isWork = (operation: Operation): boolean => isCall(operation) || (isWrite(operation) && !isLog(operation));

const isWrite = ({ kind, resource }: Operation): boolean => resource.kind === 'table' && WRITES.has(kind);
const WRITES = new Set<Operation['kind']>(['insert', 'upsert', 'update', 'delete']);

/** `res.status(200).send()`, `reply.code(200).send()`. */
function isAnswer(value: Value): boolean {
  if (value.kind !== 'call' || !/^(?:json|send|sendStatus|end)$/u.test(value.callee)) return false;
  let owner = value.receiver;
  while (owner?.kind === 'call') {
    if (owner.args.some(isErrorCode)) return false;
    owner = owner.receiver;
  }
  return owner?.kind === 'parameter' && /^(?:res|response|reply)$/u.test(owner.name) && !value.args.some(isErrorCode);
}

const isErrorCode = (value: Value): boolean =>
  value.kind === 'constant' && typeof value.value === 'number' && value.value >= 300;
