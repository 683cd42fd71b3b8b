import type { Occurrence, Operation } from '../operations/operation.js';
import { Assumption } from '../values/evaluate.js';
import { resultsIn, some } from '../values/traits.js';
import type { Value } from '../values/value.js';
import { ownGuards, sideOf } from './absence.js';
import { consumeRecord } from './consume-record.js';
import { entryOf } from './entry.js';
import { columnName, isSameResource, matchOf } from './same-fact.js';
import type { UnitOfWork } from './unit-of-work.js';
import { namesViolation } from './violations.js';

export interface RefusedDuplicate {
  /** What tells that the delivery or request was seen before: the read that finds it, the insert that is refused. */
  readonly told: Operation;
  /** Where it is refused, if that is an operation: a nack. */
  readonly nack: Operation | undefined;
  readonly by: 'message' | 'webhook' | 'key';
}

/** Entry points at which the second arrival of one thing is answered with an error. */
export function* refusedDuplicates(unit: UnitOfWork): Generator<RefusedDuplicate> {
  for (const record of unit.operations) {
    if (record.kind !== 'insert' && record.kind !== 'upsert') continue;
    const found = refusedByRead(unit, record) ?? refusedByViolation(unit, record);
    if (found) yield found;
  }
}

function refusedByRead(unit: UnitOfWork, record: Operation): RefusedDuplicate | undefined {
  for (const told of unit.operations) {
    if (told.kind !== 'read' || told.order > record.order || !isSameResource(told, record)) continue;
    if (matchOf(told, record) === 'none' || !decides(told, record) || !unit.joins(told, record)) continue;
    const by = arrivesBy(unit, record, told);
    if (!by) continue;
    const nack = unit.operations.find(({ kind, ...rest }) => kind === 'nack' && sideOf(told, rest) === 'present');
    const isRefused = unit.answers.some(
      ({ value, guards }) => isError(value) && sideOf(told, { guards }) === 'present' && isPlain(guards, told),
    );
    if (nack || isRefused) return { told, nack, by };
  }
  return undefined;
}

/** The row that is there holds the code back, whatever is in it. */
function decides(read: Operation, record: Operation): boolean {
  const present = new Assumption(read, false);
  return ownGuards(record, read).some(guard => present.truth(guard) === false);
}

/** Nothing of the row is asked: a run that is still under way may be answered so. */
const isPlain = (guards: readonly Value[], read: Operation): boolean =>
  !guards.some(guard => some(guard, part => part.kind === 'member' && !/^(?:length|rowCount|id|_id|\d+)$/u.test(part.name) && resultsIn(part.object, read).length > 0));

function refusedByViolation(unit: UnitOfWork, record: Operation): RefusedDuplicate | undefined {
  const clauses = record.scopes.flatMap(scope => (scope.kind === 'try' ? [scope.clause] : []));
  if (clauses.length === 0) return undefined;
  const by = arrivesBy(unit, record, record);
  if (!by) return undefined;
  const isOfClause = (guards: readonly Value[]): boolean =>
    guards.some(guard => isViolation(guard) && some(guard, part => part.kind === 'caught' && clauses.includes(part.clause)));
  const nack = unit.operations.find(({ kind, guards }) => kind === 'nack' && isOfClause(guards));
  const isRefused = unit.answers.some(({ value, guards }) => isError(value) && isOfClause(guards));
  return nack || isRefused ? { told: record, nack, by } : undefined;
}

/** `error.code === 'P2002'`, `isUniqueViolation(error)`, where it holds. */
function isViolation(guard: Value): boolean {
  switch (guard.kind) {
    case 'binary':
      return /^===?$/u.test(guard.operator) && guard.right.kind === 'constant' && namesViolation(String(guard.right.value));
    case 'call':
      return /(?:unique|duplicate|conflict)/iu.test(guard.callee);
    case 'choice':
      return isViolation(guard.test) || isViolation(guard.whenTrue);
    default:
      return false;
  }
}

function arrivesBy(unit: UnitOfWork, record: Operation, told: Operation): RefusedDuplicate['by'] | undefined {
  if (isByKey(told) || isByKey(record)) return 'key';
  const entry = consumeRecord(unit, record) ? entryOf(unit, record)?.entry : undefined;
  return entry === 'schedule' ? undefined : entry;
}

const KEY = /^(?:x)?idempoten(?:cy|t)(?:key|id|token)$/u;

/** Looked up, or kept, by the key that the client sent. */
const isByKey = ({ kind, filter, columns }: Operation): boolean =>
  [...(kind === 'read' ? filter : columns).entries].some(
    ([column, value]) => KEY.test(columnName(column)) || some(value, part => isKeyHeader(part)),
  );

const isKeyHeader = (part: Value): boolean =>
  (part.kind === 'member' && KEY.test(part.name.toLowerCase().replace(/-/gu, ''))) ||
  (part.kind === 'call' &&
    part.args.some(argument => argument.kind === 'constant' && KEY.test(String(argument.value).toLowerCase().replace(/-/gu, ''))));

/** An error that is thrown, an answer with a status that says so. */
function isError(value: Value, depth = 0): boolean {
  if (depth > 4) return false;
  switch (value.kind) {
    case 'call':
      return (
        /(?:Error|Exception)$/u.test(value.callee) ||
        (/^(?:status|sendStatus|code|writeHead)$/u.test(value.callee) && value.args.some(isErrorCode)) ||
        (value.receiver?.kind === 'call' && isError(value.receiver, depth + 1)) ||
        value.args.some(argument => isError(argument, depth + 1))
      );
    case 'object': {
      const status = value.entries.get('status') ?? value.entries.get('statusCode');
      return status !== undefined && isErrorCode(status);
    }
    default:
      return false;
  }
}

const isErrorCode = (value: Value): boolean =>
  value.kind === 'constant' && typeof value.value === 'number' && value.value >= 400;

/** Where to show it: the nack, or what tells. */
export const refusalPlace = ({ told, nack }: RefusedDuplicate): Occurrence => nack ?? told;
