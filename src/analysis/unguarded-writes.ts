import { noColumns, type Operation } from '../operations/operation.js';
import type { Table } from '../schema/table.js';
import { unknown } from '../values/make.js';
import { canViolate, guaranteeOf, guaranteeOfInsert } from './schema/guarantee.js';
import type { UnitOfWork } from './unit-of-work.js';
import { catchesViolation, testsViolation } from './violations.js';

/** A write that counts on a unique constraint which the table does not have. */
export interface UnguardedWrite {
  readonly write: Operation;
  readonly table: Table;
  /** What the code does about the violation that never comes. */
  readonly relies: 'upsert' | 'ignore' | 'catch';
  /** Columns that a constraint would have to be on; empty: any that the write fills. */
  readonly key: readonly string[];
}

export function* unguardedWrites(unit: UnitOfWork): Generator<UnguardedWrite> {
  for (const write of unit.operations) {
    // One that stands deeper belongs to the function it stands in.
    if (write.frames.length > 0) continue;
    const relies = reliance(write);
    if (!relies) continue;
    const tables = unit.tables(write);
    const key = write.kind === 'insert' && relies === 'catch' ? [] : [...write.filter.entries.keys()];
    const guarantee = key.length > 0 ? guaranteeOf(tables, key, write) : guaranteeOfInsert(tables, write);
    if (guarantee.kind !== 'none') continue;
    // A key that is made up for each row has its constraint, and is a matter of what keys are made from.
    if (key.length > 0 && guaranteeOf(tables, key, withAnyValues(write)).kind === 'unique') continue;
    if (relies === 'catch' && (canViolate(tables, write) || sharesTry(unit, write))) continue;
    yield { write, table: guarantee.table, relies, key };
  }
}

const withAnyValues = (write: Operation): Operation => ({ ...write, columns: { ...noColumns, rest: [unknown] } });

function reliance(write: Operation): UnguardedWrite['relies'] | undefined {
  if (write.resource.kind !== 'table') return undefined;
  if (write.kind === 'upsert') return 'upsert';
  if (write.kind !== 'insert') return undefined;
  if (write.onConflict !== undefined) return 'ignore';
  return catchesViolation(write) ? 'catch' : undefined;
}

/** The violation may come from another write under the same `try`. */
const sharesTry = (unit: UnitOfWork, write: Operation): boolean =>
  write.scopes.some(
    scope =>
      scope.kind === 'try' &&
      testsViolation(scope.clause) &&
      unit.operations.some(
        other => other !== write && WRITES.has(other.kind) && other.scopes.includes(scope),
      ),
  );

const WRITES = new Set<Operation['kind']>(['insert', 'update', 'upsert']);

/** Upserts that are two statements, and whose second one fails in the slower of two runs with nobody to handle it. */
export function* unhandledUpserts(unit: UnitOfWork): Generator<Operation> {
  for (const write of unit.operations) {
    if (write.kind !== 'upsert' || write.frames.length > 0 || catchesViolation(write)) continue;
    if (!readsFirst(unit, write) || unit.isHandledOutside(write)) continue;
    yield write;
  }
}

/**
 * Prisma hands an upsert to the database on PostgreSQL, SQLite and CockroachDB only.
 * https://www.prisma.io/docs/orm/reference/prisma-client-reference#database-upserts
 */
const readsFirst = (unit: UnitOfWork, write: Operation): boolean =>
  write.readsFirst === true ||
  (write.library === 'prisma' && unit.tables(write).some(({ system }) => /^(?:mysql|sqlserver)$/u.test(system ?? '')));
