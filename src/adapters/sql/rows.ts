import type { Operation } from '../../operations/operation.js';
import { array, binary, constant, member, not, object, result, unknown } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { SqlAggregate, SqlOperand, SqlStatement } from './facts.js';
import type { RecordedStatement } from './record.js';

/** The rows that a statement answers, as a list. */
export function rowsOf({ statement, operation }: RecordedStatement): Value {
  if (!operation) return unknown;
  switch (statement.kind) {
    case 'select':
      return selectedRows(statement, operation);
    case 'insert':
      if (!statement.returning) return array([]);
      // Where the statement itself may insert nothing, an empty list says so.
      return statement.insertWhereNotExists || statement.conflict?.action === 'ignored'
        ? result(operation, 'rows')
        : array([result(operation, 'written')], true);
    default:
      return statement.returning ? result(operation, 'rows') : array([]);
  }
}

/** The number of rows read or written. */
export function rowCountOf({ statement, operation }: RecordedStatement): Value {
  if (!operation) return unknown;
  if (statement.kind !== 'select') return result(operation, 'affected');
  return isAggregated(statement) || operation.kind !== 'read' ? constant(1) : result(operation, 'count');
}

/** One row whatever is there: `count(*)`, and locks, which answer whether they were taken. */
function selectedRows(statement: SqlStatement, operation: Operation): Value {
  if (operation.kind === 'lock' || operation.kind === 'unlock') {
    return array([
      object(
        [...statement.selected.keys(), statement.advisoryLock?.name ?? ''].map(name => [
          name,
          result(operation, 'exists'),
        ]),
        [],
        true,
      ),
    ]);
  }
  const { aggregate } = statement;
  if (!aggregate || !isAggregated(statement) || operation.kind !== 'read') return result(operation, 'rows');
  const value = aggregateValue(aggregate, statement, operation);
  return array([
    object(
      namesOf(aggregate).map(name => [name, value]),
      [],
      true,
    ),
  ]);
}

/** Beside a plain column an aggregate counts groups or windows. */
const isAggregated = ({ aggregate, selected }: SqlStatement): boolean =>
  aggregate !== undefined && ![...selected.values()].some(({ kind }) => kind === 'column');

function aggregateValue(
  { function: name, alias, negated }: SqlAggregate,
  { selected }: SqlStatement,
  operation: Operation,
): Value {
  if (name === 'exists') return negated ? not(result(operation, 'exists')) : result(operation, 'exists');
  if (name === 'count')
    return sum(result(operation, 'count'), alias === undefined ? undefined : selected.get(alias));
  return sum(
    member(result(operation, 'row'), alias ?? name),
    alias === undefined ? undefined : selected.get(alias),
  );
}

/** `COALESCE(max(n), 0) + 1 AS next` is one more than what was read. */
const sum = (value: Value, operand: SqlOperand | undefined): Value =>
  operand?.kind === 'expression' && /\)\s*\+\s*\d+\s*$/u.test(operand.text)
    ? binary('+', value, constant(1))
    : value;

/** Without an alias PostgreSQL names the column after the function, MySQL and SQLite after the text. */
const namesOf = ({ function: name, alias, column }: SqlAggregate): readonly string[] => [
  ...(alias === undefined ? [] : [alias]),
  ...(alias === undefined || alias === name
    ? [name, `${name}(${column ?? '*'})`, `${name.toUpperCase()}(${column ?? '*'})`]
    : []),
];
