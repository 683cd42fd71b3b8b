import { member } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { RecordedStatement } from './record.js';
import { rowsOf } from './rows.js';

/** Columns that hold something in every row, so that their value tells that there is one. */
const ALWAYS_THERE = /^(?:.*_?id|uuid|key|email|name|slug|code|token)$/iu;

/** What a driver answers that is asked for the first column of the first row alone. */
export function firstColumnOf(recorded: RecordedStatement, site: CallSite): Value {
  const row = site.property(rowsOf(recorded), '0');
  if (row.kind === 'object') return row.entries.values().next().value ?? row;
  const [name] = recorded.statement.selected.keys();
  return name === undefined || ALWAYS_THERE.test(name) ? row : member(row, name);
}
