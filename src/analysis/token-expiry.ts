import type { Operation } from '../operations/operation.js';
import { saysOneTime } from '../values/key-words.js';
import { some } from '../values/traits.js';
import { isSubject } from './lock-span.js';
import { isSecretColumn } from './token-words.js';
import type { UnitOfWork } from './unit-of-work.js';

export interface EndlessToken {
  readonly write: Operation;
  /** endless: nothing ever ends it; twoSteps: it expires by a second command; undated: no column says when. */
  readonly form: 'endless' | 'twoSteps' | 'undated';
  readonly expiring?: Operation | undefined;
}

/** Tokens that are good for ever, or become so when a crash comes between two commands. */
export function* endlessTokens(unit: UnitOfWork): Generator<EndlessToken> {
  for (const write of unit.operations) {
    // Each file is looked at by itself: what a function called from here does is said where it stands.
    if (write.file !== unit.file || write.kind === 'read') continue;
    const found = write.resource.kind === 'key' ? endlessKey(unit, write) : undated(unit, write);
    if (found) yield { write, ...found };
  }
}

function endlessKey(unit: UnitOfWork, write: Operation): Omit<EndlessToken, 'write'> | undefined {
  if (!isSetting(write) || write.expiry || !write.subject || !saysOneTime(write.subject)) return undefined;
  const expiring = unit.operations.find(
    ({ kind, expiry, subject, order }) =>
      kind === 'update' && expiry !== undefined && order > write.order && isSubject(subject, write),
  );
  if (!expiring) return { form: 'endless' };
  return expiring.batch !== undefined && expiring.batch === write.batch ? undefined : { form: 'twoSteps', expiring };
}

/** SET and SETNX, not INCR, HSET, SADD. */
const isSetting = ({ kind, columns: { entries, rest } }: Operation): boolean =>
  (kind === 'update' || kind === 'insert') &&
  rest.length === 0 &&
  [...entries].every(([name, value]) =>
    (name === 'key' || name === 'value') && !some(value, part => part.kind === 'call' && part.callee === 'atomic')) &&
  entries.has('value');

const TIME = /expir|valid|until|ttl|time|date|created|issued|sent|_at$|At$|deadline|age/iu;
const ONE_TIME_TABLE = /(?:invite|invitation)s?$/iu;

function undated(unit: UnitOfWork, write: Operation): Omit<EndlessToken, 'write'> | undefined {
  const { kind, resource, columns } = write;
  if (kind !== 'insert' || resource.kind !== 'table' || columns.rest.length > 0) return undefined;
  if (!saysOneTime(resource.name ?? '') || ONE_TIME_TABLE.test(resource.name ?? '')) return undefined;
  const isToken = [...columns.entries].some(([name, value]) => value.kind !== 'constant' && isSecretColumn(name, write));
  const tables = unit.tables(write);
  const isUndated = tables.length > 0 && tables.every(
    ({ isOpen, columns: all }) => !isOpen && all.length > 0 && !all.some(({ name }) => TIME.test(name)),
  );
  return isToken && isUndated && ![...columns.entries.keys()].some(name => TIME.test(name)) ? { form: 'undated' } : undefined;
}
