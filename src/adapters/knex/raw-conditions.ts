import { constant, template } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { resolveIdentifiers, valueReader } from '../sql/parameters.js';
import { readSql } from '../sql/statement.js';
import { sqlFromValue } from '../sql/text.js';
import type { Filter } from './builder.js';
import type { Table } from './table.js';

/** Conditions of `whereRaw('lower(email) = ? and deleted_at is null', [email])`. */
export function readRawConditions(
  condition: Value,
  bindings: readonly Value[],
  { name = 't', alias = '' }: Table,
  filter: Filter,
  site: CallSite,
): void {
  const source = sqlFromValue(template([constant(`select * from ${name} ${alias} where `), condition]));
  const text = source && resolveIdentifiers(source, bindings);
  const [statement] = text ? readSql(text.text) : [];
  if (!text || !statement) {
    filter.rest.push(condition);
    return;
  }
  const valueOf = valueReader(text.inlined, bindings, undefined, site);
  for (const [column, operand] of statement.where) filter.entries.set(column, valueOf(operand));
  for (const column of statement.compared) filter.compared.add(column);
  filter.rest.push(...statement.moreConditions.map(valueOf));
}
