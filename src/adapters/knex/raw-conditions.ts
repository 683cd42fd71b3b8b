import { call, constant, unknown } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { readSql, type SqlOperand } from '../sql/statement.js';
import type { Filter } from './builder.js';
import { withNames } from './sql-text.js';

/** Conditions of `whereRaw('lower(email) = ? and deleted_at is null', [email])`. */
export function readRawConditions(given: Value, bound: Value | undefined, filter: Filter, site: CallSite): void {
  const { text, bindings } = withNames(given, bound);
  const [statement] = text.kind === 'constant' ? readSql(`select * from t where ${String(text.value)}`) : [];
  if (!statement) {
    filter.rest.push(text);
    return;
  }
  for (const [column, operand] of statement.where) filter.entries.set(column, boundValue(operand, bindings, site));
  for (const column of statement.compared) filter.compared.add(column);
}

function boundValue(operand: SqlOperand, bindings: Value | undefined, site: CallSite): Value {
  switch (operand.kind) {
    case 'constant':
      return constant(operand.value);
    case 'parameter':
      return bindings?.kind === 'array' ? (bindings.elements[operand.index] ?? unknown) : operand.index === 0 ? (bindings ?? unknown) : unknown;
    case 'named':
      return bindings ? site.property(bindings, operand.name) : unknown;
    case 'expression':
      return call('expression', undefined, operand.operands.map(part => boundValue(part, bindings, site)), site.node);
    default:
      return unknown;
  }
}
