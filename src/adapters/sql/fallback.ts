import { emptyStatement, unknownOperand, type SqlStatement, type SqlStatementKind } from './facts.js';
import { inlinedIndex } from './markers.js';
import { stripComments } from './split.js';

const KINDS: readonly (readonly [RegExp, SqlStatementKind])[] = [
  [/^\(*\s*select\b/iu, 'select'],
  [/^(?:insert|replace)\b/iu, 'insert'],
  [/^merge\b/iu, 'insert'],
  [/^update\b/iu, 'update'],
  [/^(?:delete|truncate)\b/iu, 'delete'],
  [/^(?:begin|start\s+transaction)\b/iu, 'begin'],
  [/^(?:commit|end)\b/iu, 'commit'],
  [/^rollback\s+to\b|^savepoint\b|^release\b(?!_)/iu, 'savepoint'],
  [/^(?:rollback|abort)\b/iu, 'rollback'],
  [/^lock\s+tables?\b/iu, 'lock-table'],
  [/^set\s+(?:local\s+)?transaction(?:_isolation)?\b/iu, 'set-transaction'],
  // The transactions to come, not the one that runs.
  [/^set\s+(?:session|global)\b.*\bisolation\b/iu, 'other'],
];

const NAME = String.raw`((?:[\w$]+|"[^"]+"|\u0060[^\u0060]+\u0060|\[[^\]]+\])(?:\.(?:[\w$]+|"[^"]+"|\u0060[^\u0060]+\u0060|\[[^\]]+\]))*)`;
const TABLES: Partial<Record<SqlStatementKind, RegExp>> = {
  select: new RegExp(String.raw`\bfrom\s+(?:only\s+)?${NAME}`, 'iu'),
  insert: new RegExp(String.raw`\binto\s+${NAME}`, 'iu'),
  update: new RegExp(String.raw`^update\s+(?:only\s+|ignore\s+|low_priority\s+)*${NAME}`, 'iu'),
  delete: new RegExp(String.raw`(?:\bfrom|^truncate(?:\s+table)?)\s+(?:only\s+)?${NAME}`, 'iu'),
  'lock-table': new RegExp(String.raw`^lock\s+(?:tables?\s+)(?:only\s+)?${NAME}`, 'iu'),
};

/** `FOR UPDATE`, and the table hints of SQL Server. */
const ROW_LOCK = /\bfor\s+(?:no\s+key\s+)?update\b|\bwith\s*\([^)]*\b(?:updlock|xlock)\b/iu;

/**
 * What the first words tell of a statement that the parser does not take. Its columns and conditions stay unknown:
 * a statement whose WHERE was not read must not pass for one without.
 */
export function readUnparsed(text: string): SqlStatement | undefined {
  const bare = stripComments(text).replaceAll(/'(?:[^']|'')*'/gu, "''");
  const kind = KINDS.find(([pattern]) => pattern.test(bare))?.[1];
  if (!kind) return undefined;
  const name = TABLES[kind]?.exec(bare)?.[1]?.split('.').at(-1)?.replaceAll(/["`[\]]/gu, '');
  const inlined = name === undefined ? undefined : inlinedIndex(name);
  const statement = emptyStatement(kind);
  statement.table = inlined === undefined ? name : undefined;
  statement.tableInlined = inlined;
  statement.columnsKnown = kind !== 'insert' && kind !== 'update';
  if (/\bwhere\b/iu.test(bare)) {
    statement.unfiltered = false;
    statement.moreConditions.push(unknownOperand);
  }
  statement.rowLock = kind === 'select' && ROW_LOCK.test(bare);
  statement.returning = /\breturning\b/iu.test(bare);
  statement.conflict = kind === 'insert' ? conflictOf(bare) : undefined;
  if (/isolation/iu.test(bare)) statement.isolation = isolationOf(stripComments(text));
  return statement;
}

function conflictOf(text: string): SqlStatement['conflict'] {
  const columns = /\bon\s+conflict\s*\(([\w\s,"]+)\)/iu.exec(text)?.[1]?.split(',').map(name => name.trim().replaceAll('"', '')) ?? [];
  if (/\bdo\s+nothing\b|^insert\s+(?:or\s+)?ignore\b/iu.test(text)) return { action: 'ignored', columns };
  return /\bdo\s+update\b|\bon\s+duplicate\s+key\b|^replace\b|^merge\b|^insert\s+or\s+replace\b/iu.test(text) ? { action: 'updated', columns } : undefined;
}

const isolationOf = (text: string): SqlStatement['isolation'] =>
  /\bserializable\b/iu.test(text) ? 'serializable'
  : /\brepeatable[\s-]+read\b/iu.test(text) ? 'repeatable-read'
  : /\bread[\s-]+(?:un)?committed\b/iu.test(text) ? 'default'
  : undefined;
