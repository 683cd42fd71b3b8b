import type { Columns } from '../../operations/operation.js';
import { call, handle, member, object, result, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { SqlStatement } from '../sql/facts.js';
import { joined, namePiece, spliced } from '../sql/fragments.js';
import { valueReader } from '../sql/parameters.js';
import { recordText, type RecordedStatement } from '../sql/record.js';
import { rowCountOf, rowsOf } from '../sql/rows.js';
import { readSql } from '../sql/statement.js';
import { piecesOfTagged, sqlFromPieces, type Piece } from '../sql/text.js';
import { emptyFilter } from './builder.js';
import type { Client } from './client.js';
import { expressionIn, type Aggregate } from './expression.js';
import type { Table } from './table.js';

/** `sql`...``: a fragment inside a query, a statement where it is executed. */
export interface Raw {
  readonly pieces: readonly Piece[];
  readonly alias?: string | undefined;
  /** Of `CompiledQuery.raw(text, parameters)`. */
  readonly parameters?: Value | undefined;
}

export const rawHandle = (raw: Raw): Handle => handle('kysely', 'raw', raw);

export const rawIn = (value: Value | undefined): Raw | undefined =>
  value?.kind === 'handle' && value.adapter === 'kysely' && value.type === 'raw'
    ? (value.data as Raw)
    : undefined;

/** What stands for a value inside a fragment: another fragment, a column; anything else is a parameter. */
function splice(value: Value): readonly Piece[] | undefined {
  const raw = rawIn(value);
  if (raw) return raw.pieces;
  const expression = expressionIn(value);
  if (expression?.kind === 'ref') return [expression.column];
  return expression?.kind === 'value' ? [expression.value] : undefined;
}

export function fromTag(text: Value | undefined, site: CallSite): Handle | undefined {
  const pieces = text && piecesOfTagged(text, site.node);
  return pieces && rawHandle({ pieces: spliced(pieces, splice) });
}

/** `sql.ref('a')`, `sql.join(list)`. https://kysely-org.github.io/kysely-apidoc/interfaces/Sql.html */
export function fromHelper(name: string, args: readonly Value[]): Value | undefined {
  const [first = unknown, separator] = args;
  switch (name) {
    case 'ref':
    case 'table':
    case 'raw':
      return rawHandle({ pieces: [namePiece(first)] });
    case 'id':
      return rawHandle({
        pieces: joined(
          args.map(part => [namePiece(part)]),
          ['.'],
        ),
      });
    case 'val':
    case 'value':
    case 'lit':
    case 'literal':
      return rawHandle({ pieces: [first] });
    case 'join': {
      if (first.kind !== 'array' || first.open) return rawHandle({ pieces: [first] });
      const between = rawIn(separator)?.pieces ?? [', '];
      return rawHandle({
        pieces: joined(
          first.elements.map(part => splice(part) ?? [part]),
          between,
        ),
      });
    }
    default:
      return undefined;
  }
}

/** Runs the statement: answers its rows and how many it changed. */
export function performRaw({ pieces, parameters }: Raw, client: Client, site: CallSite): Value {
  const { transaction, connection, isPool, dialect } = client;
  const here: CallSite = isPool
    ? { ...site, record: (facts, at) => site.record({ ...facts, rowLock: undefined }, at) }
    : site;
  const recorded = recordText(sqlFromPieces(pieces), parameters, here, {
    transaction,
    connection,
    isPool,
    dialect,
  }).at(-1);
  return recorded ? answerOf(recorded) : object([], [], true);
}

function answerOf(recorded: RecordedStatement): Value {
  const { operation } = recorded;
  return object(
    [
      ['rows', rowsOf(recorded)],
      ['numAffectedRows', rowCountOf(recorded)],
      ['insertId', operation ? member(result(operation, 'written'), 'id') : unknown],
    ],
    [],
    true,
  );
}

interface Fragment {
  readonly statement: SqlStatement;
  readonly valueOf: ReturnType<typeof valueReader>;
}

/** The fragment in a statement of its kind. */
function read(pieces: readonly Piece[], before: string, site: CallSite, after = ''): Fragment | undefined {
  const { text, inlined } = sqlFromPieces([before, ...pieces, after]);
  const [statement] = readSql(text);
  return statement && { statement, valueOf: valueReader(inlined, undefined, undefined, site) };
}

/** Conditions of ``where(sql`lower(email) = ${email}`)``. */
export function rawCondition(
  pieces: readonly Piece[],
  { name = 't', alias = '' }: Table,
  site: CallSite,
): Columns {
  const fragment = read(pieces, `select * from "${name}" ${alias} where `, site);
  if (!fragment) return { ...emptyFilter, rest: [call('sql', undefined, [], site.node)] };
  const { statement, valueOf } = fragment;
  return {
    entries: new Map([...statement.where].map(([column, operand]) => [column, valueOf(operand)])),
    rest: statement.moreConditions.map(valueOf),
    compared: statement.compared,
  };
}

/** A value written as SQL; a change of the column itself (`balance - ${n}`) happens in the database. */
export function rawValue(column: string, { pieces }: Raw, site: CallSite): Value {
  const fragment = read(pieces, `update t set "${column}" = `, site);
  const operand = fragment?.statement.columns.get(column);
  if (!fragment || !operand)
    return call(
      'sql',
      undefined,
      pieces.filter(piece => typeof piece !== 'string'),
      site.node,
    );
  const changesItself = operand.kind === 'expression' && operand.columns.includes(column);
  return changesItself
    ? call('atomic', undefined, operand.operands.map(fragment.valueOf), site.node)
    : fragment.valueOf(operand);
}

/** ``sql`count(*)`.as('total')`` in a select list. */
export function rawAggregate(value: Value, site: CallSite): Aggregate | undefined {
  const raw = rawIn(value);
  const found = raw && read(raw.pieces, 'select ', site, ' from t')?.statement.aggregate;
  if (!raw || !found || found.function === 'exists') return undefined;
  return {
    function: found.function,
    column: found.column ?? '*',
    alias: raw.alias ?? found.alias ?? found.function,
    isRaised: /\)\s*\+\s*1\s*$/u.test(found.text),
  };
}

/** The fragment as text, for people: `deleted_at is null`. */
export const rawText = ({ pieces }: Raw): string =>
  pieces
    .map(piece => (typeof piece === 'string' ? piece : piece.kind === 'constant' ? String(piece.value) : '?'))
    .join('')
    .trim();

export const rawOfText = (text: Value, parameters: Value | undefined): Handle =>
  rawHandle({ pieces: [namePiece(text)], parameters });
