import { noColumns, type Columns, type Operation, type OperationFacts, type Transaction } from '../../operations/operation.js';
import { call, constant, unknown } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { recordDefinition } from './define.js';
import type { SqlAdvisoryLock, SqlOperand, SqlStatement } from './facts.js';
import { resolveIdentifiers, valueReader, type Parameters } from './parameters.js';
import type { SqlDialect } from './parser.js';
import { readSql } from './statement.js';
import { sqlFromTagged, sqlFromValue, type SqlText } from './text.js';

/** What the adapter knows of a call that runs SQL. */
export interface SqlFacts {
  readonly connection?: Value | undefined;
  readonly transaction?: Transaction | undefined;
  /** Each statement runs on whatever connection of a pool is free; `undefined`: not known. */
  readonly isPool?: boolean | undefined;
  /** What locks by name belong to where their name cannot be read. */
  readonly receiver?: Value | undefined;
  readonly dialect?: SqlDialect | undefined;
  /** Object that gives the named parameters, where it is not `parameters` itself. */
  readonly named?: Value | undefined;
  /** The text is a tagged template: its values are parameters, also the constant ones. */
  readonly tagged?: boolean | undefined;
}

export interface RecordedStatement {
  readonly statement: SqlStatement;
  /** The operation whose rows or count the call answers; `undefined` where the statement has no effect to record. */
  readonly operation: Operation | undefined;
  /** All that the statement does, in the order it runs. */
  readonly operations: readonly Operation[];
}

/** Records what SQL text does at the call site, a statement at a time; `[]` where the text cannot be read. */
export function recordSql(sql: Value, parameters: Parameters, site: CallSite, facts: SqlFacts): readonly RecordedStatement[] {
  const source = facts.tagged === true ? sqlFromTagged(sql, site.node) : sqlFromValue(sql);
  return source ? recordText(source, parameters, site, facts) : [];
}

/** The same of text that the library has put together. */
export function recordText(source: SqlText, parameters: Parameters, site: CallSite, facts: SqlFacts): readonly RecordedStatement[] {
  const text = resolveIdentifiers(source, parameters);
  recordDefinition(text.text, facts.dialect, site);
  const valueOf = valueReader(text.inlined, parameters, facts.named, site);
  return readSql(text.text, facts.dialect).map(statement => recordStatement(statement, { site, facts, valueOf, text }));
}

interface Recording {
  readonly site: CallSite;
  readonly facts: SqlFacts;
  readonly text: SqlText;
  readonly valueOf: (operand: SqlOperand) => Value;
}

function recordStatement(statement: SqlStatement, recording: Recording): RecordedStatement {
  const inner = statement.nested.flatMap(nested => recordOne(nested, recording) ?? []);
  const own = recordOne(statement, recording);
  // `WITH added AS (INSERT ... RETURNING id) SELECT id FROM added`: the rows are those of the insert.
  return { statement, operation: own ?? inner.at(-1), operations: own ? [...inner, own] : inner };
}

const KINDS: Partial<Record<SqlStatement['kind'], OperationFacts['kind']>> = {
  select: 'read', insert: 'insert', update: 'update', delete: 'delete',
  begin: 'begin', commit: 'commit', rollback: 'rollback', 'lock-table': 'lock',
};

function recordOne(statement: SqlStatement, recording: Recording): Operation | undefined {
  const kind = kindOf(statement, recording.facts);
  if (!kind) return undefined;
  const { site, facts } = recording;
  const lock = kind === 'lock' || kind === 'unlock';
  const lockKey = statement.advisoryLock?.key;
  return site.record({
    kind,
    resource: lock ? lockResource(statement, recording) : tableResource(statement, recording),
    filter: lock ? noColumns : filterOf(statement, recording),
    columns: lock ? noColumns : columnsOf(statement, recording),
    onConflict: statement.conflict?.action,
    rowLock: statement.rowLock || undefined,
    transaction: kind === 'begin' ? { isolation: statement.isolation ?? usualIsolation(facts), node: site.node } : facts.transaction,
    connection: facts.connection,
    aggregate: statement.aggregate?.column,
    subject: lockKey && recording.valueOf(lockKey),
    ...(kind === 'lock' && statement.advisoryLock && advisoryFacts(statement.advisoryLock, facts)),
  });
}

/** `pg_try_advisory_lock` answers false and `GET_LOCK` 0 or NULL where the lock was not had; the others wait. */
const advisoryFacts = ({ waits, transactional }: SqlAdvisoryLock, { isPool }: SqlFacts): Partial<OperationFacts> => ({
  heldBy: transactional ? 'transaction' : 'session',
  isPooled: isPool,
  mayFail: !waits,
});

/**
 * SQLite lets one writer in at a time, and one that has read before the other wrote is refused (SQLITE_BUSY), also
 * where BEGIN does not say IMMEDIATE. https://www.sqlite.org/isolation.html
 */
const usualIsolation = ({ dialect }: SqlFacts): Transaction['isolation'] =>
  dialect === 'sqlite' ? 'serializable' : 'default';

function kindOf(statement: SqlStatement, facts: SqlFacts): OperationFacts['kind'] | undefined {
  if (statement.advisoryUnlock) return 'unlock';
  if (statement.advisoryLock) return 'lock';
  // The level holds for the transaction that runs on the connection.
  if (statement.kind === 'set-transaction' && statement.isolation !== undefined && facts.connection) return 'begin';
  if (statement.kind === 'insert' && statement.conflict?.action === 'updated') return 'upsert';
  // `SELECT 1`, `SELECT now()`, and a select from rows that the statement itself wrote.
  if (statement.kind === 'select' && statement.table === undefined && statement.tableInlined === undefined) return undefined;
  return KINDS[statement.kind];
}

function tableResource(statement: SqlStatement, { text, site }: Recording): OperationFacts['resource'] {
  const spliced = statement.tableInlined === undefined ? undefined : text.inlined[statement.tableInlined];
  if (!spliced) return { kind: 'table', name: statement.table };
  return { kind: 'table', name: site.resourceOf(spliced), receiver: spliced };
}

function lockResource(statement: SqlStatement, { facts }: Recording): OperationFacts['resource'] {
  return { kind: 'lock', name: statement.table, receiver: facts.receiver };
}

/** The conflict target of an upsert is its filter, with the values that are inserted. */
function filterOf(statement: SqlStatement, { valueOf }: Recording): Columns {
  const entries = new Map([...statement.where].map(([column, operand]) => [column, valueOf(operand)]));
  for (const column of statement.conflict?.columns ?? []) {
    const written = statement.columns.get(column);
    if (!entries.has(column)) entries.set(column, written ? valueOf(written) : unknown);
  }
  return { entries, rest: statement.moreConditions.map(valueOf), compared: statement.compared };
}

function columnsOf(statement: SqlStatement, { valueOf, site }: Recording): Columns {
  const entries = new Map([...statement.columns].map(([column, operand]) => [column, valueOf(operand)]));
  const more = statement.moreColumns.map(valueOf);
  // Columns that nobody can name: a value that stands for them keeps rules from taking the list for whole.
  const isOpen = !statement.columnsKnown && more.length === 0 && (statement.kind === 'insert' || statement.kind === 'update');
  return { entries, rest: isOpen ? [call('sql', undefined, [constant('columns')], site.node)] : more, compared: new Set() };
}
