import type { Operation } from '../operations/operation.js';
import { saysOneTime } from '../values/key-words.js';
import { isSame, resultsIn, some } from '../values/traits.js';
import type { Value } from '../values/value.js';
import { ownGuards, sideOf } from './absence.js';
import { isAnswerRead } from './answer-read.js';
import { isSubject } from './lock-span.js';
import { isProtected, readThenUpdates } from './read-then-update.js';
import { readsBefore } from './reads-before.js';
import { isOnRefusedBranch } from './refused-branch.js';
import { isSameResource, valueAt } from './same-fact.js';
import { hasEffect } from './token-effect.js';
import { isSecretColumn } from './token-words.js';
import type { UnitOfWork } from './unit-of-work.js';

export interface TokenConsume {
  readonly read: Operation;
  readonly consume: Operation;
  /** removed: DEL, DELETE; cleared: the column is emptied by the row's id; drained: a list is read, then removed. */
  readonly form: 'removed' | 'cleared' | 'drained';
}

/**
 * Tokens that are read, tested and then used up in a step of its own that lets everybody pass. An update that rests on
 * a column of the row read (`if (row.usedAt) throw`) is a matter of `no-read-then-update` and left to it.
 */
export function* tokenConsumes(unit: UnitOfWork): Generator<TokenConsume> {
  const taken = new Set([...readThenUpdates(unit)].map(({ update }) => update));
  for (const consume of unit.operations) {
    if ((consume.kind !== 'delete' && consume.kind !== 'update') || taken.has(consume)) continue;
    for (const read of readsBefore(unit, consume)) {
      const form = isProtected(unit, read, consume) ? undefined : formOf(unit, read, consume);
      if (!form) continue;
      yield { read, consume, form };
      break;
    }
  }
}

function formOf(unit: UnitOfWork, read: Operation, consume: Operation): TokenConsume['form'] | undefined {
  if (consume.resource.kind === 'key') return consume.kind === 'delete' ? keyForm(unit, read, consume) : undefined;
  if (consume.resource.kind !== 'table' || isOnRefusedBranch(unit, consume, read)) return undefined;
  const secrets = [...read.filter.entries].filter(
    ([column, value]) => value.kind !== 'constant' && isSecretColumn(column, read),
  );
  if (secrets.length === 0 || sideOf(read, consume) === 'absent') return undefined;
  if (consume.kind === 'update') {
    const isCleared = secrets.some(
      ([column]) => isNothing(consume, column) && valueAt(consume.filter, column) === undefined,
    );
    return isCleared && consume.filter.rest.length === 0 && isRowOf(read, consume)
      && hasEffect(unit, read, consume, [consume]) ? 'cleared' : undefined;
  }
  if (isAnswerRead(unit, consume) || !isRowOf(read, consume)) return undefined;
  return hasEffect(unit, read, consume) ? 'removed' : undefined;
}

function keyForm(unit: UnitOfWork, read: Operation, consume: Operation): TokenConsume['form'] | undefined {
  if (!isSubject(consume.subject, read) || isAnswerRead(unit, consume) || isMadeAnew(unit, consume)) return undefined;
  if (consume.batch !== undefined && consume.batch === read.batch) return undefined;
  if (isOnRefusedBranch(unit, consume, read)) return undefined;
  if (isDrained(unit, read)) return 'drained';
  const isDecided = ownGuards(consume, read).some(guard => resultsIn(guard, read).length > 0);
  const isToken = consume.subject !== undefined && saysOneTime(consume.subject);
  return isToken && isDecided && sideOf(read, consume) !== 'absent' ? 'removed' : undefined;
}

/** The key is written again: `del(key)` makes room for a new one. */
const isMadeAnew = ({ operations }: UnitOfWork, consume: Operation): boolean =>
  operations.some(
    ({ kind, order, subject }) =>
      order > consume.order && (kind === 'update' || kind === 'insert') && isSubject(subject, consume),
  );

/** The members are handed on: to the caller, or to something that is no cache. */
function isDrained({ operations, answers }: UnitOfWork, read: Operation): boolean {
  const isHandedOn = (value: Value): boolean => isList(value, read) || some(value, part => isMemberOf(part, read));
  return (
    answers.some(({ value }) => isHandedOn(value)) ||
    operations.some(
      ({ resource, columns, filter }) =>
        resource.kind !== 'key' &&
        [...columns.entries.values(), ...columns.rest, ...filter.entries.values()].some(isHandedOn),
    )
  );
}

const isList = (value: Value, read: Operation): boolean =>
  value.kind === 'result' && value.operation === read && value.shape === 'rows';

/** `members.map(parse)`, one of the members, `[...members]`; not how many they are. */
const isMemberOf = (part: Value, read: Operation): boolean =>
  (part.kind === 'element' && isList(part.of, read)) ||
  (part.kind === 'array' && (part.spreads ?? []).some(spread => isList(spread, read))) ||
  (part.kind === 'call' && /^(?:map|flatMap|filter)$/u.test(part.callee) && part.receiver !== undefined
    && isList(part.receiver, read));

const isNothing = ({ columns }: Operation, column: string): boolean => {
  const written = valueAt(columns, column);
  return written?.kind === 'constant' && (written.value === null || written.value === undefined || written.value === '');
};

/** By a value of the row read, or by what it was looked up by. */
const isRowOf = (read: Operation, consume: Operation): boolean =>
  isSameResource(read, consume) &&
  ([...consume.filter.entries.values(), ...consume.filter.rest].some(value => resultsIn(value, read).length > 0) ||
    [...consume.filter.entries].some(([name, value]) => {
      const sought = valueAt(read.filter, name);
      return sought !== undefined && isSame(sought, value);
    }));
