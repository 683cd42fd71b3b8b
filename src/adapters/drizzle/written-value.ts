import { call, constant } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { fragmentIn } from './fragment.js';
import { queryIn, subqueryIn } from './query.js';
import { columnsIn, sqlText } from './sql-text.js';
import { columnIn } from './table.js';

const CLOCK =
  /^\s*\(?\s*(?:now\s*\(|current_(?:timestamp|date|time)|(?:date)?time\s*\(\s*'now'|unixepoch\s*\()/iu;
const RANDOM = /\b(?:gen_random_uuid|uuid_generate_v\w+|uuidv[47]|uuid|randomblob)\s*\(/iu;
/** Answers the old value or another, and adds nothing to it. */
const KEEPS = /^\s*(?:coalesce|ifnull|excluded)\b/iu;

/**
 * A value written as SQL: sql`${products.stock} - 1` is computed by the database from the row as it then is,
 * which is what `increment` of other libraries does.
 */
export function writtenValue(name: string, value: Value, site: Pick<CallSite, 'node'>): Value {
  const { node } = site;
  if (columnIn(value) ?? queryIn(value) ?? subqueryIn(value))
    return call('sql', undefined, [constant(sqlText(value) ?? 'select')], node);
  const fragment = fragmentIn(value);
  if (value.kind === 'choice') {
    const [whenTrue, whenFalse] = [value.whenTrue, value.whenFalse].map(side =>
      writtenValue(name, side, site),
    );
    return whenTrue && whenFalse && (whenTrue !== value.whenTrue || whenFalse !== value.whenFalse)
      ? { ...value, whenTrue, whenFalse }
      : value;
  }
  if (!fragment) return value;
  const text = sqlText(value) ?? '';
  const given = fragment.pieces
    .filter(piece => typeof piece !== 'string')
    .filter(({ kind }) => kind !== 'handle');
  if (CLOCK.test(text)) return call('now', undefined, [], node);
  if (RANDOM.test(text)) return call('randomUUID', undefined, [], node);
  const isOwn =
    columnsIn(value).some(column => column.name === name) ||
    new RegExp(`\\b${name.replace(/\W/gu, '.')}\\b`, 'u').test(text);
  return isOwn && !KEEPS.test(text)
    ? call('atomic', undefined, given, node)
    : call('sql', undefined, [constant(text), ...given], node);
}
