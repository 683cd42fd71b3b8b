import type { Columns } from '../../operations/operation.js';
import { constant, object, template } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { valueReader } from '../sql/parameters.js';
import { readSql } from '../sql/statement.js';
import { sqlFromValue } from '../sql/text.js';
import type { Builder } from './builder.js';
import { compareAll, criteriaColumns, foreignKey, mergeInto, newFilter, whereColumns } from './where.js';
import { primaryKey } from './entity.js';
import type { Repository } from './handles.js';

/** One condition of a query; `either`: an alternative to those before it. */
export interface Condition {
  readonly either: boolean;
  readonly columns: (site: CallSite) => Columns;
}

/** Whether `builder.name(...)` adds a condition. Joined tables and groups are filtered elsewhere. */
export function addCondition(
  builder: Builder,
  name: string,
  [condition, parameters]: readonly Value[],
  site: CallSite,
): boolean {
  const isById = /^(?:and|or)?WhereInIds$/iu.test(name);
  if (!isById && !/^(?:where|andWhere|orWhere)$/u.test(name)) return false;
  if (!condition) return true;
  if (parameters) builder.parameters.push(parameters);
  const either = name.startsWith('or');
  if (isById) {
    const { entity } = builder.on.data as Repository;
    builder.conditions.push({
      either,
      columns: at => criteriaColumns(condition, primaryKey(entity, at).names),
    });
  } else builder.conditions.push({ either, columns: readCondition(builder, condition, site) });
  return true;
}

function readCondition(builder: Builder, condition: Value, site: CallSite): Condition['columns'] {
  if (condition.kind === 'object' || condition.kind === 'array') return () => whereColumns(condition);
  const nested =
    condition.kind === 'handle' && condition.type === 'brackets'
      ? (condition.data as { callback: Value; isNegated: boolean })
      : undefined;
  if (nested) {
    const inner: Builder = { ...builder, conditions: [] };
    site.run(nested.callback, [{ kind: 'handle', adapter: 'typeorm', type: 'builder', data: inner }]);
    return at => (nested.isNegated ? anyOf(filterColumns(inner, at)) : filterColumns(inner, at));
  }
  // `where(query => 'user.id IN ' + query.subQuery()...getQuery())`
  if (condition.kind === 'function') return () => ({ ...newFilter(), rest: [condition] });
  return at => textColumns(builder, condition, at);
}

function anyOf(columns: Columns): Columns {
  const filter = newFilter();
  compareAll(columns, filter);
  return filter;
}

/** Columns that the conditions of a builder compare. */
export function filterColumns({ conditions }: Builder, site: CallSite): Columns {
  const parts = conditions.map(({ columns }) => columns(site));
  const filter = newFilter();
  const isEither = conditions.slice(1).some(({ either }) => either);
  const add = isEither ? compareAll : mergeInto;
  for (const part of parts) add(part, filter);
  return filter;
}

/** `user.email = :email AND user.deletedAt IS NULL`: the SQL of a condition, with properties for columns. */
function textColumns({ alias, parameters }: Builder, condition: Value, site: CallSite): Columns {
  const main = alias ?? 'main';
  const source = sqlFromValue(
    template([constant(`SELECT * FROM t AS "${main}" WHERE `), ...partsOf(condition, main)]),
  );
  const [statement] = source ? readSql(source.text, 'postgresql') : [];
  const filter = newFilter();
  if (!source || !statement) return { ...filter, rest: [condition] };
  const valueOf = valueReader(source.inlined, undefined, object([], parameters), site);
  for (const [column, operand] of statement.where) filter.entries.set(column, valueOf(operand));
  for (const column of statement.compared) filter.compared.add(column);
  filter.rest.push(...statement.moreConditions.map(valueOf));
  return filter;
}

function partsOf(condition: Value, main: string): readonly Value[] {
  const parts =
    condition.kind === 'template'
      ? condition.parts
      : condition.kind === 'binary' && condition.operator === '+'
        ? [condition.left, condition.right]
        : [condition];
  return parts.flatMap(part => {
    if (part.kind === 'binary' && part.operator === '+') return partsOf(part, main);
    return part.kind === 'constant' && typeof part.value === 'string'
      ? [constant(plainSql(part.value, main))]
      : [part];
  });
}

const NAME = String.raw`["\u0060]?([A-Za-z_]\w*)["\u0060]?`;
const QUALIFIED = new RegExp(String.raw`'(?:[^']|'')*'|${NAME}\.${NAME}(?:\.${NAME})?|:\.\.\.(\w+)`, 'gu');

/**
 * An alias may be a word of SQL (`user`, `order`), so qualified names are quoted. `company.id` of a joined
 * relation is the foreign key here. `:...ids` is a list.
 */
function plainSql(text: string, main: string): string {
  return text.replaceAll(
    QUALIFIED,
    (whole: string, alias?: string, column?: string, inner?: string, list?: string) => {
      if (list !== undefined) return `:${list}`;
      if (alias === undefined || column === undefined) return whole;
      if (inner !== undefined) return `"${main}"."${alias === main ? foreignKey(column, inner) : column}"`;
      return alias !== main && column === 'id'
        ? `"${main}"."${foreignKey(alias, column)}"`
        : `"${alias}"."${column}"`;
    },
  );
}
