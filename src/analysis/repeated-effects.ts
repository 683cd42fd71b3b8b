import type { Entry, Operation } from '../operations/operation.js';
import { namesLike } from '../syntax/names-like.js';
import { Assumption } from '../values/evaluate.js';
import { some } from '../values/traits.js';
import type { Result, Value } from '../values/value.js';
import { consumeRecord } from './consume-record.js';
import { effectOf, isConditional, isTransition, type Effect } from './effects.js';
import { entryOf, isUnder, type EntryPoint } from './entry.js';
import { inOneTransaction } from './protection.js';
import { columnName, isSameResource, valueAt } from './same-fact.js';
import { guaranteeOfInsert } from './schema/guarantee.js';
import type { UnitOfWork } from './unit-of-work.js';

export interface RepeatedEffect {
  readonly effect: Operation;
  readonly does: Effect;
  readonly at: EntryPoint;
}

/** Effects that come about once for each time the entry point is called, with nothing that tells the second call. */
export function* repeatedEffects(unit: UnitOfWork, entries: readonly Entry[]): Generator<RepeatedEffect> {
  if (unit.operations.some(operation => consumeRecord(unit, operation))) return;
  const reported = new Set<string>();
  for (const effect of unit.operations) {
    const does = effectOf(unit, effect);
    const at = does && entryOf(unit, effect);
    if (!does || !at || !entries.includes(at.entry) || isGuarded(unit, effect, at.entry)) continue;
    // One call may lead to several.
    const { line, column } = unit.at(effect).start;
    const key = `${line}:${column}`;
    if (reported.has(key)) continue;
    reported.add(key);
    yield { effect, does, at };
  }
}

const isGuarded = (unit: UnitOfWork, effect: Operation, entry: Entry): boolean =>
  effect.scopes.some(({ kind }) => kind === 'lock') ||
  effect.guards.some(guard => tellsRepeat(unit, guard, entry)) ||
  [...effect.columns.entries.values(), ...effect.columns.rest].some(value => some(value, isClaimed)) ||
  unit.operations.some(other => other !== effect && stopsRepeat(unit, other, effect));

/** The row was taken by the statement that gave it. */
const isClaimed = (part: Value): boolean =>
  part.kind === 'result' && (part.operation.kind === 'delete' || (part.operation.kind === 'update' && isConditional(part.operation)));

/** A second run does not get past it, or takes the effect back with it. */
function stopsRepeat(unit: UnitOfWork, other: Operation, effect: Operation): boolean {
  const isBefore = other.order < effect.order && isUnder(effect, other);
  if (other.kind === 'read') return isBefore && other.rowLock === true;
  if (!isBefore && !inOneTransaction(other, effect, unit.operations)) return false;
  switch (other.kind) {
    case 'insert':
      return (
        other.resource.kind === 'table' &&
        other.onConflict === undefined &&
        guaranteeOfInsert(unit.tables(other), other).kind !== 'none'
      );
    case 'delete':
      return other.throwsWhenAbsent === true;
    case 'update':
      return isTransition(other);
    default:
      return false;
  }
}

const TELLS = /processed|duplicat|seen|already|exist|dedup|idempot|claim|acquire|lock|handled|consumed|isnew|first|once|leader|allow|limit|cooldown|should/iu;
/** One process of several does it, or one run at a time. */
const ELECTS = /leader|primary|master|instance|running|busy|progress|processing|locked|worker|enabled/iu;
const STATE = namesLike(
  'u',
  String.raw`\w*(?:status|state|phase|stage)`,
  String.raw`(?:is|has|was)?(?:processed|handled|sent|paid|done|completed|consumed|used|notified|delivered)`,
  String.raw`\w*(?:sent|paid|processed|notified|completed|handled|delivered|fulfilled|credited)(?:at|on)?`,
);

function tellsRepeat(unit: UnitOfWork, guard: Value, entry: Entry): boolean {
  return some(guard, part => {
    switch (part.kind) {
      case 'caught':
        return true;
      case 'call':
        return TELLS.test(part.callee);
      case 'parameter':
        return entry === 'schedule' && ELECTS.test(part.name);
      case 'member':
        return (entry === 'schedule' && ELECTS.test(part.name)) || isState(unit, part.object, part.name);
      case 'result':
        return tells(unit, part, guard, entry);
      default:
        return false;
    }
  });
}

/** A column that says how far things are, or that the code moves on. */
function isState(unit: UnitOfWork, owner: Value, column: string): boolean {
  const read = some(owner, part => part.kind === 'result' && part.operation.kind === 'read') ? rowIn(owner) : undefined;
  return read !== undefined && (STATE.test(columnName(column)) || isMoved(unit, read, column));
}

function rowIn(owner: Value): Operation | undefined {
  if (owner.kind === 'result') return owner.operation;
  if (owner.kind === 'element') return rowIn(owner.of);
  return undefined;
}

const isMoved = (unit: UnitOfWork, read: Operation, column: string): boolean =>
  unit.operations.some(
    ({ kind, columns, ...write }) =>
      (kind === 'update' || kind === 'upsert') &&
      isSameResource({ kind, columns, ...write }, read) &&
      valueAt(columns, column) !== undefined,
  );

function tells(unit: UnitOfWork, { operation }: Result, guard: Value, entry: Entry): boolean {
  switch (operation.kind) {
    case 'read':
      if (new Assumption(operation, false).truth(guard) === false) return true;
      return entry !== 'schedule' && isSelectedByState(unit, operation);
    case 'lock':
    case 'unlock':
    case 'delete':
      return true;
    case 'update':
      return isConditional(operation) || operation.resource.kind === 'key';
    case 'insert':
    case 'upsert':
      return operation.onConflict !== undefined || operation.resource.kind === 'key';
    default:
      return false;
  }
}

/** `find({ status: 'OPEN' })`, and it is moved on: a run that comes later does not find it. */
const isSelectedByState = (unit: UnitOfWork, read: Operation): boolean =>
  [...read.filter.entries.keys(), ...read.filter.compared].some(
    column => STATE.test(columnName(column)) || isMoved(unit, read, column),
  ) || unit.operations.some(other => other.kind === 'delete' && isSameResource(other, read));
